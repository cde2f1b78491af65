import { createHash } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import pg from 'pg';
import type { Config } from '../../src/server/config.ts';
import type { Keyring } from '../../src/server/db/sealing/seal.ts';
import { place } from '../../src/server/db/sealing/sealed-columns.ts';
import type { Secrets } from '../../src/server/db/sealing/secrets.ts';
import { webhookPath } from '../../src/server/features/billing/webhook/webhook.ts';
import {
  registerCrossSiteProtection,
  registerSecurityHeaders,
} from '../../src/server/http/protection/headers.ts';
import { registerRateLimits } from '../../src/server/http/protection/rate-limits.ts';
import { personLimit } from '../../src/server/pipeline/limits/person-limit.ts';
import { findSession, gather, type Connected } from './handwritten-session.ts';

/**
 * Saves a step of a draft with handwritten code: one route and plain SQL, on the product's own tables, without GraphQL, query
 * builder and questionnaire, with all of the guarantees of the product's save. These are the session and its limits, the lock on
 * the plan's row, unsealing and sealing of answers, the version on which the save was based, the row of the audit chain and
 * the idempotency record, all in one transaction and in as few round trips to the database; the extension of an active session,
 * the deletion of old idempotency records, and the work of the product's HTTP layer for every call: rate limits per network and
 * person, the refusal of cross-site requests, the headers.
 */
export async function handwrittenSave({
  databaseUrl,
  keyring,
  secrets,
  config,
}: Needed): Promise<FastifyInstance> {
  const pool = openPool(databaseUrl);
  const app = fastify({ trustProxy: [...config.trustProxy] });
  registerSecurityHeaders(app, config);
  registerCrossSiteProtection(app, config, webhookPath);
  await registerRateLimits(app, 1e9);
  const callsOfPerson = personLimit({ atOnce: 5, waitingAtMost: 100, inMinute: 1e9 });
  const writesOfPerson = personLimit({ atOnce: Infinity, waitingAtMost: 0, inMinute: 2e8 });
  app.post('/api/save', async (request, reply) => {
    const input = inputOf(request.body);
    if (!input) return reply.code(400).send({ error: 'invalid' });
    const userId = await findUser(pool, request.headers.cookie);
    if (!userId) return reply.code(401).send({ error: 'forbidden' });
    return callsOfPerson(userId, () => writesOfPerson(userId, () => answer(userId, input, reply)));
  });

  async function answer(userId: string, input: Input, reply: FastifyReply) {
    const requestHash = createHash('sha256').update(JSON.stringify(input)).digest();
    const client = (await pool.connect()) as Connected;
    try {
      const saved = await save(client, { userId, input, requestHash, keyring, secrets });
      if (!('refused' in saved)) {
        await forgetOlder(client, `person:${userId}`).catch(() => {});
        return saved;
      }
      return await rememberedOr(saved.refused, saved, reply);
    } catch (error) {
      await client.query('rollback').catch(() => {});
      // The same call at the same moment: the second fails on the key.
      if ((error as { code?: string }).code !== '23505') throw error;
      return await rememberedOr(409, { error: 'conflict' }, reply);
    } finally {
      client.release();
    }

    async function rememberedOr(status: number, body: unknown, reply: FastifyReply) {
      const before = await client.query<{ request_hash: Buffer; answer_sealed: Buffer }>({
        name: 'find-answer',
        text: `select request_hash, answer_sealed from idempotency_keys
          where actor_id = $1 and operation = $2 and key = $3`,
        values: [`person:${userId}`, operation, input.idempotency_key],
      });
      const [row] = before.rows;
      if (!row) return reply.code(status).send(body);
      if (!row.request_hash.equals(requestHash))
        return reply.code(409).send({ error: 'idempotency-mismatch' });
      const kept = answerPlace(userId, input.idempotency_key);
      return reply.type('application/json').send(keyring.open(kept, row.answer_sealed));
    }
  }
  app.addHook('onClose', () => pool.end());
  return app;
}

/** The product's pool (src/server/db/connection/connect.ts), without its wrapper. */
const openPool = (connectionString: string): pg.Pool =>
  new pg.Pool({
    connectionString,
    max: 10,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    query_timeout: 15_000,
    keepAlive: true,
    pipeline: true,
  });

type Needed = { databaseUrl: string; keyring: Keyring; secrets: Secrets; config: Config };

const operation = 'updateAnswers';

type Input = { id: string; answers: Record<string, unknown>; version: number; idempotency_key: string };

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isAnswer = (value: unknown) =>
  value === null ||
  typeof value === 'string' ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'));

function inputOf(body: unknown): Input | null {
  const { id, answers, version, idempotency_key } = (body ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || !uuid.test(id)) return null;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 0) return null;
  if (typeof idempotency_key !== 'string' || !/^[!-~]{8,100}$/.test(idempotency_key)) return null;
  if (typeof answers !== 'object' || answers === null || !Object.values(answers).every(isAnswer)) return null;
  return { id, answers: answers as Record<string, unknown>, version, idempotency_key };
}

/** Returns the customer of a session cookie. Staff have no plan of their own to save. */
async function findUser(pool: pg.Pool, cookies: string | undefined): Promise<string | null> {
  const row = await findSession(pool, cookies);
  if (!row || row.role !== 'user') return null;
  if (row.eusa_read_version === null || row.privacy_policy_read_version === null) return null;
  return row.user_id;
}

const calls = new Map<string, number>();

/** Deletes all but the last hundred idempotency records of a person, at every fiftieth call. */
async function forgetOlder(client: pg.PoolClient, actorId: string): Promise<void> {
  const count = (calls.get(actorId) ?? 0) + 1;
  calls.set(actorId, count % 50);
  if (count < 50) return;
  await client.query({
    name: 'forget',
    text: `delete from idempotency_keys where actor_id = $1 and created_at < (
      select created_at from idempotency_keys where actor_id = $1 order by created_at desc offset 100 limit 1)`,
    values: [actorId],
  });
}

const answersPlace = (id: string) => place('acps', 'answers_sealed', id);
const answerPlace = (userId: string, key: string) =>
  place('idempotency_keys', 'answer_sealed', `person:${userId}`, operation, key);

type Save = { userId: string; input: Input; requestHash: Buffer; keyring: Keyring; secrets: Secrets };

type PlanRow = {
  id: string;
  user_id: string;
  status: 'draft' | 'complete';
  version: number;
  plan_version: number;
  language: string;
  answers_sealed: Buffer;
  locked: boolean;
  share_date: Date | null;
};

async function save(client: Connected, { userId, input, requestHash, keyring, secrets }: Save) {
  gather(client);
  client.query({ name: 'begin', text: 'begin' }).catch(() => {});
  const { rows } = await client.query<PlanRow>({
    name: 'plan',
    text: `select id, user_id, type, status, version, plan_version, definition_version, language, answers_sealed,
        snapshot_sha256, locked, external, share_date, completed_at, created_at, updated_at
      from acps where type = 'active' and id = $1 for update`,
    values: [input.id],
  });
  const [plan] = rows;
  const refuse = async (refused: number, error: string, details = {}) => {
    await client.query({ name: 'rollback', text: 'rollback' });
    return { refused, error, ...details };
  };
  if (!plan || plan.user_id !== userId) return refuse(403, 'forbidden');
  if (plan.locked || plan.status !== 'draft') return refuse(409, 'locked');
  const answers = JSON.parse(keyring.open(answersPlace(plan.id), plan.answers_sealed));
  if (plan.version !== input.version) return refuse(409, 'conflict', { version: plan.version, answers });
  for (const [key, value] of Object.entries(input.answers)) {
    if (value === null) delete answers[key];
    else answers[key] = value;
  }
  const now = new Date();
  const version = plan.version + 1;
  const saved = { returning: [{ id: plan.id, version, answers, updated_at: now }] };
  const text = JSON.stringify(saved);
  const details = { revision: false, status: 'draft', step: 'step4', version };
  const keyed = signEntry(secrets, userId, now, details);
  gather(client);
  const last = client.query({
    name: 'record',
    text: record,
    values: [
      userId,
      keyed,
      version,
      now,
      keyring.seal(answersPlace(plan.id), JSON.stringify(answers)),
      plan.id,
      `person:${userId}`,
      operation,
      input.idempotency_key,
      requestHash,
      keyring.seal(answerPlace(userId, input.idempotency_key), text),
      JSON.stringify(details),
    ],
  });
  const committed = client.query({ name: 'commit', text: 'commit' });
  const [end] = await Promise.allSettled([last, committed]);
  if (end.status === 'rejected') throw end.reason;
  return saved;
}

/** Signs a row of the audit trail, as the product does. */
const signEntry = (secrets: Secrets, userId: string, now: Date, details: object): Buffer =>
  secrets.sign(
    'audit',
    JSON.stringify([
      userId,
      now.toISOString(),
      'person',
      userId,
      null,
      operation,
      userId,
      Object.entries(details),
    ]),
  );

const record = `
  with head as (
    insert into audit_heads as h (chain, seq, hash)
    values ($1, 1, sha256(int4send(1) || $2::bytea))
    on conflict (chain) do update
      set seq = h.seq + 1, hash = sha256(h.hash || int4send(h.seq + 1) || $2::bytea)
    returning seq, hash
  ), changed as (
    update acps set version = $3, completed_at = $4, updated_at = $4, answers_sealed = $5 where id = $6
  ), remembered as (
    insert into idempotency_keys (actor_id, operation, key, request_hash, answer_sealed)
    values ($7, $8, $9, $10, $11)
  )
  insert into audit_log (chain, seq, at, actor_kind, actor_id, acting_staff_id, action, subject_id, details, hash)
  select $1, head.seq, $4, 'person', $1::uuid, null, $8, $1, $12::jsonb, head.hash from head`;
