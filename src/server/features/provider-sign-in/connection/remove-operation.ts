import * as z from 'zod/mini';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { signOutStaff } from '../../impersonation/api.ts';
import {
  findConnection,
  findConnectionAbove,
  findExternalProvider,
  findProvider,
  findStaffOf,
  hasOtherConnection,
  refuseStale,
} from './connection-store.ts';

/** Whether a connection above takes over: the staff then sign in there, after a mailed link has joined them. */
async function hasConnectionAbove(tx: Tx, path: readonly string[]): Promise<boolean> {
  const above = await findConnectionAbove(tx, path.slice(0, -1));
  return above !== null && above.last_error === null;
}

/**
 * Removes a provider's connection (D-50). Its staff are signed out everywhere, and their identities and refresh tokens are deleted. Without
 * a connection above they have a password from now on, which they set by the link for a forgotten one: otherwise they could never sign in.
 * Staff who joined this connection earlier and have another one now keep the sign-in of that one. Refused while a provider that relies on it
 * is external.
 * @throws AppError `not-found` without a connection; `conflict` if another person has saved it meanwhile; `invalid` with
 * `error.connection.inUse`
 */
export const removeProviderConnection = operation({
  name: 'removeProviderConnection',
  kind: 'write',
  input: z.strictObject({ id: z.string().check(z.uuid()), version: z.int() }),
  access: { action: 'provider.manage', subject: findProvider },
  async run({ input: { id, version }, subject, tx, now, emit, auditDetails }) {
    const saved = await findConnection(tx, id);
    if (!saved) throw new AppError('not-found');
    refuseStale(saved, version);
    const movesUp = await hasConnectionAbove(tx, subject.providerPath);
    const external = movesUp ? null : await findExternalProvider(tx, id);
    if (external !== null)
      refuseInvalid([
        { field: 'connection', message: 'error.connection.inUse', params: { provider: external } },
      ]);
    const staff = await findStaffOf(tx, id);
    for (const staffId of staff) await signOutStaff({ tx, now, emit }, staffId);
    for (const table of [
      'organisation_sessions',
      'organisation_sign_ins',
      'organisation_identities',
    ] as const)
      await tx.deleteFrom(table).where('provider_id', '=', id).execute();
    if (!movesUp && staff.length > 0)
      await tx
        .updateTable('users')
        .set({ login_provider: 'password', cognito_sync_status: null, updated_at: now })
        .where('id', 'in', staff)
        .where('login_provider', '=', 'external')
        // Otherwise they could avoid the sign-in that their own organisation requires.
        .where(({ not }) => not(hasOtherConnection(id)))
        .execute();
    await tx.deleteFrom('provider_connections').where('provider_id', '=', id).execute();
    auditDetails({ provider_id: id, people: staff.length });
    return { removed: true };
  },
});
