import * as z from 'zod/mini';
import { fullName } from '../../../../domain/names.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { operation } from '../../../pipeline/operation.ts';
import { findHouse, findResidents, findStaffName, handoverOrders, type Listed } from './store.ts';

/** Maximum number of residents on one list. */
const residentsAtMost = 1_000;

/** A handover list without the facts of its residents. `more` is true if the house has more residents than are listed. */
export type BegunHandover = { house: string; printedBy: string; residents: readonly Listed[]; more: boolean };

/**
 * Begins a handover list of a house: records who prints it, and returns its residents, without those who are archived or to be
 * removed, and without those of houses below it. The facts of each resident are then read with `readCustomerEmergency`, which is
 * recorded for that resident and checks access again. The order is by room unless `order` is `name`.
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
    const found = await findResidents(tx, subject.providerId, input.order ?? 'room', residentsAtMost + 1);
    const residents = found.slice(0, residentsAtMost);
    auditDetails({ provider_id: subject.providerId, customers: residents.length });
    const staff = await findStaffName(tx, callerId(actor));
    return {
      house: subject.name,
      printedBy: fullName(staff),
      residents,
      more: found.length > residents.length,
    };
  },
});
