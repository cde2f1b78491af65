import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';
import { canonical, type AuditRow } from './audit.ts';
import type { Database, Tx } from '../context.ts';

/** A place where the trail is invalid. `seq` is the first row of the chain that is wrong or missing. */
export type AuditFault = { chain: string; seq: number };

export type AuditReport = {
  /** Number of entries read. */
  rows: number;
  /** The first faults, at most `faultsAtMost`. */
  faults: AuditFault[];
  /** Number of chains with a fault. */
  faultCount: number;
  /** SHA-256 over the ends of all chains that were read, in their order. */
  heads: string;
};

/** The progress of a run: every chain up to this one was read. */
export type AuditProgress = { after: string; rows: number; faultCount: number };

export type VerifyOptions = {
  /** Reads only the chains after this one, to continue an interrupted run. */
  after?: string | undefined;
  /** Called after each snapshot that finished a chain. */
  onProgress?: (progress: AuditProgress) => void;
  /** Chains whose ends one snapshot reads, entries after which a snapshot ends, and entries of one statement. */
  bounds?: { chains: number; rows: number; page: number };
};

/** Maximum number of faults listed; a whole trail under another key can have millions. */
export const faultsAtMost = 1_000;

const defaultBounds = { chains: 1_000, rows: 50_000, page: 2_000 };

/** Waits before a snapshot is retried while the database is unavailable, in milliseconds. */
const retryWaits = [1_000, 5_000, 15_000];

const seqBounds = { least: -2_147_483_648, most: 2_147_483_647 } as const;

/** The position in a chain: the number that the next row must have, and the hash before it. */
export type Reading = { chain: string; expected: number; before: Buffer; whole: boolean };

/** Every row up to `(chain, seq)` was read. `reading` is the chain itself while rows of it may follow. */
type Cursor = { chain: string; seq: number; reading: Reading | null };

export type StoredRow = AuditRow & { seq: number; hash: Buffer };

/** Returns the state of a chain before its first row is read. */
export const startOf = (chain: string): Reading => ({
  chain,
  expected: 1,
  before: Buffer.alloc(0),
  whole: true,
});

/** Returns the hash that a row must have after the row before; null if the row cannot be serialised for hashing. */
export function expectedHash(secrets: Secrets, { before, expected }: Reading, row: StoredRow): Buffer | null {
  const number = Buffer.alloc(4);
  number.writeInt32BE(expected);
  try {
    const keyed = secrets.sign('audit', canonical({ ...row, at: new Date(row.at) }));
    return createHash('sha256').update(before).update(number).update(keyed).digest();
  } catch {
    return null;
  }
}

function readPage(tx: Tx, { chain, seq }: Cursor, upTo: string | null, limit: number): Promise<StoredRow[]> {
  let query = tx
    .selectFrom('audit_log')
    .selectAll()
    .where(sql<boolean>`(chain, seq) > (${chain}, ${seq})`);
  if (upTo !== null) query = query.where('chain', '<=', upTo);
  return query.orderBy('chain').orderBy('seq').limit(limit).execute();
}

type Found = { rows: number; faults: AuditFault[]; heads: string[] };

type Head = { chain: string; seq: number; hash: Buffer };

/** Compares the rows of a batch of chains, in their order, with the chains' ends. */
class BatchCheck {
  readonly found: Found = { rows: 0, faults: [], heads: [] };
  readonly #secrets: Secrets;
  readonly #heads: readonly Head[];
  readonly #place: ReadonlyMap<string, number>;
  #reading: Reading | null;
  #finished = 0;
  #orphan: string | null = null;

  constructor(secrets: Secrets, heads: readonly Head[], reading: Reading | null) {
    this.#secrets = secrets;
    this.#heads = heads;
    this.#place = new Map(heads.map(({ chain }, index) => [chain, index]));
    this.#reading = reading;
  }

  take(rows: readonly StoredRow[]): void {
    for (const row of rows) this.#takeRow(row);
    this.found.rows += rows.length;
  }

  hasEnd(chain: string): boolean {
    return this.#place.has(chain);
  }

  /** Returns the place after the last row that was taken. */
  after({ chain, seq }: StoredRow): Cursor {
    // The rest of a chain that has a fault, or no end, adds no information.
    const skipped = !this.hasEnd(chain) || !this.#reading?.whole;
    return { chain, seq: skipped ? seqBounds.most : seq, reading: this.#reading };
  }

  /** Compares the ends of all remaining chains with the rows that were taken. */
  finish(): void {
    this.#finishBefore(this.#heads.length);
  }

  #takeRow(row: StoredRow): void {
    const index = this.#place.get(row.chain);
    if (index === undefined) {
      if (this.#orphan !== row.chain) this.found.faults.push({ chain: row.chain, seq: 1 });
      this.#orphan = row.chain;
      return;
    }
    let reading = this.#reading;
    if (reading?.chain !== row.chain) {
      this.#finishBefore(index);
      this.#reading = reading = startOf(row.chain);
    }
    if (!reading.whole) return;
    const hash = expectedHash(this.#secrets, reading, row);
    if (row.seq !== reading.expected || !hash?.equals(row.hash)) {
      this.found.faults.push({ chain: row.chain, seq: reading.expected });
      this.#reading = { ...reading, whole: false };
    } else {
      this.#reading = { ...reading, expected: reading.expected + 1, before: hash };
    }
  }

  /** Compares the ends of all chains before the one at `index` with the rows that were taken. */
  #finishBefore(index: number): void {
    for (; this.#finished < index; this.#finished += 1) {
      const head = this.#heads[this.#finished]!;
      this.found.heads.push(`${head.chain}:${head.seq}:${head.hash.toString('hex')}\n`);
      const reading = this.#reading;
      const { expected, before, whole } = reading?.chain === head.chain ? reading : startOf(head.chain);
      if (whole && (expected - 1 !== head.seq || !before.equals(head.hash)))
        this.found.faults.push({ chain: head.chain, seq: Math.min(expected, head.seq + 1) });
    }
  }
}

/**
 * Reads a batch of chains inside one snapshot: their ends, and all rows up to the last of them, so that it also finds rows of
 * chains without an end. Returns where the next snapshot begins; null at the end of the trail.
 */
async function readSnapshot(
  tx: Tx,
  secrets: Secrets,
  from: Cursor,
  bounds: NonNullable<VerifyOptions['bounds']>,
): Promise<Found & { next: Cursor | null }> {
  const heads = await tx
    .selectFrom('audit_heads')
    .selectAll()
    .where('chain', from.reading ? '>=' : '>', from.chain)
    .orderBy('chain')
    .limit(bounds.chains)
    .execute();
  const upTo = heads.length < bounds.chains ? null : (heads.at(-1)?.chain ?? null);
  const batch = new BatchCheck(secrets, heads, from.reading);
  const { found } = batch;
  let cursor = from;
  for (;;) {
    const page = await readPage(tx, cursor, upTo, bounds.page);
    batch.take(page);
    const last = page.at(-1);
    if (!last || page.length < bounds.page) break;
    cursor = batch.after(last);
    if (batch.hasEnd(last.chain) && found.rows >= bounds.rows) return { ...found, next: cursor };
  }
  batch.finish();
  return { ...found, next: upTo === null ? null : { chain: upTo, seq: seqBounds.most, reading: null } };
}

/**
 * Reads the whole trail and finds every chain with a changed, removed, added or reordered row. Uses bounded memory, and can run
 * while servers write. Rows removed from the end of a chain together with its head are found only by comparing `heads` with an
 * earlier run.
 *
 * Each batch of chains has its own snapshot, which sees heads and rows of the same instant: an entry written meanwhile does not
 * appear as a fault, and no snapshot lasts for hours and blocks the vacuum. A long chain is read by several snapshots; because
 * rows are only added, the part already read stays valid.
 * @throws AppError `unavailable` if the database stays unavailable
 */
export async function verifyAudit(
  db: Database,
  secrets: Secrets,
  { after, onProgress, bounds = defaultBounds }: VerifyOptions = {},
): Promise<AuditReport> {
  const total = createHash('sha256');
  const report = { rows: 0, faults: [] as AuditFault[], faultCount: 0 };
  let cursor: Cursor | null =
    after === undefined
      ? { chain: '', seq: seqBounds.least, reading: startOf('') }
      : { chain: after, seq: seqBounds.most, reading: null };
  while (cursor) {
    const from: Cursor = cursor;
    const { rows, faults, heads, next } = await again(() =>
      inSnapshot(db, (tx) => readSnapshot(tx, secrets, from, bounds)),
    );
    for (const line of heads) total.update(line);
    report.rows += rows;
    report.faultCount += faults.length;
    report.faults.push(...faults.slice(0, faultsAtMost - report.faults.length));
    cursor = next;
    if (heads.length > 0) {
      const done = heads.at(-1)!;
      // A chain may contain any character; a head's line ends with its number and hash.
      const chain = done.slice(0, done.lastIndexOf(':', done.lastIndexOf(':') - 1));
      onProgress?.({ after: chain, rows: report.rows, faultCount: report.faultCount });
    }
  }
  return { ...report, heads: total.digest('hex') };
}

/** Reads in a snapshot of its own; inside an open transaction, reads what that transaction sees. */
function inSnapshot<T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** Retries, because a long run must survive a database outage of some seconds. */
async function again<T>(run: () => Promise<T>): Promise<T> {
  for (const wait of retryWaits) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
      await pause(wait);
    }
  }
  return run();
}
