import type { EventName, Events } from '../../../domain/events.ts';
import { place } from '../../db/sealed-columns.ts';
import { lastToRemind } from '../../../domain/accounts/deletion.ts';
import { melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

/** A person who asked to be deleted. */
export type Leaving = {
  userId: string;
  delete_on: IsoDate;
  email: string;
  language: Language;
  first_name: string | null;
  for_my_self: boolean;
};

/**
 * Deletes a person. What belongs to them goes with their row; this also takes what names them without belonging to them:
 * remembered answers, messages to the help desk, and mails that the stand-in mail server shows. Payments stay, without a name.
 */
export async function removeAccount(
  tx: Tx,
  { userId, email }: Pick<Leaving, 'userId' | 'email'>,
): Promise<void> {
  // Of the person, and of staff who acted in the account.
  await tx.deleteFrom('idempotency_keys').where('actor_id', 'like', `person:${userId}%`).execute();
  await tx.deleteFrom('help_messages').where('user_id', '=', userId).execute();
  await tx.deleteFrom('mail_outbox').where('to_address', '=', email).execute();
  await tx.deleteFrom('users').where('id', '=', userId).execute();
}

/** When a person's account is deleted; null when it is not. */
export async function findDeletionDate(tx: Tx, userId: string): Promise<IsoDate | null> {
  const row = await tx.selectFrom('users').select('delete_on').where('id', '=', userId).executeTakeFirst();
  return row?.delete_on ?? null;
}

/** Everyone whose day has come, on a Melbourne date. */
export async function findDue(tx: Tx, today: IsoDate): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('delete_on', '<=', today)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Whom the last mail goes to, when nothing else knows it any more. Sealed, because events and jobs hold no names. */
export type LastReceiver = { email: string; language: Language; firstName: string | null };

const receiverPlace = (userId: string) => place('outbox', 'receiver', userId);

export function sealReceiver(
  { keyring }: Pick<Services, 'keyring'>,
  person: Omit<Leaving, 'delete_on'>,
): string {
  const { userId, email, language } = person;
  const receiver: LastReceiver = {
    email,
    language,
    firstName: person.for_my_self ? person.first_name : null,
  };
  return keyring.sealJson(receiverPlace(userId), receiver).toString('base64');
}

export function openReceiver(
  { keyring }: Pick<Services, 'keyring'>,
  userId: string,
  sealed: string,
): LastReceiver {
  return keyring.openJson<LastReceiver>(receiverPlace(userId), Buffer.from(sealed, 'base64'));
}

/**
 * Leaves an event for each person whose account is deleted within three days and who was not reminded yet. The mark and the
 * event commit together, so that no one is reminded twice.
 */
export async function remindOfDeletion({ db }: Pick<Services, 'db'>, now: Date): Promise<number> {
  const today = melbourneDate(now);
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('users')
      .set({ deletion_reminded_at: now })
      .where('delete_on', '>', today)
      .where('delete_on', '<=', lastToRemind(today))
      .where('deletion_reminded_at', 'is', null)
      .returning('id')
      .execute();
    if (rows.length > 0)
      await tx
        .insertInto('outbox')
        .values(
          rows.map(({ id }) => ({
            type: 'account.deletion-soon' satisfies EventName,
            payload: JSON.stringify({ user_id: id } satisfies Events['account.deletion-soon']),
          })),
        )
        .execute();
    return rows.length;
  });
}

/** What a job needs to know of a copy that is to be made. Null when it is made, given up, or its owner is gone. */
export async function findWaiting(
  tx: Tx,
  id: string,
): Promise<{ userId: string; requested_at: Date } | null> {
  const row = await tx
    .selectFrom('data_exports')
    .select(['user_id', 'requested_at'])
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  return row ? { userId: row.user_id, requested_at: row.requested_at } : null;
}

/** When a copy can be downloaded until; null while there is none. */
export async function findExpiry(tx: Tx, id: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('data_exports')
    .select('expires_at')
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** Marks a copy that could not be made. */
export async function giveUpExport(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
}

/** Deletes copies whose time is over, and gives up those that no job could make within a day. */
export async function tidyExports(tx: Tx, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - 24 * 60 * 60_000);
  await tx.deleteFrom('data_exports').where('expires_at', '<=', now).execute();
  await tx
    .updateTable('data_exports')
    .set({ status: 'failed' })
    .where('status', '=', 'waiting')
    .where('requested_at', '<', yesterday)
    .execute();
}
