import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import pg from 'pg';
import { importColumns, importMaxLine, placesIn } from '../../src/domain/customers/import/columns.ts';
import {
  cellsByColumn,
  readCustomer,
  type ImportedCustomer,
  type RowCells,
  type RowProblem,
} from '../../src/domain/customers/import/row.ts';
import { medicareCard } from '../../src/domain/fields.ts';
import { newPin, newShareId, pinPlace } from '../../src/server/db/sealing/account-secrets.ts';
import { medicareColumns } from '../../src/server/db/sealing/held-medicare.ts';
import type { Keyring } from '../../src/server/db/sealing/seal.ts';
import { place } from '../../src/server/db/sealing/sealed-columns.ts';
import { recording } from '../../src/server/pipeline/audit/audit.ts';
import type { Services } from '../../src/server/pipeline/context.ts';
import { copyIn } from './copy-in.ts';

export type ByHand = {
  /** Connection to the database. */
  url: string;
  /** Path of the file with the list. */
  csv: string;
  providerId: string;
  staffId: string;
};

const columns = `line, id, email, first_name, last_name, dob, gender, customer_id, pin, share_id, medicare, medicare_index,
  medicare_card, invitation_id, plan_id, answers, cells`;

const staging = `create temp table staged (line int, id uuid, email text, first_name text, last_name text, dob date, gender text,
  customer_id text, pin bytea, share_id text, medicare bytea, medicare_index bytea, medicare_card bytea,
  invitation_id uuid, plan_id uuid, answers bytea, cells jsonb) on commit drop`;

/** Rows that violate a constraint of the database, by the first of the three reasons. */
const conflicts = (providerId: string) => `
  create temp table refused on commit drop as
  select * from (
    select s.line, s.cells, case
      when exists (select from users u where u.email = s.email) or exists (select from users u where u.legacy_email = s.email)
        then 'error.userExists'
      when exists (select from users u where u.medicare_card = s.medicare_card and u.dob is not distinct from s.dob)
        then 'error.medicareExists'
      when exists (select from users u where u.provider_id = '${providerId}' and u.customer_id = s.customer_id)
        then 'error.customer.idTaken'
    end as message
    from staged s) checked
  where message is not null`;

const inserts = ({ providerId, staffId }: ByHand, importId: string, now: string) => [
  `insert into users (id, provider_id, first_name, last_name, email, dob, gender, customer_id, pin_sealed, share_id,
     medicare_sealed, medicare_index, medicare_card, medicare_card_of, invitation_id, invite_date, status,
     registration_type, language, created_at)
   select id, '${providerId}', first_name, last_name, email, dob, gender, customer_id, pin, share_id, medicare, medicare_index,
     medicare_card, medicare_index, invitation_id, '${now}', 'invited', 'invite_account', 'en', '${now}'
   from staged`,
  `insert into acps (id, user_id, language, answers_sealed, created_at, updated_at)
   select plan_id, id, 'en', answers, '${now}', '${now}' from staged`,
  `insert into recent_activities (template, metadata, user_id, actor_id, created_at)
   select 'invited', '{}', id, '${staffId}', '${now}' from staged`,
  `insert into outbox (type, payload)
   select 'customer.imported', jsonb_build_object('user_id', id, 'invitation_id', invitation_id) from staged`,
  `insert into outbox (type, payload)
   select 'customer-import.finished', jsonb_build_object('user_id', '${staffId}', 'import_id', '${importId}')`,
];

type Bad = { line: number; cells: RowCells; more: readonly string[]; problems: readonly RowProblem[] };

/** Encodes a value in the text format of COPY. */
const cell = (value: string | number | Buffer | null): string => {
  if (value === null) return '\\N';
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return String(value)
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
};

function rowOf(keyring: Keyring, line: number, customer: ImportedCustomer, cells: RowCells): string {
  const id = crypto.randomUUID();
  const planId = crypto.randomUUID();
  const number = customer.medicare_number ?? '';
  const medicare = medicareColumns(keyring, id, number);
  const { email, first_name, last_name, birth_date, gender, customer_id } = customer;
  return `${[
    ...[line, id, email, first_name, last_name, birth_date, gender, customer_id],
    ...[
      keyring.seal(pinPlace(id), newPin()),
      newShareId(),
      medicare.medicare_sealed,
      medicare.medicare_index,
    ],
    ...[medicare.medicare_card, crypto.randomUUID(), planId],
    ...[keyring.sealJson(place('acps', 'answers_sealed', planId), {}), JSON.stringify(cells)],
  ]
    .map(cell)
    .join('\t')}\n`;
}

/** Lines that are sent to the database together. */
const together = 500;

/** Reads the list, checks its lines by the product's own rules, and yields rows to stage. Invalid lines are added to `bad`. */
async function* stagedRows(keyring: Keyring, csv: string, bad: Bad[]): AsyncGenerator<string> {
  const seen = new Map<string, number>();
  const today = new Date().toISOString().slice(0, 10);
  const width = importColumns.length;
  const places = placesIn(importColumns);
  const records = createReadStream(csv).pipe(
    parse({ from: 2, relax_column_count: true, relax_quotes: true, max_record_size: importMaxLine }),
  );
  let line = 1;
  let held: string[] = [];
  for await (const found of records as AsyncIterable<string[]>) {
    line += 1;
    const cells = cellsByColumn({ delimiter: ',', width, places }, found);
    const refuse = (problems: readonly RowProblem[]) =>
      void bad.push({ line, cells, more: found.slice(width), problems });
    if (found.length !== width) {
      refuse([
        {
          field: 'line',
          message: 'import.result.reasonColumns',
          params: { found: found.length, expected: width },
        },
      ]);
      continue;
    }
    const { customer, problems } = readCustomer(cells, today);
    if (customer === null) {
      refuse(problems);
      continue;
    }
    const { email, medicare_number, birth_date, customer_id } = customer;
    const keys = [`e ${email}`];
    if (medicare_number) keys.push(`m ${medicareCard(medicare_number)} ${birth_date}`);
    if (customer_id) keys.push(`i ${customer_id}`);
    const first = keys.flatMap((key) => seen.get(key) ?? [])[0];
    if (first !== undefined) {
      refuse([{ field: 'email', message: 'import.result.reasonTwice', params: { line: first } }]);
      continue;
    }
    for (const key of keys) seen.set(key, line);
    held.push(rowOf(keyring, line, customer, cells));
    if (held.length < together) continue;
    yield held.join('');
    held = [];
  }
  yield held.join('');
}

/** Inserts the import and its invalid lines. */
async function insertImport(
  client: pg.Client,
  keyring: Keyring,
  hand: ByHand,
  { importId, now, done, bad }: { importId: string; now: Date; done: number; bad: readonly Bad[] },
): Promise<void> {
  await client.query(
    `insert into customer_imports (id, name, path, storage_key, state, provider_id, imported_by, created_at, started_at, finished_at, total, done, failed)
     values ($1, 'list.csv', 'imports', 'imports', 'done', $2, $3, $4, $4, now(), $5, $6, $7)`,
    [importId, hand.providerId, hand.staffId, now, done + bad.length, done, bad.length],
  );
  await client.query(
    `insert into customer_import_problems (import_id, line, row_sealed, created_at)
     select $1, n.line, n.sealed, $2 from unnest($3::int[], $4::bytea[]) n (line, sealed)`,
    [
      importId,
      now,
      bad.map(({ line }) => line),
      bad.map(({ line, ...kept }) =>
        keyring.sealJson(place('customer_import_problems', 'row_sealed', importId, String(line)), kept),
      ),
    ],
  );
}

/**
 * Imports with handwritten code: the product's rules for a line, its sealing and its keys, then COPY into a staging table and one
 * statement for each table, in one transaction. The resulting rows are the same: accounts, plans, activities, invitation events,
 * the invalid lines, the import and the row of the audit trail.
 */
export async function importByHand(
  services: Services,
  hand: ByHand,
): Promise<{ done: number; failed: number }> {
  const { keyring, secrets, db } = services;
  const client = new pg.Client({ connectionString: hand.url });
  await client.connect();
  try {
    const now = new Date();
    const bad: Bad[] = [];
    await client.query('begin');
    // The lookup by ten-digit card number is needed only while cards are not indexed.
    const { rowCount: unindexed } = await client.query(
      'select from users where medicare_index is distinct from medicare_card_of order by id limit 1',
    );
    if (unindexed) throw new Error('Some cards are not indexed yet');
    await client.query(staging);
    await copyIn(client, `copy staged (${columns}) from stdin`, stagedRows(keyring, hand.csv, bad));
    await client.query('analyze staged');
    await client.query(conflicts(hand.providerId));
    await client.query('delete from staged where line in (select line from refused)');
    const { rows } = await client.query<{ line: number; cells: RowCells; message: RowProblem['message'] }>(
      'select * from refused',
    );
    for (const { line, cells, message } of rows)
      bad.push({ line, cells, more: [], problems: [{ field: 'email', message }] });
    const importId = crypto.randomUUID();
    let done = 0;
    for (const [at, text] of inserts(hand, importId, now.toISOString()).entries()) {
      const { rowCount } = await client.query(text);
      if (at === 0) done = rowCount ?? 0;
    }
    await insertImport(client, keyring, hand, { importId, now, done, bad });
    const entry = {
      ...{
        chain: 'platform',
        at: now,
        actor: { kind: 'system' as const },
        action: 'importCustomerRows',
        subjectId: null,
      },
      details: { import_id: importId, invited: done, failed: bad.length },
    };
    const { sql, parameters } = recording(secrets, entry, { events: [] }).compile(db);
    await client.query(sql, [...parameters]);
    await client.query('commit');
    return { done, failed: bad.length };
  } finally {
    await client.end();
  }
}
