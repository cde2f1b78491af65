import { sql } from 'kysely';
import type { IsoDate } from '../../../../domain/fields.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import type { ImportedCustomer } from '../../../../domain/customers/import/row.ts';
import { newPin, newShareId, pinPlace } from '../../../db/sealing/account-secrets.ts';
import { medicareColumns } from '../../../db/sealing/held-medicare.ts';
import { insertDrafts } from '../../acp/api.ts';
import { recordActivities } from '../../../pipeline/audit/activities.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';

/** How customers are invited: to what provider, by whom, in whose language, with what trial. */
export type Inviting = {
  providerId: string;
  staffId: string;
  language: Language;
  trialEnds: IsoDate | null;
  now: Date;
};

/** An account that was made, with the invitation to mail. */
export type Invited = { user_id: string; invitation_id: string };

/**
 * Makes accounts that wait for their people, in one statement. One that another made at the same moment is left out: null stands in its
 * place. Each is made as `makeCustomer` makes one who is invited. What the list says about them is kept for when they accept (GAP-109).
 */
export async function insertInvited(
  tx: Tx,
  { keyring }: Pick<Services, 'keyring'>,
  { providerId, language, trialEnds, now }: Inviting,
  customers: readonly ImportedCustomer[],
): Promise<(Invited | null)[]> {
  if (customers.length === 0) return [];
  // In one order everywhere, so that two imports of the same people wait for each other instead of locking each other out.
  const made = customers
    .map((customer) => ({ id: crypto.randomUUID(), invitation_id: crypto.randomUUID(), customer }))
    .toSorted((one, next) => (one.customer.email < next.customer.email ? -1 : 1));
  const medicare = made.map(({ id, customer }) =>
    medicareColumns(keyring, id, customer.medicare_number ?? ''),
  );
  const of = <Value>(read: (customer: ImportedCustomer) => Value) =>
    made.map(({ customer }) => read(customer));
  const { rows } = await sql<{ id: string }>`
    insert into users (id, provider_id, first_name, last_name, email, dob, gender, customer_id, pin_sealed, share_id,
      medicare_sealed, medicare_index, medicare_card, medicare_card_of, invitation_id, invite_date, status,
      registration_type, language, trial_end_date, created_at)
    select n.id, ${providerId}::uuid, n.first_name, n.last_name, n.email, n.dob, n.gender, n.customer_id, n.pin, n.share_id,
      n.sealed, n.index, n.card, n.card_of, n.invitation_id, ${now}::timestamptz, 'invited', 'invite_account',
      ${language}, ${trialEnds}::date, ${now}::timestamptz
    from unnest(
      ${made.map(({ id }) => id)}::uuid[], ${of(({ first_name }) => first_name)}::text[],
      ${of(({ last_name }) => last_name)}::text[], ${of(({ email }) => email)}::text[],
      ${of(({ birth_date }) => birth_date)}::date[], ${of(({ gender }) => gender)}::text[],
      ${of(({ customer_id }) => customer_id)}::text[],
      ${made.map(({ id }) => keyring.seal(pinPlace(id), newPin()))}::bytea[], ${made.map(() => newShareId())}::text[],
      ${medicare.map((held) => held.medicare_sealed)}::bytea[], ${medicare.map((held) => held.medicare_index)}::bytea[],
      ${medicare.map((held) => held.medicare_card)}::bytea[], ${medicare.map((held) => held.medicare_card_of)}::bytea[],
      ${made.map(({ invitation_id }) => invitation_id)}::uuid[]
    ) as n (id, first_name, last_name, email, dob, gender, customer_id, pin, share_id, sealed, index, card, card_of,
      invitation_id)
    on conflict do nothing returning id`.execute(tx);
  const there = new Set(rows.map(({ id }) => id));
  await insertDrafts(
    tx,
    { keyring },
    rows.map(({ id }) => id),
    language,
    now,
  );
  const byEmail = new Map(made.map((account) => [account.customer.email, account]));
  return customers.map(({ email }) => {
    const account = byEmail.get(email)!;
    return there.has(account.id) ? { user_id: account.id, invitation_id: account.invitation_id } : null;
  });
}

/** Writes into each one's recent activity that they were invited. */
export async function recordInvited(
  tx: Tx,
  { staffId, now }: Inviting,
  ids: readonly string[],
): Promise<void> {
  await recordActivities(tx, { template: 'invited', userIds: ids, actorId: staffId, at: now });
}
