import { createReadStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { addBareCustomers } from './compared/bare-customers.ts';
import { addBareProviders } from './compared/bare-providers.ts';
import { addBareWebhooks } from './compared/bare-webhooks.ts';
import { postgraphileServer } from './compared/postgraphile.ts';
import { readConfig } from '../src/server/config.ts';
import { leaveOutLibraryChecks } from '../src/server/process/library-checks.ts';
import { keepMemoryInBounds } from '../src/server/process/memory-bounds.ts';

/**
 * A separate server process for the benchmarks. `ours` is the product as in main.ts, only without its rate limit and its log.
 * `bare` is the minimum that stores and reads the same: Fastify, a pool and one route each, with unsealed JSON and files.
 * `postgraphile` is PostGraphile over the same tables, if it is installed. `handwritten` saves and reads the list of customers
 * with the product's guarantees (handwritten-save.ts, handwritten-list.ts). All have ten connections, and three for the
 * emergency page. Prints its port, then serves until its input ends.
 */
const kind = process.argv[2] ?? 'ours';
const databaseUrl = process.env['DATABASE_URL'] ?? '';

async function ours() {
  keepMemoryInBounds();
  leaveOutLibraryChecks();
  const { compose } = await import('../src/server/compose.ts');
  const { readEmergency } = await import('../src/server/features/emergency/operations.ts');
  const config = readConfig();
  const { app, services: all } = await compose({
    config,
    databaseUrl,
    log: () => {},
    requestsPerMinute: 1e9,
  });
  const services = { ...all, db: all.emergencyDb };
  // The data of the emergency page alone: the product's operation, without the HTML around it.
  app.get<{ Params: { shareId: string; userId: string } }>('/emergency/:shareId/:userId', (request) => {
    const { shareId, userId } = request.params;
    const now = new Date();
    return readEmergency.call(
      {
        services,
        actor: { kind: 'emergency', userId },
        meta: {
          requestId: request.id,
          address: request.ip,
          userAgent: null,
          language: 'en',
          sessionId: null,
        },
      },
      {
        share_id: shareId,
        language: 'en',
        scanned_version: null,
        scanned_source: 'card',
        opened_at: now,
        closes_at: new Date(now.getTime() + 1_800_000),
      },
    );
  });
  return app;
}

async function handwritten() {
  keepMemoryInBounds();
  const { handwrittenSave } = await import('./compared/handwritten-save.ts');
  const { connectDatabase } = await import('../src/server/db/connection/connect.ts');
  const { createKeyring } = await import('../src/server/db/sealing/seal.ts');
  const { createSecrets, findOrMakeRootKey } = await import('../src/server/db/sealing/secrets.ts');
  const config = readConfig();
  const keyring = createKeyring(config.keys);
  const { db, close } = connectDatabase({ url: databaseUrl, max: 1 });
  const secrets = createSecrets(await findOrMakeRootKey(db, keyring));
  await close();
  const app = await handwrittenSave({ databaseUrl, keyring, secrets, config });
  const { addHandwrittenList } = await import('./compared/handwritten-list.ts');
  addHandwrittenList(app, databaseUrl);
  return app;
}

async function bare() {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const emergencyPool = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  await pool.query('create table if not exists bare_plans (id uuid primary key, answers jsonb not null)');
  const app = fastify();
  app.post<{ Body: { id: string; answers: unknown } }>('/save', async (request) => {
    const { id, answers } = request.body;
    const saved = await pool.query({
      name: 'save',
      text: 'update bare_plans set answers = answers || $2 where id = $1 returning id, answers',
      values: [id, JSON.stringify(answers)],
    });
    return saved.rows[0];
  });
  app.get<{ Params: { shareId: string } }>('/emergency/:shareId', async (request) => {
    const { rows } = await emergencyPool.query({
      name: 'plan',
      text: `select u.id, u.first_name, u.last_name, u.dob, p.name as provider, b.answers, a.plan_version, a.completed_at
        from users u join acps a on a.user_id = u.id and a.type = 'active' join bare_plans b on b.id = a.id
        left join providers p on p.id = u.provider_id where u.share_id = $1`,
      values: [request.params.shareId],
    });
    const contacts = await emergencyPool.query({
      name: 'contacts',
      text: 'select * from trusted_contacts where user_id = $1',
      values: [rows[0]?.id],
    });
    return { plan: rows[0], contacts: contacts.rows };
  });
  addBareCustomers(app, pool);
  addBareProviders(app, pool);
  addBareWebhooks(app, pool);
  addFiles(app, join(process.env['WATTLE_DATA_DIR'] ?? tmpdir(), 'bare'));
  return app;
}

/** Unsealed files: each part is written to the disk as it arrives, and all are read sequentially. */
function addFiles(app: FastifyInstance, folder: string): void {
  app.addContentTypeParser('application/octet-stream', (_, body, done) => done(null, body));
  app.put<{ Params: { id: string; part: string } }>('/files/:id/:part', async ({ params, body }) => {
    await mkdir(join(folder, params.id), { recursive: true });
    const file = await open(join(folder, params.id, params.part), 'w');
    for await (const chunk of body as AsyncIterable<Uint8Array>) await file.write(chunk);
    // Without fsync, a response would confirm data that a power cut can lose.
    await file.datasync();
    await file.close();
    return { ok: true };
  });
  app.get<{ Params: { id: string } }>('/files/:id', async ({ params }, reply) => {
    const parts = (await readdir(join(folder, params.id))).toSorted((a, b) => Number(a) - Number(b));
    const chunks = async function* () {
      for (const part of parts) yield* createReadStream(join(folder, params.id, part));
    };
    return reply.type('application/octet-stream').send(Readable.from(chunks(), { objectMode: false }));
  });
}

/** A listening server: Fastify, or a Node server. */
type Listening = {
  listen(at: { port: number; host: string }): Promise<unknown>;
  server: { address(): unknown };
};
const postgraphile = async () => postgraphileServer(databaseUrl);
const servers: Readonly<Record<string, () => Promise<Listening>>> = {
  ours,
  // The same with the variables of a collector.
  traced: ours,
  pooled: ours,
  handwritten,
  bare,
  postgraphile,
};
const serve = servers[kind];
if (!serve) throw new Error(`There is no server "${kind}"`);
const app = await serve();
await app.listen({ port: 0, host: 'localhost' });
const address = app.server.address();
console.log(typeof address === 'object' && address && 'port' in address ? address.port : 0);
process.stdin.resume().on('end', () => process.exit());
