import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { parseManifest, signManifest, type Manifest } from '../../../scripts/operator/backup/manifest.ts';
import { parseKeys } from '../../../src/server/db/sealing/seal.ts';
import { pdfOf } from '../../../src/server/features/files/checks/sample-files.fixture.ts';
import {
  beginUpload,
  directive,
  paper,
  partOf,
  sendPart,
  sendParts,
  upload,
} from '../../../src/server/features/files/uploads/uploads.fixture.ts';
import { TestClient } from '../../client.ts';
import { keepCompiled } from '../../processes/compiled.ts';
import { createEmptyDatabase } from '../../database/database.ts';
import { newKeys } from '../../new-keys.ts';
import { fullAnswers, person, type TestPerson } from '../../people.ts';
import { startApp, type TestApp } from '../../start-app.ts';

/** Output and exit code of a command. */
export type Run = { code: number; printed: string; said: string };

/** Database and data folder of a server or command. */
export type Target = { url: string; folder: string };

const root = join(import.meta.dirname, '../../..');
/** Keys that all servers and commands of a test file use. */
export const keys = newKeys();
/** Runs an operator command in its own process, with the given database and data folder. */
export const run = (
  command: string,
  { url, folder }: Target,
  words: string[] = [],
  wattleKeys = keys,
): Promise<Run> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      ...keepCompiled,
      ...{ APP_ENV: 'test', DATABASE_URL: url, WATTLE_DATA_DIR: folder, WATTLE_KEYS: wattleKeys },
    };
    const program = join(root, `scripts/operator/${command}.ts`);
    execFile(process.execPath, [program, ...words], { env }, (error, printed, said) =>
      resolve({ code: Number(error?.code ?? 0), printed, said }),
    );
  });

/** Returns the rows of one statement. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the sorted paths of all files under a folder. */
export const filesUnder = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .toSorted()
    : [];

/** Returns a digest of the rows of each table, and the definitions of everything that belongs to a table. */
export async function stateOf(url: string): Promise<Record<string, unknown>> {
  const tables = await query<{ name: string }>(
    url,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables)
    rows[name] = await query(
      url,
      `select count(*), md5(string_agg(t::text, ',' order by t::text)) as digest from "${name}" t`,
    );
  const definitions = await query(
    url,
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) || coalesce(obj_description(indexrelid, 'pg_class'), '') as text
       from pg_index i join pg_class c on c.oid = indexrelid where c.relnamespace = 'public'::regnamespace
     union all select conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal and tgparentid = 0
     union all select sequencename::text, last_value::text from pg_sequences where schemaname = 'public'
     order by 1, 2`,
  );
  return { rows, definitions };
}

/** Returns the number of tables and sequences in a database. */
export const tableCount = async (url: string) =>
  (
    await query<{ count: number }>(
      url,
      `select count(*)::integer from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')`,
    )
  )[0]?.count;

/** Changes a manifest and signs it with the correct key, as if another version of Wattle had written it. */
export function signAgain(folder: string, change: (manifest: Manifest) => void): void {
  const file = join(folder, 'manifest.json');
  const { manifest } = parseManifest(readFileSync(file, 'utf8'));
  change(manifest);
  writeFileSync(file, signManifest(manifest, parseKeys(keys)));
}

/** Creates folders, databases and servers for a test file, and records how to close each, in the order of creation. */
export function createFixture() {
  const closing: (() => unknown)[] = [];
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'wattle-backup-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };
  async function newTarget(): Promise<Target> {
    const database = await createEmptyDatabase();
    closing.push(() => database.drop());
    return { url: database.url, folder: newFolder() };
  }
  const start = async ({ url, folder }: Target): Promise<TestApp> => {
    const app = await startApp({ beside: { databaseUrl: url, folder }, env: { WATTLE_KEYS: keys } });
    closing.push(() => app.close().catch(() => {}));
    return app;
  };
  return { closing, newFolder, newTarget, start };
}

/** Content of the finished files. */
export const content: Buffer = directive().content;

/**
 * Creates a person with a signed plan, a card, a file, an upload in progress, and a complete upload that a job still checks. Returns
 * the person.
 */
export async function fillForBackup({ services, url }: TestApp): Promise<TestPerson> {
  const owner = await person(services, { plan: { status: 'complete', answers: fullAnswers() } });
  const client = new TestClient(url);
  await client.signIn(owner.email, owner.password);
  await upload(client, directive(content));
  // An upload in progress: one of its two parts has arrived.
  const large = pdfOf({ size: 3_000_000 });
  const { file: begun } = await beginUpload(client, paper('Begun.pdf', large));
  await sendPart(client, begun.upload.url, 1, partOf(large, 1));
  // A complete upload that a job still checks.
  const { file: waiting } = await beginUpload(client, paper('Waiting.pdf', content));
  await sendParts(client, waiting, content);
  await services.db
    .updateTable('file_uploads')
    .set({ checking_since: new Date() })
    .where('file_id', '=', waiting.id)
    .execute();
  return owner;
}
