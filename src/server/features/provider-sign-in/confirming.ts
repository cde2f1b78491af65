import { sql } from 'kysely';
import type { EventName, Events } from '../../../domain/events.ts';
import { confirmedFor } from '../../../domain/providers/connection.ts';
import { recording } from '../../pipeline/audit/audit.ts';
import type { Services } from '../../pipeline/context.ts';
import { signOutStaff } from '../impersonation/api.ts';
import { findClient, findConnectionAbove } from './connection/connection-store.ts';
import { askAgainAfter, findMember, refreshPlace } from './identity-store.ts';
import { confirmSubject } from './issuer.ts';

/** Issuers that one run asks at the same time. */
const issuersAtOnce = 40;

/** Sessions about which one issuer is asked at the same time. */
const sessionsAtOnce = 8;

/** Duration after which a run asks nothing more, in milliseconds: a run begins every minute. */
const runMilliseconds = 50_000;

/** Time until an issuer that did not answer is asked again, in milliseconds. */
const retryAfter = 5 * 60_000;

type Asking = Pick<Services, 'db' | 'clock' | 'keyring' | 'secrets' | 'outgoing' | 'eventsWaiting'>;
type Due = {
  session_id: string;
  user_id: string;
  provider_id: string;
  refresh_sealed: Buffer;
  ends_at: Date;
};

/** Returns the providers of the connections with sessions that are due; those that wait longest first. */
async function findDueProviders({ db, clock }: Asking): Promise<string[]> {
  const rows = await db
    .selectFrom('organisation_sessions')
    .select('provider_id')
    .where('due_at', '<=', clock())
    .groupBy('provider_id')
    .orderBy(({ fn }) => fn.min('due_at'))
    .execute();
  return rows.map(({ provider_id }) => provider_id);
}

/** Claims sessions of one connection that are due, so that only one of several servers asks about each. */
async function claim({ db, clock }: Asking, providerId: string): Promise<Due[]> {
  const now = clock();
  const { rows } = await sql<Due>`
    update organisation_sessions set due_at = ${new Date(now.getTime() + retryAfter)}
    where session_id in (
      select session_id from organisation_sessions where provider_id = ${providerId} and due_at <= ${now}
      order by due_at limit ${sessionsAtOnce} for update skip locked)
    returning session_id, user_id, provider_id, refresh_sealed, ends_at`.execute(db);
  return rows;
}

/** Signs a person out everywhere whom the issuer no longer knows, with an entry in the trail. */
async function signOut({ db, clock, secrets, eventsWaiting }: Asking, due: Due): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (tx) => {
    // The person's other sessions may be found at the same moment: the first one ends them all.
    await tx.selectFrom('users').select('id').where('id', '=', due.user_id).forUpdate().execute();
    const open = tx.selectFrom('organisation_sessions').select('session_id');
    if (!(await open.where('session_id', '=', due.session_id).executeTakeFirst())) return;
    const events: { type: EventName; payload: Events[EventName] }[] = [];
    const emit = <Name extends EventName>(type: Name, payload: Events[Name]) =>
      void events.push({ type, payload });
    await signOutStaff({ tx, now, emit }, due.user_id);
    const entry = {
      chain: due.user_id,
      at: now,
      actor: { kind: 'system' },
      action: 'endOrganisationSessions',
      subjectId: due.user_id,
      details: { provider_id: due.provider_id },
    } as const;
    await recording(secrets, entry, { events: events as never }).execute(tx);
  });
  eventsWaiting();
}

/** Extends a session that the issuer confirmed. */
async function extend({ db, keyring, clock }: Asking, due: Due, refreshToken: string): Promise<void> {
  const { session_id, ends_at } = due;
  const now = clock().getTime();
  const until = new Date(Math.min(ends_at.getTime(), now + confirmedFor));
  await db
    .updateTable('organisation_sessions')
    .set({
      refresh_sealed: keyring.seal(refreshPlace(session_id), refreshToken),
      due_at: new Date(now + askAgainAfter),
    })
    .where('session_id', '=', session_id)
    .execute();
  await db
    .updateTable('sessions')
    .set({ absolute_expires_at: until })
    .where('id', '=', session_id)
    // A session that was ended meanwhile stays ended.
    .where('absolute_expires_at', '>', new Date(now))
    .execute();
}

/**
 * Returns the subject of the person of a session. Null if the connection is not theirs any more: they were moved to another provider,
 * their provider was archived or got a connection of its own, or the connection has another issuer.
 */
async function findSubject({ db }: Asking, { user_id, provider_id }: Due): Promise<string | null> {
  const member = await findMember(db, user_id);
  const connection = member && (await findConnectionAbove(db, member.path));
  if (connection?.provider_id !== provider_id) return null;
  const identity = await db
    .selectFrom('organisation_identities')
    .select('subject')
    .where('user_id', '=', user_id)
    .where('provider_id', '=', provider_id)
    .where('issuer', '=', connection.issuer)
    .executeTakeFirst();
  return identity?.subject ?? null;
}

/**
 * Asks the issuer about one session. A session that is not confirmed ends by itself within the hour. Returns whether the issuer gave
 * no answer.
 */
async function confirm(services: Asking, due: Due): Promise<boolean> {
  const client = await findClient(services, due.provider_id);
  const subject = await findSubject(services, due);
  if (!client || subject === null) return false;
  const refreshToken = services.keyring.open(refreshPlace(due.session_id), due.refresh_sealed);
  const answer = await confirmSubject(services, client, { subject, refreshToken });
  if (answer.is === 'gone') await signOut(services, due);
  if (answer.is === 'known') await extend(services, due, answer.refreshToken);
  return answer.is === 'unknown';
}

type Run = { isOver: () => boolean; failed: (error: unknown) => void; asked: number };

/**
 * Asks the issuer of one connection about its sessions that are due, in batches. Stops after a batch about which the issuer gave no answer:
 * a later run asks about the others.
 */
async function confirmAt(services: Asking, providerId: string, run: Run): Promise<void> {
  while (!run.isOver()) {
    const due = await claim(services, providerId);
    run.asked += due.length;
    const results = await Promise.allSettled(due.map((each) => confirm(services, each)));
    for (const result of results) if (result.status === 'rejected') run.failed(result.reason);
    const hasAnswered = results.some((result) => result.status === 'fulfilled' && !result.value);
    if (!hasAnswered) return;
  }
}

/**
 * Asks the issuers whether they still know the people whose sessions are due, and ends the sessions of those who were taken away
 * there (D-50). Issuers are asked independently of each other, so that a slow one delays only its own sessions. Several servers can
 * run this at once. Returns the number of sessions it asked about. @throws the first error, after all others were asked about
 */
export async function confirmOrganisationSessions(services: Asking): Promise<number> {
  const ends = performance.now() + runMilliseconds;
  const errors: unknown[] = [];
  const run: Run = {
    isOver: () => performance.now() >= ends,
    failed: (error) => void errors.push(error),
    asked: 0,
  };
  const providers = await findDueProviders(services);
  const work = async () => {
    for (let id = providers.shift(); id !== undefined && !run.isOver(); id = providers.shift())
      await confirmAt(services, id, run);
  };
  await Promise.all(Array.from({ length: issuersAtOnce }, work));
  if (errors.length > 0) throw errors[0];
  return run.asked;
}
