import * as z from 'zod/mini';
import { AppError, refuseInvalid } from '../../../../domain/errors.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { residentIn } from '../residents/residents-store.ts';
import { changeAccess, connected, providerId } from '../subject.ts';
import { findLinkable } from './linkable.ts';
import { insertLinks, removeLink } from './links-store.ts';

const residentId = z.string().check(z.minLength(1), z.maxLength(100));

const linkedAlready = () =>
  new AppError('conflict', { fields: [{ field: 'form', message: 'error.integration.linkedAlready' }] });

/**
 * Links a resident with a customer of the provider or of one below it, after staff compared them (INTEG-04). Nothing else ever
 * links them.
 * @throws AppError `invalid` at `compared`, `resident_id` or `user_id`; `conflict` when either has a link
 */
export const linkResident = operation({
  name: 'linkResident',
  kind: 'write',
  input: z.strictObject({
    provider_id: providerId,
    resident_id: residentId,
    user_id: z.string().check(z.uuid()),
    compared: z.optional(z.unknown()),
  }),
  access: changeAccess,
  async run({ input, subject, actor, tx, now, auditDetails }) {
    const { resident_id, user_id, compared } = input;
    const integrationId = connected(subject);
    if (compared !== true) refuseInvalid([{ field: 'compared', message: 'error.integration.compared' }]);
    const resident = await residentIn(tx, integrationId, resident_id);
    if (!resident?.active)
      throw new AppError('invalid', {
        fields: [{ field: 'resident_id', message: 'error.integration.residentGone' }],
      });
    const customer = await findLinkable(tx, subject.providerId, user_id);
    if (!customer)
      throw new AppError('invalid', {
        fields: [{ field: 'user_id', message: 'error.integration.customerGone' }],
      });
    const change = { actorId: callerId(actor), at: now };
    const [link] = await insertLinks(tx, integrationId, [{ resident_id, user_id }], change);
    if (!link) throw linkedAlready();
    auditDetails(
      {
        ...{ provider: subject.providerId, link: link.id },
        same_birth_date: resident.birth_date !== null && resident.birth_date === customer.dob,
      },
      user_id,
    );
    return { resident_id, user_id, linked_at: now };
  },
});

/**
 * Ends the link of a resident. The plan that the system has stays there (INTEG-04).
 * @throws AppError `invalid` at `resident_id` when there is no link
 */
export const unlinkResident = operation({
  name: 'unlinkResident',
  kind: 'write',
  input: z.strictObject({ provider_id: providerId, resident_id: residentId }),
  access: changeAccess,
  async run({ input, subject, actor, tx, now, auditDetails }) {
    const change = { actorId: callerId(actor), at: now };
    const link = await removeLink(tx, connected(subject), input.resident_id, change);
    if (!link)
      throw new AppError('invalid', {
        fields: [{ field: 'resident_id', message: 'error.integration.residentGone' }],
      });
    auditDetails({ provider: subject.providerId }, link.user_id);
    return { resident_id: input.resident_id };
  },
});
