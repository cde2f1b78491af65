import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../src/server/db/connection/connect.ts';
import type { TestClient } from '../client.ts';
import type { TestPerson } from '../people.ts';

/** Save that the server acknowledged. */
export type Acknowledged = { acpId: string; version: number; text: string };

/** Response that refuses a save for now: its status, code and reason; `took` is its time in milliseconds. */
export type Refusal = { status: number; code: string; reason: unknown; took: number };

/** Removes the hourly limit of changes to signed plans in this database, because savers exceed it. */
export async function withoutSignedLimit({ db }: { db: Database }): Promise<void> {
  await sql`create function uncounted() returns trigger language plpgsql as $$
    begin new.kept_at := null; return new; end $$`.execute(db);
  await sql`create trigger uncounted before insert on acps for each row execute function uncounted()`.execute(
    db,
  );
}

/** Users who save their own plan again and again, until `stop` is called. */
export type Savers = {
  acknowledged: Acknowledged[];
  /** Responses 503 `unavailable` ("not now"). */
  refusals: Refusal[];
  /** Number of saves whose connection was lost before a response arrived. */
  lost: () => number;
  /** Responses that no fault excuses: wrong text, wrong version, an error other than "not now". */
  unexpected: unknown[];
  /** Waits until `count` saves have been acknowledged. Returns early after an unexpected response. */
  untilAcknowledged(count: number): Promise<void>;
  /** Waits until all users have finished their current save. */
  stop(): Promise<void>;
};

const save = `mutation updateAnswers($id: ID!, $answers: JSON!, $status: AcpStatus!, $version: Int!, $key: String) {
  updateAnswers(id: $id, answers: $answers, status: $status, version: $version, idempotency_key: $key, confirmed: ["explanations"]) {
    returning { version answers }
  }
}`;

export type SaverOptions = {
  people: readonly {
    person: TestPerson;
    client: TestClient;
    status: 'draft' | 'complete';
    version: number;
  }[];
  /** Length of the text in each save, in characters; default 40. */
  size?: number;
  /** Pause of each user after a save, in milliseconds: the rate limit is 120 changes a minute per user. */
  pauseMs?: number;
  /** Pause before a save is sent again, in milliseconds; default 20. */
  retryMs?: number;
  /** Is called after each response, and each failure to get one. */
  onAnswer?: (isAcknowledged: boolean) => void;
};

/**
 * Starts the savers. A save without a response, or with "not now", is sent again with the same idempotency key and version until
 * it is acknowledged. The versions of each plan must therefore have no gap and no repetition, whatever faults occur.
 */
export function startSavers({
  people,
  size = 40,
  pauseMs = 0,
  retryMs = 20,
  onAnswer = () => {},
}: SaverOptions): Savers {
  const acknowledged: Acknowledged[] = [];
  const refusals: Refusal[] = [];
  const unexpected: unknown[] = [];
  let lost = 0;
  let going = true;

  async function attempt(
    who: SaverOptions['people'][number],
    version: number,
    text: string,
    key: string,
  ): Promise<boolean> {
    const from = performance.now();
    const variables = {
      id: who.person.acpId,
      answers: { explanations: text },
      status: who.status,
      version,
      key,
    };
    const sent = await who.client
      .post('/api/graphql', { query: save, variables })
      .catch((error: unknown) => error as Error);
    if (sent instanceof Error) {
      // Counts only connections that broke during a save. A refused connection means that no server was running.
      if ((sent.cause as NodeJS.ErrnoException | undefined)?.code !== 'ECONNREFUSED') lost += 1;
      return false;
    }
    const kept = sent.body?.data?.updateAnswers?.returning?.[0];
    if (kept) {
      if (kept.version !== version + 1 || kept.answers.explanations !== text)
        unexpected.push({ kept, version, text });
      return true;
    }
    const extensions = sent.body?.errors?.[0]?.extensions;
    const code = String(extensions?.code ?? sent.body?.error);
    const reason = extensions?.details?.reason ?? sent.body?.details?.reason;
    if (sent.status === 503 && code === 'unavailable') {
      refusals.push({ status: sent.status, code, reason, took: performance.now() - from });
    } else unexpected.push({ status: sent.status, body: sent.body, version });
    return false;
  }

  async function run(who: SaverOptions['people'][number]): Promise<void> {
    for (let version = who.version; going; version += 1) {
      const text = `Save ${version + 1} ${randomBytes(size).toString('hex').slice(0, size)}`;
      const key = `${who.person.acpId}-${version}`;
      while (!(await attempt(who, version, text, key))) {
        onAnswer(false);
        if (!going || unexpected.length > 20) return;
        await pause(retryMs);
      }
      onAnswer(true);
      acknowledged.push({ acpId: who.person.acpId, version: version + 1, text });
      if (pauseMs > 0) await pause(pauseMs);
    }
  }

  const running = people.map(run);
  return {
    acknowledged,
    refusals,
    lost: () => lost,
    unexpected,
    async untilAcknowledged(count) {
      while (acknowledged.length < count && unexpected.length === 0) await pause(2);
    },
    async stop() {
      going = false;
      await Promise.all(running);
    },
  };
}
