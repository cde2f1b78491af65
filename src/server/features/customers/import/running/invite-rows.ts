import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { IsoDate } from '../../../../../domain/fields.ts';
import type { Language } from '../../../../../domain/i18n/texts.ts';
import { placeholderEmail } from '../../../../../domain/customers/placeholder-email.ts';
import type { ImportedCustomer } from '../../../../../domain/customers/import/row.ts';
import type { Placed } from '../checking/conflicts.ts';
import { newPin, newShareId, pinPlace } from '../../../../db/sealing/account-secrets.ts';
import { medicareColumns } from '../../../../db/sealing/held-medicare.ts';
import { insertDrafts, sealDraft, type NewDraft } from '../../../acp/api.ts';
import { recordActivities } from '../../../../pipeline/audit/activities.ts';
import type { Services, Tx } from '../../../../pipeline/context.ts';

/** Settings for inviting customers: the provider, the inviter, the language, and the trial. */
export type Inviting = {
  providerId: string;
  staffId: string;
  language: Language;
  trialEnds: IsoDate | null;
  /** End of the customers' trial by house, for the other houses to which customers can be added. */
  houses: ReadonlyMap<string, IsoDate | null>;
  now: Date;
  /** When the import began: the same for all its lines. */
  began: Date;
  /** The import of a list; absent for customers who are added from elsewhere. */
  importId?: string;
};

/** An account that was created, with the invitation to mail; null for an account without an address. */
export type MadeCustomer = { user_id: string; invitation_id: string | null };

/** A customer with the data of their account, sealed and not written yet. */
export type SealedCustomer = ReturnType<typeof medicareColumns> & {
  customer: ImportedCustomer;
  /** Null for the provider of the list. */
  house: string | null;
  id: string;
  /** Null without an address, because no invitation is sent. */
  invitation_id: string | null;
  pin_sealed: Buffer;
  share_id: string;
  draft: NewDraft;
};

/** A customer with the number of its line in the list. */
export type ListedCustomer = SealedCustomer & { line: number };

/** Number of customers that are sealed without a pause: about a millisecond. */
const sealedAtOnce = 20;

/** Seals the data of accounts before the transaction that creates them, with pauses for other requests. */
export async function sealCustomers(
  services: Pick<Services, 'keyring'>,
  customers: readonly Placed[],
): Promise<SealedCustomer[]> {
  const { keyring } = services;
  const made: SealedCustomer[] = [];
  for (const { customer, house } of customers) {
    if (made.length % sealedAtOnce === sealedAtOnce - 1) await nextTurn();
    const id = crypto.randomUUID();
    made.push({
      ...medicareColumns(keyring, id, customer.medicare_number ?? ''),
      customer,
      house,
      id,
      invitation_id: customer.email === null ? null : crypto.randomUUID(),
      pin_sealed: keyring.seal(pinPlace(id), newPin()),
      share_id: newShareId(),
      draft: sealDraft(services, id),
    });
  }
  return made;
}

/**
 * Creates accounts in one statement: accounts with an address wait for their person to accept, the others have no person yet. An
 * account that another call created at the same moment is left out and returned as null. Each account is created as
 * `makeCustomer` creates it. Details from the list are kept until the person accepts (GAP-109).
 * Each is created a microsecond earlier than the line before it, so that the newest first are in the order of the list (N-03).
 */
export async function insertCustomers(
  tx: Tx,
  { providerId, language, trialEnds, houses, now, began }: Inviting,
  customers: readonly ListedCustomer[],
): Promise<(MadeCustomer | null)[]> {
  if (customers.length === 0) return [];
  const emailOf = ({ id, customer }: ListedCustomer) => customer.email ?? placeholderEmail(id);
  // In a fixed order everywhere, so that two imports of the same people wait for each other instead of deadlocking.
  const made = customers.toSorted((one, next) => (emailOf(one) < emailOf(next) ? -1 : 1));
  const of = <Value>(read: (customer: ImportedCustomer) => Value) =>
    made.map(({ customer }) => read(customer));
  const { rows } = await sql<{ id: string }>`
    insert into users (id, provider_id, first_name, last_name, email, dob, gender, customer_id, room, pin_sealed, share_id,
      medicare_sealed, medicare_index, medicare_card, medicare_card_of, invitation_id, invite_date, status,
      registration_type, account_owner, for_my_self, not_owner_confirmed_at, language, trial_end_date, created_at)
    select n.id, n.provider_id, n.first_name, n.last_name, n.email, n.dob, n.gender, n.customer_id, n.room, n.pin, n.share_id,
      n.sealed, n.index, n.card, n.card_of, n.invitation_id,
      case when n.invitation_id is not null then ${now}::timestamptz end,
      case when n.invitation_id is null then 'active' else 'invited' end,
      case when n.invitation_id is null then 'create_account' else 'invite_account' end,
      case when n.invitation_id is null then 'employee' else 'self' end, n.invitation_id is not null,
      case when n.invitation_id is null then ${now}::timestamptz end,
      ${language}, n.trial_ends, ${began}::timestamptz - n.line * interval '1 microsecond'
    from unnest(
      ${made.map(({ id }) => id)}::uuid[], ${of(({ first_name }) => first_name)}::text[],
      ${of(({ last_name }) => last_name)}::text[], ${made.map(emailOf)}::text[],
      ${of(({ birth_date }) => birth_date)}::date[], ${of(({ gender }) => gender)}::text[],
      ${of(({ customer_id }) => customer_id)}::text[], ${of(({ room }) => room)}::text[],
      ${made.map((account) => account.pin_sealed)}::bytea[], ${made.map((account) => account.share_id)}::text[],
      ${made.map((held) => held.medicare_sealed)}::bytea[], ${made.map((held) => held.medicare_index)}::bytea[],
      ${made.map((held) => held.medicare_card)}::bytea[], ${made.map((held) => held.medicare_card_of)}::bytea[],
      ${made.map(({ invitation_id }) => invitation_id)}::uuid[],
      ${made.map(({ house }) => house ?? providerId)}::uuid[],
      ${made.map(({ house }) => (house === null ? trialEnds : (houses.get(house) ?? null)))}::date[],
      ${made.map(({ line }) => line)}::int[]
    ) as n (id, first_name, last_name, email, dob, gender, customer_id, room, pin, share_id, sealed, index, card, card_of,
      invitation_id, provider_id, trial_ends, line)
    on conflict do nothing returning id`.execute(tx);
  const there = new Set(rows.map(({ id }) => id));
  const drafts = made.flatMap(({ id, draft }) => (there.has(id) ? draft : []));
  await insertDrafts(tx, drafts, language, now);
  return customers.map(({ id, invitation_id }) => (there.has(id) ? { user_id: id, invitation_id } : null));
}

/** Adds to each customer's recent activities that they were invited, or added without an address. */
export async function recordAdded(
  tx: Tx,
  { staffId, now, importId }: Inviting,
  made: readonly MadeCustomer[],
): Promise<void> {
  const ids = (invited: boolean) =>
    made.filter(({ invitation_id }) => (invitation_id !== null) === invited).map(({ user_id }) => user_id);
  const facts = importId === undefined ? {} : { import: importId };
  const by = { actorId: staffId, at: now };
  await recordActivities(tx, { template: 'invited', userIds: ids(true), ...by }, facts);
  await recordActivities(tx, { template: 'customerAdded', userIds: ids(false), ...by }, facts);
}
