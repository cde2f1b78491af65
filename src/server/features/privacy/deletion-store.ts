import { lastToRemind } from '../../../domain/accounts/deletion.ts';
import { melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

/** Notes the date of the deletion. False when one is noted already. */
export async function askForDeletion(tx: Tx, userId: string, deleteOn: IsoDate, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({
      delete_on: deleteOn,
      deletion_requested_at: now,
      deletion_reminded_at: null,
      updated_at: now,
    })
    .where('id', '=', userId)
    .where('delete_on', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function forgetDeletion(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ delete_on: null, deletion_requested_at: null, deletion_reminded_at: null, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** When a person's account is deleted; null when it is not. */
export async function findDeletionDate(tx: Tx, userId: string): Promise<IsoDate | null> {
  const row = await tx.selectFrom('users').select('delete_on').where('id', '=', userId).executeTakeFirst();
  return row?.delete_on ?? null;
}

/** Somebody who asked to be deleted. */
export type Leaving = {
  ownerId: string;
  delete_on: IsoDate;
  email: string;
  language: Language;
  first_name: string | null;
  for_my_self: boolean;
};

/** The person, locked until the transaction ends; null when they did not ask, or are gone. */
export async function findDueForChange(tx: Tx, userId: string): Promise<Leaving | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id as ownerId', 'delete_on', 'email', 'language', 'first_name', 'for_my_self'])
    .where('id', '=', userId)
    .where('delete_on', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.delete_on ? { ...row, delete_on: row.delete_on } : null;
}

/** Everybody whose day has come, on a Melbourne date. */
export async function findDue(tx: Tx, today: IsoDate): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('delete_on', '<=', today)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes a person. What belongs to them goes with their row; this also takes what names them without belonging to them:
 * remembered answers, messages to the help desk, and mails that the stand-in mail server shows. Payments stay, without a name.
 */
export async function deletePerson(tx: Tx, { ownerId, email }: Leaving): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('actor_id', '=', `person:${ownerId}`).execute();
  await tx.deleteFrom('help_messages').where('user_id', '=', ownerId).execute();
  await tx.deleteFrom('mail_outbox').where('to_address', '=', email).execute();
  await tx.deleteFrom('users').where('id', '=', ownerId).execute();
}

/** Whom the last mail goes to, when nothing else knows any more. Sealed, because events and jobs hold no names. */
export type LastReceiver = { email: string; language: Language; firstName: string | null };

const receiverPlace = (userId: string) => ({ table: 'outbox', row: userId, column: 'receiver' });

export function sealReceiver({ keyring }: Pick<Services, 'keyring'>, person: Leaving): string {
  const { ownerId, email, language } = person;
  const receiver: LastReceiver = {
    email,
    language,
    firstName: person.for_my_self ? person.first_name : null,
  };
  return keyring.sealJson(receiverPlace(ownerId), receiver).toString('base64');
}

export function openReceiver(
  { keyring }: Pick<Services, 'keyring'>,
  userId: string,
  sealed: string,
): LastReceiver {
  return keyring.openJson<LastReceiver>(receiverPlace(userId), Buffer.from(sealed, 'base64'));
}

/**
 * Leaves an event for everybody whose account is deleted within three days and who was not reminded yet. The note and the
 * event commit together, so that nobody is reminded twice.
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
          rows.map(({ id }) => ({ type: 'account.deletion-soon', payload: JSON.stringify({ user_id: id }) })),
        )
        .execute();
    return rows.length;
  });
}
