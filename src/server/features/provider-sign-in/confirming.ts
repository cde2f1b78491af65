import { sql } from 'kysely';
import type { EventName, Events } from '../../../domain/events.ts';
import { confirmedFor } from '../../../domain/providers/connection.ts';
import { recording } from '../../pipeline/audit/audit.ts';
import type { Services } from '../../pipeline/context.ts';
import { signOutStaff } from '../impersonation/api.ts';
import { findClient } from './connection-store.ts';
import { askAgainAfter, refreshPlace } from './identity-store.ts';
import { confirmSubject } from './issuer.ts';

/** Sessions that one call asks about. */
const batch = 50;

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

/** Claims sessions that are due, so that of several servers one asks. */
async function claim({ db, clock }: Asking): Promise<Due[]> {
  const now = clock();
  const { rows } = await sql<Due>`
    update organisation_sessions set due_at = ${new Date(now.getTime() + retryAfter)}
    where session_id in (
      select session_id from organisation_sessions where due_at <= ${now}
      order by due_at limit ${batch} for update skip locked)
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

/** Asks the issuer about one session. A session about which it gives no answer ends by itself within the hour. */
async function confirm(services: Asking, due: Due): Promise<void> {
  const { db, keyring, clock } = services;
  const { session_id, user_id, provider_id, refresh_sealed, ends_at } = due;
  const client = await findClient(services, provider_id);
  const identity = await db
    .selectFrom('organisation_identities')
    .select('subject')
    .where('user_id', '=', user_id)
    .where('issuer', '=', client?.issuer ?? '')
    .executeTakeFirst();
  if (!client || !identity) return;
  const refreshToken = keyring.open(refreshPlace(session_id), refresh_sealed);
  const answer = await confirmSubject(services, client, { subject: identity.subject, refreshToken });
  if (answer.is === 'gone') return signOut(services, due);
  if (answer.is === 'unknown') return;
  const now = clock().getTime();
  const until = new Date(Math.min(ends_at.getTime(), now + confirmedFor));
  await db
    .updateTable('organisation_sessions')
    .set({
      refresh_sealed: keyring.seal(refreshPlace(session_id), answer.refreshToken),
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
 * Asks the issuers whether they still know the people whose sessions are due, and ends the sessions of those who were taken away
 * there (D-50). Several servers can run this at once. Returns the number of sessions it asked about.
 */
export async function confirmOrganisationSessions(services: Asking): Promise<number> {
  const due = await claim(services);
  // One issuer that does not answer must not delay the others.
  await Promise.all(due.map((each) => confirm(services, each)));
  return due.length;
}
