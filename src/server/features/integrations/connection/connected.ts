import { AppError } from '../../../../domain/errors.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { connected, type IntegrationSubject } from '../subject.ts';
import { CareError, type CareConnection, type CareFailure } from '../../../ports/residential-care/port.ts';

/** An open connection. `version` is that of its settings, by which a result of other settings is recognised. */
export type OpenConnection = CareConnection & { id: string; version: number };

/** Opens the connection of an integration with its secret, for calls only; null if it was removed. */
export async function openConnection(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  id: string,
): Promise<OpenConnection | null> {
  const row = await db
    .selectFrom('provider_integrations')
    .select(['address', 'facility_code', 'user_name', 'secret_sealed', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...{ id, version: row.version, address: row.address, facilityCode: row.facility_code },
    userName: row.user_name,
    secret: keyring.open(place('provider_integrations', 'secret_sealed', id), row.secret_sealed),
  };
}

/**
 * Opens the connection of the provider of a call.
 * @throws AppError `invalid` at `provider_id` when it has none; `not-found` when it was removed meanwhile
 */
export async function openConnectionOf(
  services: Pick<Services, 'db' | 'keyring'>,
  subject: IntegrationSubject,
): Promise<OpenConnection> {
  const connection = await openConnection(services, connected(subject));
  if (!connection) throw new AppError('not-found');
  return connection;
}

/** Whether the system accepted the connection in a call. A refused document says that it did. */
export type CallOutcome = 'accepted' | Exclude<CareFailure, 'refused'>;

/** Returns the outcome for an error of a call. @throws the error itself, if it is not the system's */
export function outcomeOfError(error: unknown): CallOutcome {
  if (!(error instanceof CareError)) throw error;
  return error.kind === 'refused' ? 'accepted' : error.kind;
}

/** Records the outcome of a call, unless the settings were changed meanwhile. */
export async function recordOutcome(
  tx: Tx,
  { id, version }: Pick<OpenConnection, 'id' | 'version'>,
  outcome: CallOutcome,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('provider_integrations')
    .set(
      outcome === 'accepted'
        ? { checked_at: now, failed_at: null, failure: null }
        : { failed_at: now, failure: outcome },
    )
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

const messages = {
  credentials: 'error.integration.credentials',
  unreachable: 'error.integration.unreachable',
  unexpected: 'error.integration.unexpected',
} as const satisfies Record<Exclude<CallOutcome, 'accepted'>, TextKey>;

/** Returns the refusal that shows a failed call to the user. */
export const failedCall = (failure: Exclude<CallOutcome, 'accepted'>): AppError =>
  new AppError('invalid', { fields: [{ field: 'form', message: messages[failure] }] });
