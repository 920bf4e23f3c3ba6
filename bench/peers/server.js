// What a careful developer would write instead of Blotter: Fastify with a database driver, two
// processes, prepared statements, the same checks and the same responses.
//
//   node server.js sqlite:PATH | postgres://… [streams]
//
// Only with `streams` it serves events, because it would otherwise pass every change on between its processes for nobody.
import cluster from "node:cluster";
import { createHash } from "node:crypto";
import Fastify from "fastify";
import { bodies, nameKey, plateKey } from "./members.js";
import { created, file, listed, cited, plated } from "./answers.js";
import { Streams } from "./streams.js";

const WORKERS = 2;
const READ = 1 << 0;
const CIVILIAN = 1 << 1;
const LEO = 1 << 4;

class Refusal extends Error {
  constructor(status, title, details) {
    super(details);
    this.statusCode = status;
    this.title = `${status} ${title}`;
  }
}
const forbidden = () => new Refusal(403, "Forbidden", "Unauthorised guild access (20058)");
const notFound = (what) => new Refusal(404, "Not found", `${what} not found (10023)`);
const conflict = (what) => new Refusal(409, "Conflict", what);

function authenticate(keys, request, scope) {
  const key = keys.get(createHash("sha256").update(request.headers.authorization ?? "").digest("hex"));
  if (!key || !key.guilds.has(request.headers.guild)) throw forbidden();
  if ((key.scopes & scope) === 0) throw new Refusal(403, "Forbidden", "Missing permission (20059)");
  return key;
}

function answerTo(error, request, reply) {
  const status = error.validation ? 400 : (error.statusCode ?? 500);
  const title = error.validation ? "400 Bad request" : (error.title ?? `${status} Error`);
  reply.code(status).send({ error: title, details: error.message });
}

function routes(app, store, keys, streams) {
  const route = (method, url, scope, body, handler) =>
    app.route({
      method,
      url: `/api/${url}`,
      schema: body && { body },
      onRequest: async (request) => {
        request.key = authenticate(keys, request, scope);
      },
      handler: async (request, reply) => {
        const answer = await handler(request.headers.guild, request.body, request.key);
        reply.code(method === "GET" ? 200 : 201).header("Content-Type", "application/json; charset=utf-8");
        return answer;
      },
    });

  route("GET", "civilian/info", READ, bodies.named, async (guild, { name }) => {
    const rows = await store.dossier(guild, nameKey(name));
    if (rows.length === 0) throw notFound("Character");
    return file(guild, rows);
  });
  route("GET", "civilian/list", READ, null, async (guild) => {
    const rows = await store.living(guild);
    if (rows.length === 0) throw new Refusal(404, "Not found", "Unable to find any civilians (20060)");
    return listed(guild, rows);
  });
  route("GET", "vehicle/plate", READ, bodies.plated, async (guild, { plate }) => {
    const row = await store.vehicle(guild, plateKey(plate));
    if (!row) throw notFound("Vehicle");
    return plated(guild, row);
  });
  route("POST", "civilian/create", CIVILIAN, bodies.civilian, async (guild, body, key) => {
    const row = await store.createCivilian(guild, { ...body, nameKey: nameKey(body.name) }, key.id);
    if (!row) throw conflict("Civilian already exists (20061)");
    return created(guild, row);
  });
  route("POST", "leo/cite", LEO, bodies.penalty, async (guild, body, key) => {
    const done = await store.cite(guild, { ...body, nameKey: nameKey(body.name) }, key.id);
    if (!done) throw notFound("Character");
    if (done.deceased) throw conflict("Civilian is deceased (20065)");
    streams?.tell(guild);
    return cited(guild, done);
  });
  if (streams) {
    app.get("/api/events", async (request, reply) => {
      authenticate(keys, request, READ);
      await streams.open(request.headers.guild, reply);
    });
  }
}

async function serve(url, mode) {
  const { open } = await import(url.startsWith("sqlite:") ? "./sqlite.js" : "./postgres.js");
  const store = await open(url, WORKERS);
  const app = Fastify({ exposeHeadRoutes: false, ajv: { customOptions: { coerceTypes: false } } });
  app.addHttpMethod("GET", { hasBody: true });
  // A list request has no body, whatever the header says.
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : JSON.parse(body));
    } catch (error) {
      error.statusCode = 400;
      done(error);
    }
  });
  app.setErrorHandler(answerTo);
  routes(app, store, await store.keys(), mode === "streams" ? new Streams(store) : null);
  await app.listen({ host: "127.0.0.1", port: 0 });
}

if (cluster.isPrimary) {
  let ready = 0;
  // Workers cannot reach each other.
  const pass = (message) => Object.values(cluster.workers).forEach((worker) => worker.send(message));
  for (let i = 0; i < WORKERS; ++i) cluster.fork().on("message", pass);
  cluster.on("listening", (worker, { port }) => {
    if (++ready === WORKERS) console.log(`listening on http://127.0.0.1:${port}`);
  });
  cluster.on("exit", () => process.exit(1));
} else {
  await serve(process.argv[2], process.argv[3]);
}
