// Converts rows to responses, with members in the order of the contract. Both drivers return ids as text.
const time = (ms) => new Date(Number(ms)).toISOString();

export const CITATION = 0;
const FINE = 1;
const ARREST = 2;

function civilian(row) {
  return {
    id: row.id,
    userID: row.user_id,
    userName: row.user_name,
    civilianID: row.id,
    civilianName: row.name,
    deceased: row.deceased !== 0,
    bolo: row.bolo_reason !== null,
    boloReason: row.bolo_reason ?? "",
    civilianAge: row.age,
    civilianDOB: row.dob,
    civilianGender: row.gender,
    civilianHairColor: row.hair,
    civilianHeight: row.height,
    civilianWeight: row.weight,
    civilianAddress: row.address,
    civilianOccupation: row.occupation,
    registrationTimestamp: time(row.registered_at),
  };
}

const penalty = (row, amount) => ({
  officerName: row.author_name,
  officerID: row.author_id,
  [amount]: row.amount,
  charges: row.text,
  timestamp: time(row.made_at),
});

const admission = (row) => ({
  medicName: row.author_name,
  medicID: row.author_id,
  injures: row.text,
  time: row.time_text,
  timestamp: time(row.made_at),
});

/// One row per entry, or one row without an entry.
export function file(guild, rows) {
  const citations = [];
  const fines = [];
  const arrests = [];
  const hospitalRecords = [];
  for (const row of rows) {
    if (row.kind === null) break;
    if (row.kind === CITATION) citations.push(penalty(row, "amount"));
    else if (row.kind === FINE) fines.push(penalty(row, "amount"));
    else if (row.kind === ARREST) arrests.push(penalty(row, "time"));
    else hospitalRecords.push(admission(row));
  }
  const [{ user_id: userID, user_name: userName }] = rows;
  return { guildID: guild, userID, userName, civilian: [civilian(rows[0])], citations, fines, arrests, hospitalRecords };
}

export const listed = (guild, rows) => ({ amount: rows.length, guildID: guild, civilians: rows.map(civilian) });

export const plated = (guild, row) => ({
  found: true,
  guildID: guild,
  vehicle: [
    {
      id: row.id,
      userID: row.user_id,
      userName: row.user_name,
      civilianID: row.civilian_id,
      civilianName: row.name,
      impounded: row.impounded !== 0,
      stolen: row.stolen !== 0,
      plate: row.plate,
      model: row.model,
      registration: row.registration,
      insurance: row.insurance,
      color: row.color,
      colorType: row.color_type,
      timestamp: time(row.registered_at),
    },
  ],
});

export const created = (guild, row) => ({
  guildID: guild,
  civilianID: row.id,
  civilianName: row.name,
  userName: row.user_name,
  userID: row.user_id,
  success: "Created civilian",
  civilian: [civilian(row)],
});

export const citation = (entry) => ({
  count: Number(entry.count),
  officersName: entry.officerName,
  officersID: entry.officerID,
  amount: entry.amount,
  charges: entry.charges,
  timestamp: time(entry.made),
});

export const cited = (guild, { civilian: { id, name }, entry }) => ({
  guildID: guild,
  civilianName: name,
  civilianID: id,
  success: "Created citation",
  citation: [citation(entry)],
});

/// The values for the audit log.
export const archived = { civilian: (row) => JSON.stringify(civilian(row)), citation: (entry) => JSON.stringify(citation(entry)) };

/// A server-sent event.
export function told(row) {
  const event = {
    seq: Number(row.seq),
    id: row.id,
    timestamp: time(row.at),
    kind: row.kind,
    keyID: row.key_id,
    keyName: row.key_name,
    actor: row.actor,
    civilianID: row.civilian_id,
    civilianName: row.civilian_name ?? "",
    subjectID: row.subject_id,
    before: JSON.parse(row.before),
    after: JSON.parse(row.after),
  };
  return `id: ${event.seq}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
}
