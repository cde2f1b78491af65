import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/errors.ts';
import { normaliseEmail } from '../../../domain/fields.ts';
import { emailErrors } from '../../../domain/inputs/account-fields.ts';
import { recording } from '../../pipeline/audit.ts';
import type { Services } from '../../pipeline/context.ts';
import { newPin, newShareId, pinPlace } from '../../db/account-secrets.ts';
import { issueToken, linkOf } from './api.ts';

/** The stored role of a system administrator (D-27). */
const systemAdministrator = 7;

/**
 * Makes a system administrator whose password no one knows, and gives the link by which they choose one, once, within the hour.
 * For the command of the operator; no call reaches it.
 * @throws AppError `invalid` for what is no address, `existingUser` for an address that anybody has or had
 */
export async function makeAdministrator(
  services: Pick<Services, 'config' | 'db' | 'keyring' | 'secrets' | 'clock'>,
  address: string,
): Promise<{ email: string; link: string }> {
  const email = normaliseEmail(address);
  const fields = emailErrors(email);
  if (fields.length > 0) throw new AppError('invalid', { fields });
  const { db, keyring, secrets } = services;
  const now = services.clock();
  const id = randomUUID();
  const token = await db.transaction().execute(async (tx) => {
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
        permission_role_id: systemAdministrator,
        pin_sealed: keyring.seal(pinPlace(id), newPin()),
        share_id: newShareId(),
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    // Another call took the address in this very moment.
    if (made.numInsertedOrUpdatedRows !== 1n) throw new AppError('existingUser');
    const actor = { kind: 'system' } as const;
    const entry = { chain: id, at: now, actor, action: 'makeAdministrator', subjectId: id, details: {} };
    await recording(secrets, entry, { events: [] }).execute(tx);
    return issueToken(tx, now, 'reset-password', id);
  });
  return { email, link: linkOf(services, 'reset-password', token) };
}
