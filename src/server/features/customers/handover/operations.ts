import * as z from 'zod/mini';
import { refuseInvalid } from '../../../../domain/errors.ts';
import { fullName } from '../../../../domain/names.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { operation } from '../../../pipeline/operation.ts';
import { findHouse, findResidents, findStaffName, handoverOrders, type Listed } from './store.ts';

/** Maximum number of residents on one list. */
export const residentsAtMost = 1_000;

/** The house of a handover list, who prints it, and its residents in order: by room unless by name is asked. */
export type BegunHandover = { house: string; printedBy: string; residents: readonly Listed[] };

/**
 * Begins a handover list of a house: records who prints it, and returns its residents, without those who are archived or to be
 * removed, and without those of houses below it. The facts of each resident are then read with `readCustomerEmergency`, which is
 * recorded for that resident and checks access again.
 * @throws AppError `invalid` for a house with more than `residentsAtMost` residents
 */
export const beginHandoverList = operation({
  name: 'beginHandoverList',
  kind: 'write',
  input: z.strictObject({
    provider_id: z.string().check(z.uuid()),
    order: z.optional(z.enum(handoverOrders)),
  }),
  access: { action: 'handover.print', subject: (input, loading) => findHouse(input.provider_id, loading) },
  async run({ input, subject, actor, tx, auditDetails }): Promise<BegunHandover> {
    const residents = await findResidents(tx, subject.providerId, input.order ?? 'room', residentsAtMost + 1);
    if (residents.length > residentsAtMost)
      refuseInvalid([{ field: 'form', message: 'error.handover.tooMany' }]);
    auditDetails({ provider_id: subject.providerId, customers: residents.length });
    const staff = await findStaffName(tx, callerId(actor));
    return { house: subject.name, printedBy: fullName(staff), residents };
  },
});
