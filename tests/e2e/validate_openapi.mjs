// Fails when standard input is not a valid OpenAPI document, by the judgement of a well-known validator.
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

// The packages of the repository are those of the console.
const require = createRequire(new URL("../../console/package.json", import.meta.url));
const SwaggerParser = require("@apidevtools/swagger-parser");

const document = JSON.parse(await text(process.stdin));
await SwaggerParser.validate(document);
console.log(`valid OpenAPI ${document.openapi}`);
