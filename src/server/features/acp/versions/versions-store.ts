import { sql } from 'kysely';
import type { OwnScope } from '../../../../domain/access/scope.ts';
import { planVersionList } from '../../../../domain/lists/definitions/plan-versions.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { listSource, readPage } from '../../../db/lists/page.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { findOne, findWithoutPicture, type Acp, type AcpRow } from '../store.ts';

/** An earlier signed state of a plan without its answers: with them a list of 50 would have megabytes. */
export type AcpVersion = Omit<
  AcpRow,
  | 'answers_sealed'
  | 'snapshot_sealed'
  | 'snapshot_sha256'
  | 'signature_id'
  | 'kept_at'
  | 'locked_at'
  | 'locked_by'
  | 'restored_at'
  | 'restored_from'
  | 'still_right_at'
  | 'still_right_version'
>;

const source = listSource(planVersionList, {
  rows: (tx, scope: OwnScope) =>
    tx
      .selectFrom('acps')
      .select(['id', 'user_id', 'type', 'status', 'version', 'plan_version', 'definition_version'])
      .select(['language', 'locked', 'external', 'share_date', 'completed_at', 'created_at', 'updated_at'])
      .where('type', '=', 'revision')
      .where('user_id', '=', scope.people === 'one' ? scope.userId : null),
  id: 'acps.id',
  filters: {},
  sorts: { plan_version: 'acps.plan_version' },
});

/** Returns a page of one's own earlier signed states. */
export const findVersions = (
  tx: Tx,
  scope: OwnScope,
  query: ListQuery<typeof planVersionList>,
): Promise<Page<AcpVersion>> => readPage(tx, source, scope, query);

/** Returns one earlier signed state by its number, with its answers; null if there is none. */
export const findVersion = (
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  userId: string,
  planVersion: number,
): Promise<Acp | null> =>
  findOne(
    tx,
    services,
    sql`type = 'revision' and status = 'complete' and user_id = ${userId} and plan_version = ${planVersion} order by version desc limit 1`,
  );

/**
 * Yields earlier signed states with their answers, newest first, one at a time: together they may have hundreds of megabytes.
 * Without the pictures of their signatures, like `findWithoutPicture`.
 */
export async function* eachVersion(
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  userId: string,
): AsyncGenerator<Acp> {
  const { rows } = await sql<{ id: string }>`
    select id from acps where type = 'revision' and user_id = ${userId}
    order by plan_version desc, id desc`.execute(tx);
  for (const { id } of rows) {
    const acp = await findWithoutPicture(tx, services, id);
    if (acp) yield acp;
  }
}

/** Limits of signed saves of a plan: people correct a few things in an hour, a program would fill the disk. */
const limits = [
  { count: 30, seconds: 60 * 60 },
  { count: 100, seconds: 24 * 60 * 60 },
] as const;

/**
 * Returns the seconds until a signed plan accepts another change; 0 for now. Called with the plan locked, so that no concurrent
 * change passes.
 */
export async function secondsUntilNextVersion(tx: Tx, userId: string, now: Date): Promise<number> {
  const waits = await Promise.all(
    limits.map(async ({ count, seconds }) => {
      const { rows } = await sql<{ kept_at: Date }>`
        select kept_at from acps where type = 'revision' and user_id = ${userId} and kept_at <= ${now}
          and kept_at > ${new Date(now.getTime() - seconds * 1_000)}
        order by kept_at desc offset ${count - 1} limit 1`.execute(tx);
      const oldest = rows[0]?.kept_at.getTime();
      return oldest === undefined ? 0 : Math.ceil((oldest - now.getTime()) / 1_000 + seconds);
    }),
  );
  return Math.max(...waits);
}
