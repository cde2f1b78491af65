import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { findConnection } from '../connection/connection-store.ts';
import { changeAccess, connected, providerId, readAccess } from '../subject.ts';
import { findCleanup, findLeft, insertCleanup, markUndone, type Cleanup } from './cleanup-store.ts';
import { removeLinks, restoreLinks } from './links-store.ts';

const id = z.string().check(z.uuid());

/** Returns links to residents who left, and the clean-ups that can be undone. Changes nothing (D-49). */
export const getSystemCleanup = operation({
  name: 'getSystemCleanup',
  kind: 'read',
  input: z.strictObject({ provider_id: providerId }),
  access: readAccess,
  run: ({ subject, tx, services }): Promise<Cleanup> =>
    findCleanup(tx, { integrationId: connected(subject), providerId: subject.providerId }, services.clock()),
});

/**
 * Removes exactly the links that were shown, if all of their residents left. Deletes no customer, no file and no plan (D-49).
 * @throws AppError `conflict` when one of the links is not among those to clean up any more, or never was
 */
export const cleanUpLinks = operation({
  name: 'cleanUpLinks',
  kind: 'write',
  input: z.strictObject({
    provider_id: providerId,
    links: z.array(id).check(z.minLength(1), z.maxLength(500)),
  }),
  access: changeAccess,
  async run({ input, subject, actor, tx, now, auditDetails }): Promise<Cleanup> {
    const integrationId = connected(subject);
    const wanted = [...new Set(input.links)];
    const ids = await findLeft(tx, integrationId, wanted);
    if (ids.length !== wanted.length)
      throw new AppError('conflict', { fields: [{ field: 'form', message: 'error.changedMeanwhile' }] });
    const change = { actorId: callerId(actor), at: now };
    const connection = await findConnection(tx, subject.providerId);
    if (!connection) throw new AppError('not-found');
    const cleanupId = await insertCleanup(tx, { integrationId, address: connection.address }, change);
    const removed = await removeLinks(tx, { ids, cleanupId }, change);
    auditDetails({ provider: subject.providerId, cleanup: cleanupId, links: removed.length });
    return findCleanup(tx, { integrationId, providerId: subject.providerId }, now);
  },
});

/**
 * Undoes a clean-up within thirty days, unless the provider is connected with another system now. A link whose resident or customer has another link now stays removed.
 * @throws AppError `conflict` when it cannot be undone any more
 */
export const undoCleanUp = operation({
  name: 'undoCleanUp',
  kind: 'write',
  input: z.strictObject({ provider_id: providerId, cleanup_id: id }),
  access: changeAccess,
  async run({ input, subject, actor, tx, now, auditDetails }): Promise<Cleanup> {
    const integrationId = connected(subject);
    const cleanupId = input.cleanup_id;
    if (!(await markUndone(tx, { integrationId, cleanupId }, now)))
      throw new AppError('conflict', {
        fields: [{ field: 'form', message: 'error.integration.cleanupGone' }],
      });
    const change = { actorId: callerId(actor), at: now };
    const back = await restoreLinks(tx, { cleanupId, providerId: subject.providerId }, change);
    auditDetails({ provider: subject.providerId, cleanup: cleanupId, links: back.length });
    return findCleanup(tx, { integrationId, providerId: subject.providerId }, now);
  },
});
