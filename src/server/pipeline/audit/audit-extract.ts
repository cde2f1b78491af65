import { createHash } from 'node:crypto';
import { AppError } from '../../../domain/errors.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';
import type { Database, Tx } from '../context.ts';
import { recording } from './audit.ts';
import { expectedHash, startOf, type Reading } from './audit-verify.ts';

/** Number of entries that one statement reads. */
const pageRows = 2_000;

export type ExtractRequest = {
  /** The person whose entries are extracted. */
  userId: string;
  /** The reason, for the trail: the requester and the reference number. Contains no person's name. */
  reason: string;
  /** Receives one line, including its line break. */
  write: (line: string) => Promise<void>;
};

export type Extract = { entries: number; isIntact: boolean; sha256: string };

type ExtractServices = { db: Database; secrets: Secrets; clock: () => Date };

const sealOf = (secrets: Secrets, sha256: string) => secrets.sign('audit-extract', sha256).toString('hex');

/**
 * Writes all entries of one person's chain in order, one JSON object a line. The first line contains the person and the time. The
 * last lines contain the number of entries, whether the chain is intact, and a seal over all lines before. Entries contain ids
 * and names of actions, no answer. The extract is itself an entry of the chain, and the last one of the file.
 * @throws AppError `not-found` if the trail has no such chain
 */
export async function extractAudit(
  { db, secrets, clock }: ExtractServices,
  { userId, reason, write }: ExtractRequest,
): Promise<Extract> {
  const head = await db
    .selectFrom('audit_heads')
    .select('seq')
    .where('chain', '=', userId)
    .executeTakeFirst();
  if (!head) throw new AppError('not-found');
  await recording(
    secrets,
    {
      ...{ chain: userId, at: clock(), actor: { kind: 'system' }, action: 'extractAudit' },
      ...{ subjectId: userId, details: { reason } },
    },
    { events: [] },
  ).execute(db);

  const sum = createHash('sha256');
  const say = async (value: object) => {
    const line = `${JSON.stringify(value)}\n`;
    sum.update(line);
    await write(line);
  };
  await say({ extract_of: userId, made_at: clock().toISOString(), reason });
  const { entries, isIntact } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readChain(tx, secrets, userId, say));
  const sha256 = sum.digest('hex');
  await write(`${JSON.stringify({ entries, intact: isIntact, sha256, seal: sealOf(secrets, sha256) })}\n`);
  return { entries, isIntact, sha256 };
}

/** Passes all entries of a chain to `say` in order, and checks the chain. */
async function readChain(
  tx: Tx,
  secrets: Secrets,
  chain: string,
  say: (entry: object) => Promise<void>,
): Promise<Pick<Extract, 'entries' | 'isIntact'>> {
  const end = await tx.selectFrom('audit_heads').selectAll().where('chain', '=', chain).executeTakeFirst();
  let reading: Reading = startOf(chain);
  let count = 0;
  for (let after = -2_147_483_648; ;) {
    const rows = await tx
      .selectFrom('audit_log')
      .selectAll()
      .where('chain', '=', chain)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(pageRows)
      .execute();
    for (const row of rows) {
      const hash = expectedHash(secrets, reading, row);
      const whole = reading.whole && row.seq === reading.expected && hash?.equals(row.hash) === true;
      reading = { ...reading, whole, expected: reading.expected + 1, before: hash ?? reading.before };
      const { hash: stored, chain: _, ...shown } = row;
      await say({ ...shown, hash: stored.toString('hex') });
    }
    count += rows.length;
    after = rows.at(-1)?.seq ?? after;
    if (rows.length < pageRows) break;
  }
  const endsRight = end?.seq === count && end.hash.equals(reading.before);
  return { entries: count, isIntact: reading.whole && endsRight };
}

/** True if a file is an extract that this installation made and that is unchanged. */
export function isUnchangedExtract(secrets: Secrets, text: string): boolean {
  const lines = text.split('\n').filter(Boolean);
  const last = lines.pop();
  if (last === undefined) return false;
  const sha256 = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  try {
    const seal = (JSON.parse(last) as { seal?: unknown }).seal;
    return typeof seal === 'string' && secrets.verify('audit-extract', sha256, Buffer.from(seal, 'hex'));
  } catch {
    return false;
  }
}
