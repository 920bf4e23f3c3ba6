// The contract's rules for request members, and for matching names and plates.
const text = (most) => ({ type: "string", maxLength: most, pattern: "^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$" });
const narrative = { type: "string", maxLength: 4000, pattern: "\\S" };
const between = (least, most) => ({ type: "number", exclusiveMinimum: least, exclusiveMaximum: most });
const object = (properties) => ({ type: "object", properties, required: Object.keys(properties) });

export const bodies = {
  named: object({ name: text(99) }),
  plated: object({ plate: text(64) }),
  civilian: object({
    userID: text(64),
    userName: text(99),
    name: text(99),
    age: { type: "number", minimum: 0, exclusiveMaximum: 100 },
    dob: text(500),
    gender: { enum: ["Male", "Female", "Other"] },
    hair: text(500),
    weight: between(0, 500),
    height: between(0, 500),
    address: text(500),
    occupation: text(500),
  }),
  penalty: object({
    name: text(99),
    officerName: text(99),
    officerID: text(64),
    charges: narrative,
    amount: { type: "number", exclusiveMinimum: 0, maximum: 1_000_000_000 },
  }),
};

export const nameKey = (name) => name.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");
export const plateKey = (plate) => plate.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
