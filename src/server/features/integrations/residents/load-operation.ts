import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { operation } from '../../../pipeline/operation.ts';
import {
  failedCall,
  openConnectionOf,
  outcomeOfError,
  recordOutcome,
  type CallOutcome,
} from '../connection/connected.ts';
import { callLimit, changeAccess, providerId } from '../subject.ts';
import { matchResidents, type MatchedResident } from './match-residents.ts';
import { readResidents } from './read-residents.ts';
import { storeResidents } from './residents-store.ts';

type Read = { id: string; version: number; outcome: CallOutcome; residents: readonly MatchedResident[] };

/**
 * Loads the active residents from the system, and compares them with the provider's customers (INTEG-05). If the list cannot be
 * read to its end, the residents loaded before stay.
 * @throws AppError `invalid` at `form` when the call failed, at `provider_id` without a connection; `conflict` when the
 * connection was changed meanwhile
 */
export const loadActiveResidents = operation({
  name: 'loadActiveResidents',
  kind: 'write',
  input: z.strictObject({ provider_id: providerId }),
  access: changeAccess,
  limit: callLimit,
  prepare: {
    async run({ subject, services }): Promise<Read> {
      const connection = await openConnectionOf(services, subject);
      const { id, version } = connection;
      const read = await readResidents(services, connection).catch((error: unknown) => outcomeOfError(error));
      if (typeof read === 'string')
        return { id, version, outcome: read === 'accepted' ? 'unexpected' : read, residents: [] };
      const residents = await matchResidents(services, subject.providerId, read);
      return { id, version, outcome: 'accepted', residents };
    },
  },
  async run({ subject, tx, now, prepared, auditDetails, refuse }) {
    const { id, version, outcome, residents } = prepared;
    const present = await tx
      .selectFrom('provider_integrations')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirst();
    if (present?.version !== version || subject.integrationId !== id)
      throw new AppError('conflict', { fields: [{ field: 'form', message: 'error.changedMeanwhile' }] });
    await recordOutcome(tx, { id, version }, outcome, now);
    auditDetails({ provider: subject.providerId, outcome });
    if (outcome !== 'accepted') return refuse(failedCall(outcome));
    await storeResidents(tx, id, residents, now);
    auditDetails({ residents: residents.length });
    return { loaded_at: now, count: residents.length };
  },
});
