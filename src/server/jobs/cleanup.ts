import type { Services } from '../pipeline/context.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** How many mails the stand-in mail server keeps. */
const outboxMails = 500;

/**
 * Deletes what has expired: answers to repeated calls after 24 hours, counted tries after a day, sessions and links that
 * ran out, second steps that were not finished, devices unused for 400 days, messages a month after the help desk had them, notes
 * of sent mails after 60 days. A second run after half of one does no harm.
 */
export async function cleanUp({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before(day)).execute();
  await db.deleteFrom('attempts').where('at', '<', before(day)).execute();
  await db
    .deleteFrom('sessions')
    .where((either) =>
      either.or([either('idle_expires_at', '<', now), either('absolute_expires_at', '<', now)]),
    )
    .execute();
  await db
    .deleteFrom('known_devices')
    .where('last_seen_at', '<', before(400 * day))
    .execute();
  // A day longer than they work, so that an old link is still told apart from one that never was.
  await db.deleteFrom('one_time_tokens').where('expires_at', '<', before(day)).execute();
  await db.deleteFrom('second_step_challenges').where('expires_at', '<', before(day)).execute();
  // Numbers and apps that were added and never confirmed.
  await db
    .deleteFrom('second_factors')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', before(day))
    .execute();
  await db
    .deleteFrom('help_messages')
    .where('mailed_at', '<', before(30 * day))
    .execute();
  await db
    .deleteFrom('sent_messages')
    .where('sent_at', '<', before(60 * day))
    .execute();
  await db
    .deleteFrom('mail_outbox')
    .where('id', 'in', (old) =>
      old
        .selectFrom('mail_outbox')
        .select('id')
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(outboxMails),
    )
    .execute();
}
