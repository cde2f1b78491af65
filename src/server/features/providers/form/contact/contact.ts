import { sql } from 'kysely';
import { AppError } from '../../../../../domain/errors.ts';
import { customerRole } from '../../../../db/customer-role.ts';
import { lockStaff } from '../../../../db/organisation-locks.ts';
import { customPlan } from '../../../../db/connection/prepared-statements.ts';
import { recordActivity } from '../../../../pipeline/audit/activities.ts';
import type { Tx } from '../../../../pipeline/context.ts';

/** A staff member who can be the contact person of a provider. */
export type ContactChoice = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  status: 'invited' | 'active';
};

/** Maximum number of choices. */
const offered = 20;

/** Selects staff who can sign in, or could with their invitation: of the provider of a path, or of a provider above it. */
const staffOf = (tx: Tx, path: readonly string[]) =>
  tx
    .selectFrom('users')
    .where('permission_role_id', '<>', customerRole)
    .where('status', 'in', ['invited', 'active'])
    .where('provider_id', 'in', path);

/** Returns the first possible contact persons of a provider, by words of their names, or one of them by id. */
export function findContactChoices(
  tx: Tx,
  path: readonly string[],
  { words, id }: { words: string; id: string | null },
): Promise<ContactChoice[]> {
  const pattern = `%${words
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  let query = staffOf(tx, path).select(['id', 'first_name', 'last_name', 'email', 'status']);
  if (id !== null) query = query.where('id', '=', id);
  return query
    .where(customPlan(sql<boolean>`${sql.ref('search')} like ${pattern}`))
    .orderBy('search')
    .orderBy('id')
    .limit(offered)
    .$castTo<ContactChoice>()
    .execute();
}

/**
 * Refuses a contact person who is not on the staff of the provider or of a provider above it. The form shows the error at the
 * e-mail address (ERR-30).
 */
export async function refuseUnfitContact(
  tx: Tx,
  path: readonly string[],
  contactId: string,
  field: 'contact_id' | 'new_contact_id' = 'contact_id',
): Promise<void> {
  await lockStaff(tx);
  const found =
    path.length > 0 && (await staffOf(tx, path).select('id').where('id', '=', contactId).executeTakeFirst());
  if (!found) throw new AppError('invalid', { fields: [{ field, message: 'error.provider.contactUnfit' }] });
}

/** Returns the refusal for callers who are not allowed to change the contact person (PROV-24). */
export const contactRefusal = () =>
  new AppError('forbidden', {
    fields: [{ field: 'contact_id', message: 'error.provider.contactTlcOnly' }],
  });

type ContactMove = {
  providerIds: readonly string[];
  from: string | null;
  to: string;
  /** Caller and time of the change. */
  staffId: string;
  now: Date;
};

/**
 * Replaces the contact person of providers. Moves the notifications about people of these providers, and the notification
 * settings (GAP-95). The previous contact stays among the staff. Recorded in the recent activities of the caller, once for each
 * provider.
 */
export async function moveContact(
  tx: Tx,
  { providerIds, from, to, staffId, now }: ContactMove,
): Promise<void> {
  const moved = await tx
    .updateTable('providers')
    .set({ contact_id: to, version: sql<number>`version + 1` })
    .where('id', 'in', providerIds)
    .returning(['id', 'name'])
    .execute();
  await recordActivity(
    tx,
    { template: 'contactMoved', userId: staffId, actorId: staffId, at: now },
    ...moved.map(({ id, name }) => ({ provider_id: id, provider: name })),
  );
  if (from === null) return;
  // Skip notifications that the new contact already has, and those about people of other providers.
  await sql`
    update notifications own set receiver_id = ${to}
    where own.receiver_id = ${from}
      -- A value for each row: never all customers of the providers at once.
      and (
        select providers.path && ${providerIds}::uuid[]
        from users about join providers on providers.id = about.provider_id
        where about.id = own.user_id)
      and not exists (
        select from notifications known
        where known.receiver_id = ${to} and known.user_id = own.user_id and known.template = own.template
          and known.metadata = own.metadata)`.execute(tx);
  const settings = await tx
    .selectFrom('notification_settings')
    .select('user_id')
    .where('user_id', '=', from)
    .forUpdate()
    .executeTakeFirst();
  if (!settings) return;
  await tx.deleteFrom('notification_settings').where('user_id', '=', to).execute();
  await tx.updateTable('notification_settings').set({ user_id: to }).where('user_id', '=', from).execute();
}
