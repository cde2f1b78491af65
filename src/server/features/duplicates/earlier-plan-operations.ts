import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { operation } from '../../pipeline/operation.ts';
import { findCustomer, type Customer } from '../../pipeline/subjects.ts';
import type { Loading } from '../../pipeline/work.ts';
import { findPlanDocument } from '../acp/api.ts';
import { notifyOfReading, readPlan, type OpenedPlan } from '../customers/api.ts';
import { findEarlier } from './link-store.ts';

const id = z.string().check(z.uuid());
const language = z.nullish(z.enum(['en', 'zh']));

/**
 * Loads an archived record for which the customer's is kept. Access is decided by the place of the kept record, and the reading is
 * recorded in the trail of the archived one, whose plan it is. Null without a link.
 */
async function findEarlierRecord(
  input: { id: string; record_id: string },
  loading: Loading,
): Promise<Customer | null> {
  const kept = await findCustomer(input.id, { ...loading, lock: false });
  const record = await findCustomer(input.record_id, loading);
  if (!kept || !record) return null;
  const [link] = await findEarlier(loading.tx, kept.ownerId, record.ownerId);
  return link ? { ...record, providerPath: kept.providerPath } : null;
}

/**
 * Opens the signed plan of an archived record, for staff who may read the plan of the kept one; recorded and announced like
 * `openCustomerPlan`. It is not in force (N-13).
 * @throws AppError `not-found` without a signed plan
 */
export const openEarlierRecordPlan = operation({
  name: 'openEarlierRecordPlan',
  kind: 'write',
  input: z.strictObject({ id, record_id: id, language }),
  access: { action: 'customer.readPlan', subject: findEarlierRecord },
  async run(work): Promise<OpenedPlan> {
    work.auditDetails({ kept: work.input.id });
    return readPlan({ ...work, input: { language: work.input.language } });
  },
});

/**
 * Returns the same plan as a printable document with a notice on each page that it is not in force (N-13).
 * @throws AppError `not-found` without a signed plan
 */
export const downloadEarlierRecordPlan = operation({
  name: 'downloadEarlierRecordPlan',
  kind: 'write',
  input: z.strictObject({ id, record_id: id, language }),
  access: { action: 'customer.readPlan', subject: findEarlierRecord },
  async run(work) {
    const { input, subject, tx, services, now, auditDetails } = work;
    const asked = { userId: subject.ownerId, version: null, language: input.language ?? null };
    const found = await findPlanDocument(tx, services, now, asked);
    if (!found) throw new AppError('not-found');
    auditDetails({ kept: input.id });
    await notifyOfReading(work);
    return found;
  },
});
