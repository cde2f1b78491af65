import * as z from 'zod/mini';
import { AppError, refuseInvalid } from '../../../../../domain/errors.ts';
import {
  losesMarkWithout,
  refusalOfExternal,
  refusalOfLock,
  refusalOfRollback,
  type Refusal,
} from '../../../../../domain/plan/staff-changes.ts';
import type { ActivityTemplate } from '../../../../../domain/activities.ts';
import { recordActivity } from '../../../../pipeline/audit/activities.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { findCustomer, type Customer } from '../../../../pipeline/subjects.ts';
import type { Loading, Work } from '../../../../pipeline/work.ts';
import {
  findActiveOf,
  findActiveOfForChange,
  findVersion,
  removeExternalMark,
  restoreVersion,
  type Acp,
} from '../../../acp/api.ts';
import { getCustomerPage, type CustomerPage } from '../operations.ts';
import {
  countDocuments,
  findDocumentForChange,
  markReviewed,
  removeDocument,
  setPlan,
} from './plan-store.ts';
import { staffIdOf } from '../reading/record-reading.ts';

const id = z.string().check(z.uuid());
const count = z.int().check(z.gte(0), z.lte(2_147_483_647));

/** The version of the plan that the caller saw; if the plan has another version, nothing is changed. */
const version = z.nullish(count);

/** A customer with the plan. */
type Controlled = Customer & { acp: Acp | null };

/** Locks the plan before anything else of the customer, in the same order as a save by the customer. */
async function findControlled(userId: string, { tx, services, lock }: Loading): Promise<Controlled | null> {
  const acp = await (lock ? findActiveOfForChange : findActiveOf)(tx, services, userId);
  const customer = await findCustomer(userId, { tx, lock: false });
  return customer && { ...customer, acp };
}

type Controlling = Work<{ version?: number | null | undefined }, Controlled>;

/**
 * Returns the plan if it is the version that the caller saw. @throws AppError `not-found`; `conflict` with the current version
 */
function planSeen({ subject: { acp }, input }: Controlling): Acp {
  if (!acp) throw new AppError('not-found');
  const seen = input.version ?? acp.version;
  if (seen !== acp.version) throw new AppError('conflict', { details: { version: acp.version } });
  return acp;
}

const reasons = {
  'not-signed': 'error.planAdmin.greyedDraft',
  'no-documents': 'customer.external.needsFile',
} as const;

/** @throws AppError `locked`, or `invalid` at the field with the reason */
function refuseFor(refusal: Refusal | null, field: string): void {
  if (refusal === 'locked') throw new AppError('locked');
  if (refusal !== null) refuseInvalid([{ field, message: reasons[refusal] }]);
}

type PlanActivity = Extract<
  ActivityTemplate,
  `PLAN_${'LOCKED' | 'UNLOCKED' | 'EXTERNAL' | 'NOT_EXTERNAL' | 'ROLLED_BACK'}` | 'eolRemoved'
>;

const record = (work: Pick<Controlling, 'tx' | 'now' | 'actor' | 'subject'>, template: PlanActivity) =>
  recordActivity(
    work.tx,
    { template, userId: work.subject.ownerId, actorId: staffIdOf(work), at: work.now },
    {},
  );

/** Loads the customer's page after the change. */
const pageOf = ({
  tx,
  services,
  actor,
  subject,
}: Pick<Controlling, 'tx' | 'services' | 'actor' | 'subject'>): Promise<CustomerPage> =>
  getCustomerPage(tx, services, actor, subject);

/** The part of an operation's work that a change of a flag needs. */
type Flagging = Omit<Controlling, 'input'>;

/** Locks a plan or unlocks it. If it is already in that state, changes nothing. @throws AppError `invalid` for a draft */
async function setLocked(work: Flagging, acp: Acp, locked: boolean): Promise<void> {
  const { subject, tx, now, emit, auditDetails } = work;
  auditDetails({ locked });
  if (acp.locked === locked) return;
  if (locked) refuseFor(refusalOfLock(acp), 'locked');
  const staff_id = staffIdOf(work);
  await setPlan(tx, acp.id, { locked, locked_at: locked ? now : null, locked_by: locked ? staff_id : null });
  await record(work, locked ? 'PLAN_LOCKED' : 'PLAN_UNLOCKED');
  emit(locked ? 'plan.locked' : 'plan.unlocked', { user_id: subject.ownerId, staff_id });
}

/**
 * Marks a plan as external, or removes the mark. If it is already in that state, changes nothing.
 * @throws AppError `invalid` without an end-of-life document; `locked`
 */
async function setExternal(work: Flagging, acp: Acp, external: boolean): Promise<void> {
  const { subject, tx, emit, auditDetails } = work;
  auditDetails({ external });
  if (acp.external === external) return;
  const documents = external ? await countDocuments(tx, subject.ownerId) : 1;
  refuseFor(refusalOfExternal(acp, documents), 'external');
  if (external) await setPlan(tx, acp.id, { external });
  else await removeExternalMark(work, acp);
  await record(work, external ? 'PLAN_EXTERNAL' : 'PLAN_NOT_EXTERNAL');
  emit(external ? 'plan.external' : 'plan.not-external', {
    user_id: subject.ownerId,
    staff_id: staffIdOf(work),
  });
}

/**
 * Locks a customer's plan, so that the customer can read it but not change it, or unlocks it (LOCK-02, GAP-46). If it is already
 * in that state, changes nothing and sends no notification.
 * @throws AppError `invalid` for a draft; `conflict` when the plan has another version
 */
export const lockCustomer = operation({
  name: 'lockCustomer',
  kind: 'write',
  input: z.strictObject({ id, locked: z.boolean(), version }),
  access: { action: 'customer.changePlan', subject: (input, loading) => findControlled(input.id, loading) },
  async run(work) {
    await setLocked(work, planSeen(work), work.input.locked);
    return pageOf(work);
  },
});

/**
 * Marks a customer's plan as external, or removes the mark. A plan that was signed here stays signed in both cases; any other
 * plan consists of its documents, and is a draft without the mark (LOCK-03, GAP-116, D-60).
 * @throws AppError `invalid` without an end-of-life document; `locked`; `conflict` when the plan has another version
 */
export const externalCustomer = operation({
  name: 'externalCustomer',
  kind: 'write',
  closesCard: true,
  input: z.strictObject({ id, external: z.boolean(), version }),
  access: { action: 'customer.changePlan', subject: (input, loading) => findControlled(input.id, loading) },
  async run(work) {
    await setExternal(work, planSeen(work), work.input.external);
    return pageOf(work);
  },
});

/**
 * Changes the flags of a customer's plan by the rules of `lockCustomer` and `externalCustomer`; the dates follow (API-62,
 * GAP-123). A lock is removed before the external mark changes, and set after it. Answers, status and the dates of a signature are
 * no input.
 * @throws AppError as `lockCustomer` and `externalCustomer`
 */
export const updateACP = operation({
  name: 'updateACP',
  kind: 'write',
  closesCard: true,
  input: z.strictObject({
    id,
    version: count,
    locked: z.nullish(z.boolean()),
    external: z.nullish(z.boolean()),
  }),
  access: { action: 'customer.changePlan', subject: (input, loading) => findControlled(input.id, loading) },
  async run(work) {
    const { locked, external } = work.input;
    const acp = planSeen(work);
    if (typeof locked !== 'boolean' && typeof external !== 'boolean') work.auditDetails({ changed: false });
    const unlocked = locked === false ? { ...acp, locked } : acp;
    if (locked === false) await setLocked(work, acp, false);
    if (typeof external === 'boolean') await setExternal(work, unlocked, external);
    if (locked === true) await setLocked(work, { ...acp, external: external ?? acp.external }, true);
    return pageOf(work);
  },
});

/**
 * Restores an earlier signed version of a customer's plan as a new version (LOCK-01). The previous version is kept.
 * @throws AppError `invalid` when the version does not exist, and for a draft; `locked`; `conflict` when the plan has another
 * version; `rate-limited`
 */
export const rollbackACP = operation({
  name: 'rollbackACP',
  kind: 'write',
  closesCard: true,
  input: z.strictObject({ id, plan_version: count, version: count }),
  access: { action: 'customer.changePlan', subject: (input, loading) => findControlled(input.id, loading) },
  async run(work) {
    const { input, subject, tx, services, emit, auditDetails } = work;
    const acp = planSeen(work);
    refuseFor(refusalOfRollback(acp), 'plan_version');
    const chosen = await findVersion(tx, services, subject.ownerId, input.plan_version);
    if (!chosen) throw rollbackNone();
    const plan_version = await restoreVersion(work, acp, chosen);
    auditDetails({ from: input.plan_version, plan_version });
    await record(work, 'PLAN_ROLLED_BACK');
    emit('plan.rolled-back', {
      user_id: subject.ownerId,
      staff_id: staffIdOf(work),
      plan_version,
      version_at: chosen.updated_at.toISOString(),
    });
    return pageOf(work);
  },
});

const rollbackNone = () =>
  new AppError('invalid', {
    fields: [{ field: 'plan_version', message: 'error.planAdmin.rollbackNone' }],
  });

/**
 * Deletes an end-of-life document of a customer (API-31). When the last one is deleted, the plan loses its external mark
 * (LOCK-04, D-60).
 * @throws AppError `not-found` for another key; `locked`
 */
export const removeEndOfLifeDocument = operation({
  name: 'removeEndOfLifeDocument',
  kind: 'write',
  closesCard: true,
  input: z.strictObject({ user_id: id, key: id, version }),
  access: {
    action: 'customer.changePlan',
    subject: (input, loading) => findControlled(input.user_id, loading),
  },
  async run(work) {
    const { input, subject, tx, emit, auditDetails } = work;
    const { ownerId: user_id, acp } = subject;
    const file = await findDocumentForChange(tx, user_id, input.key);
    if (!file) throw new AppError('not-found');
    if (acp) planSeen(work);
    if (acp?.locked) throw new AppError('locked');
    await removeDocument(tx, file.id);
    auditDetails({ file_id: file.id });
    await record(work, 'eolRemoved');
    emit('file.deleted', { user_id, file_id: file.id, staff_id: staffIdOf(work), paper: true });
    if (acp && losesMarkWithout(acp, await countDocuments(tx, user_id))) {
      await removeExternalMark(work, acp);
      auditDetails({ reverted: true });
      await record(work, 'PLAN_NOT_EXTERNAL');
      emit('plan.not-external', { user_id, staff_id: staffIdOf(work) });
    }
    return pageOf(work);
  },
});

/**
 * Records that staff checked documents of a customer: the right person, all pages, readable (GAP-83). It does not confirm their
 * validity. Documents that were checked before stay unchanged.
 * @throws AppError `not-found` for a file that is not one of the customer's documents
 */
export const reviewFiles = operation({
  name: 'reviewFiles',
  kind: 'write',
  input: z.strictObject({ user_id: id, file_ids: z.array(id).check(z.minLength(1), z.maxLength(50)) }),
  access: {
    action: 'customer.changePlan',
    subject: (input, loading) => findControlled(input.user_id, loading),
  },
  async run(work) {
    const { input, subject, tx, now, auditDetails } = work;
    const ids = [...new Set(input.file_ids)];
    const found = await markReviewed(tx, subject.ownerId, ids, { at: now, by: staffIdOf(work) });
    if (found < ids.length) throw new AppError('not-found');
    auditDetails({ files: ids.length });
    return pageOf(work);
  },
});
