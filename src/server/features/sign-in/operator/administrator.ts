import { randomUUID } from 'node:crypto';
import { AppError } from '../../../../domain/errors.ts';
import { normaliseEmail } from '../../../../domain/fields.ts';
import { emailErrors } from '../../../../domain/inputs/account-fields.ts';
import { recording } from '../../../pipeline/audit/audit.ts';
import type { Services } from '../../../pipeline/context.ts';
import { newPin, newShareId, pinPlace } from '../../../db/sealing/account-secrets.ts';
import { issueToken, linkOf } from '../api.ts';

/** Roles of staff by their names in the operator's commands, with the stored ids (D-26, D-27). */
export const staffRoles = { organisation: 1, edit: 2, view: 3, 'system-administrator': 7 } as const;

export type StaffRole = keyof typeof staffRoles;

/** A new staff member. A provider's staff have a provider id; a system administrator has none. */
export type NewStaff = { address: string; role: StaffRole; providerId: string | null };

/**
 * Creates a staff member without a known password, and returns the link to choose one, which works once, within the hour. Only
 * for the operator's commands; no API call reaches it.
 * @throws AppError `invalid` for an invalid address, `existingUser` for an address that any account has or had, `not-found` for a
 * provider that does not exist or is archived
 */
export async function makeStaff(
  services: Pick<Services, 'config' | 'db' | 'keyring' | 'secrets' | 'clock'>,
  { address, role, providerId }: NewStaff,
): Promise<{ email: string; link: string }> {
  const email = normaliseEmail(address);
  const fields = emailErrors(email);
  if (fields.length > 0) throw new AppError('invalid', { fields });
  const { db, keyring, secrets } = services;
  const now = services.clock();
  const id = randomUUID();
  const token = await db.transaction().execute(async (tx) => {
    if (providerId !== null) {
      const provider = await tx
        .selectFrom('providers')
        .select('id')
        .where('id', '=', providerId)
        .where('archived', '=', false)
        .executeTakeFirst();
      if (!provider) throw new AppError('not-found');
    }
    const known = await tx
      .selectFrom('users')
      .select('id')
      .where((where) => where.or([where('email', '=', email), where('legacy_email', '=', email)]))
      .executeTakeFirst();
    if (known) throw new AppError('existingUser');
    const made = await tx
      .insertInto('users')
      .values({
        id,
        email,
        permission_role_id: staffRoles[role],
        provider_id: providerId,
        pin_sealed: keyring.seal(pinPlace(id), newPin()),
        share_id: newShareId(),
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    // Another call took the address at the same moment.
    if (made.numInsertedOrUpdatedRows !== 1n) throw new AppError('existingUser');
    const actor = { kind: 'system' } as const;
    const action = providerId === null ? 'makeAdministrator' : 'makeStaff';
    const entry = { chain: id, at: now, actor, action, subjectId: id, details: {} };
    await recording(secrets, entry, { events: [] }).execute(tx);
    return issueToken(tx, now, 'reset-password', id);
  });
  return { email, link: linkOf(services, 'reset-password', token) };
}
