import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import type pg from 'pg';

// Parts that all handwritten servers share.

/** Socket of a client, which the library's types leave out. */
export type Connected = pg.PoolClient & { connection: { stream: Writable } };

/** Sends statements issued in the same tick together, as the product does. */
export function gather({ connection: { stream } }: Connected): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

type SessionRow = {
  id: string;
  user_id: string;
  acting_staff_id: string | null;
  last_seen_at: Date;
  idle_expires_at: Date;
  absolute_expires_at: Date;
  status: string;
  eusa_read_version: string | null;
  privacy_policy_read_version: string | null;
  role: string;
  second_step_on: boolean;
  provider_archived: boolean | null;
};

/** Returns the active session of a cookie, with the product's own query; extends it at most once a minute. */
export async function findSession(pool: pg.Pool, cookies: string | undefined): Promise<SessionRow | null> {
  const token = /(?:^|; )wattle=([\w-]+)/.exec(cookies ?? '')?.[1];
  if (!token) return null;
  const { rows } = await pool.query<SessionRow>({
    name: 'session',
    text: `
      select s.id, s.user_id, s.acting_staff_id, s.last_seen_at, s.idle_expires_at, s.absolute_expires_at,
        u.status, u.language, u.provider_id, u.second_step_on,
        u.eusa_read_version, u.privacy_policy_read_version,
        r.role, r.can_manage_acp, r.can_manage_all, r.can_manage_user, p.archived as provider_archived
      from sessions s
      join users u on u.id = s.user_id
      join permission_roles r on r.id = u.permission_role_id
      left join providers p on p.id = u.provider_id
      where s.token_hash = $1`,
    values: [createHash('sha256').update(token, 'utf8').digest()],
  });
  const [row] = rows;
  const now = new Date();
  if (!row || row.status !== 'active' || row.acting_staff_id !== null) return null;
  if (row.role !== 'user' && row.provider_archived) return null;
  if (now >= row.idle_expires_at || now >= row.absolute_expires_at) return null;
  if (now.getTime() - row.last_seen_at.getTime() >= 60_000)
    pool
      .query({
        name: 'extend',
        text: 'update sessions set last_seen_at = $1, idle_expires_at = $2 where id = $3 and last_seen_at = $4',
        values: [now, new Date(now.getTime() + 1_800_000), row.id, row.last_seen_at],
      })
      .catch(() => {});
  return row;
}
