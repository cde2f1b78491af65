import * as z from 'zod/mini';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { readForm } from '../../../../domain/inputs/form.ts';
import { careConnectionForm } from '../../../../domain/inputs/integrations/care-connection.ts';
import { simulatedSystem } from '../../../../domain/integrations/simulated-system.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { insertCleanup } from '../links/cleanup-store.ts';
import { findLinkIds, removeAllLinks, removeLinks } from '../links/links-store.ts';
import { removeResidents } from '../residents/residents-store.ts';
import { callLimit, changeAccess, connected, providerId, readAccess } from '../subject.ts';
import { openConnectionOf, outcomeOfError, recordOutcome } from './connected.ts';
import {
  deleteConnection,
  findConnection,
  insertConnection,
  updateConnection,
  type Connection,
  type ConnectionWords,
} from './connection-store.ts';
import { isPublicHttps } from '../../../ports/public-name.ts';

/** The connection of a provider, and the address of the simulated system, null where it cannot be connected. */
export type SystemConfig = {
  connection: Connection | null;
  simulated_available: boolean;
  simulated_address: string | null;
};

const configOf = async (
  tx: Tx,
  { hasSimulatedCare }: Pick<Services, 'hasSimulatedCare'>,
  id: string,
): Promise<SystemConfig> => ({
  connection: await findConnection(tx, id),
  simulated_available: hasSimulatedCare,
  simulated_address: hasSimulatedCare ? simulatedSystem.address : null,
});

const refuseOutdated = (connection: Connection | null) =>
  new AppError('conflict', {
    fields: [{ field: 'form', message: 'error.changedMeanwhile' }],
    details: { connection },
  });

/** Returns the connection of a provider, without its secret (INTEG-05). */
export const getSystemConfig = operation({
  name: 'getSystemConfig',
  kind: 'read',
  input: z.strictObject({ provider_id: providerId }),
  access: readAccess,
  run: ({ subject, tx, services }) => configOf(tx, services, subject.providerId),
});

/** Checks the fields of the form. An empty secret keeps the saved one. @throws AppError `invalid` at the fields */
function wordsOf(
  values: object,
  saved: Connection | null,
  { hasSimulatedCare }: Pick<Services, 'hasSimulatedCare'>,
): ConnectionWords {
  const read = readForm(careConnectionForm(saved ?? undefined), values);
  if (!read.ok) throw new AppError('invalid', { fields: read.fields });
  const { address } = read.value;
  const isSimulated = hasSimulatedCare && address === simulatedSystem.address;
  if (!isSimulated && !isPublicHttps(address))
    refuseInvalid([{ field: 'address', message: 'error.integration.address' }]);
  return read.value;
}

/**
 * Another system has other residents under the same ids, so that links end with the address, as a clean-up that can be undone
 * after the address is changed back.
 * Residents of another facility must be loaded again.
 */
async function afterChange(
  { tx, integrationId, saved, words }: Changed,
  change: { actorId: string; at: Date },
): Promise<number> {
  const isOtherSystem = words.address !== saved.address;
  if (isOtherSystem || words.facility_code !== saved.facility_code) await removeResidents(tx, integrationId);
  if (!isOtherSystem) return 0;
  const ids = await findLinkIds(tx, integrationId);
  if (ids.length === 0) return 0;
  const cleanupId = await insertCleanup(tx, { integrationId, address: saved.address }, change);
  return (await removeLinks(tx, { ids, cleanupId }, change)).length;
}

type Changed = { tx: Tx; integrationId: string; saved: Connection; words: ConnectionWords };

const sent = z.optional(z.unknown());

/**
 * Saves the connection of a provider; it must be checked again. The secret is stored sealed and never returned. An empty one keeps
 * the present secret, unless the address changes: a kept secret is never sent elsewhere (GAP-110).
 * @throws AppError `invalid` at the fields; `conflict` with `details.connection` after another change
 */
export const saveSystemConfig = operation({
  name: 'saveSystemConfig',
  kind: 'write',
  input: z.strictObject({
    ...{ provider_id: providerId, version: z.nullable(z.int()) },
    ...{ address: sent, facility_code: sent, user_name: sent, secret: sent },
  }),
  access: changeAccess,
  async run({ input, subject, actor, tx, services, now, auditDetails }): Promise<SystemConfig> {
    const { provider_id: _, version, ...values } = input;
    const { providerId: id, integrationId } = subject;
    const saved = await findConnection(tx, id);
    if (saved && version !== saved.version) throw refuseOutdated(saved);
    const words = wordsOf(values, saved, services);
    if (integrationId === null || saved === null) {
      if (!(await insertConnection(tx, services, id, words, now))) throw refuseOutdated(null);
    } else {
      await updateConnection(tx, services, integrationId, words, now);
      const change = { actorId: callerId(actor), at: now };
      const links = await afterChange({ tx, integrationId, saved, words }, change);
      auditDetails({ links, address_changed: words.address !== saved.address });
    }
    auditDetails({ provider: id, is_new: integrationId === null, secret_changed: words.secret !== '' });
    return configOf(tx, services, id);
  },
});

/**
 * Disconnects a provider: links end and residents are removed. Customers and plans stay (D-49).
 * @throws AppError `conflict` with `details.connection` after another change; `invalid` without a connection
 */
export const removeSystemConfig = operation({
  name: 'removeSystemConfig',
  kind: 'write',
  input: z.strictObject({ provider_id: providerId, version: z.int() }),
  access: changeAccess,
  async run({ input, subject, actor, tx, services, now, auditDetails }): Promise<SystemConfig> {
    const integrationId = connected(subject);
    const saved = await findConnection(tx, subject.providerId);
    if (saved?.version !== input.version) throw refuseOutdated(saved);
    const links = await removeAllLinks(tx, integrationId, { actorId: callerId(actor), at: now });
    await deleteConnection(tx, integrationId);
    auditDetails({ provider: subject.providerId, links });
    return configOf(tx, services, subject.providerId);
  },
});

/**
 * Checks whether the system accepts the credentials. The outcome is in the connection (INTEG-05).
 * @throws AppError `invalid` without a connection
 */
export const checkCredentials = operation({
  name: 'checkCredentials',
  kind: 'write',
  input: z.strictObject({ provider_id: providerId }),
  access: changeAccess,
  limit: callLimit,
  prepare: {
    async run({ subject, services }) {
      const connection = await openConnectionOf(services, subject);
      const outcome = await services.residentialCare.check(connection).then(
        () => 'accepted' as const,
        (error: unknown) => outcomeOfError(error),
      );
      const { id, version } = connection;
      return { id, version, outcome };
    },
  },
  async run({ subject, tx, services, now, prepared, auditDetails }): Promise<SystemConfig> {
    await recordOutcome(tx, prepared, prepared.outcome, now);
    auditDetails({ provider: subject.providerId, outcome: prepared.outcome });
    return configOf(tx, services, subject.providerId);
  },
});
