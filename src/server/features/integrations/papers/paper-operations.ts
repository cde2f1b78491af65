import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { losesMarkWithout } from '../../../../domain/plan/staff-changes.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import type { Work } from '../../../pipeline/work.ts';
import { findActiveOfForChange, removeExternalMark } from '../../acp/api.ts';
import { keepGivenDocument, replaceFile } from '../../files/api.ts';
import * as store from './papers-store.ts';

const id = z.string().check(z.uuid());
const paper = { link_id: id, user_id: id, paper_id: z.string().check(z.minLength(1), z.maxLength(100)) };

/** A checked document, as `checkGivenDocument` returns it. */
const document = z.strictObject({
  id,
  key_sealed: z.instanceof(Buffer),
  file_name: z.string(),
  size: z.number(),
  objects: z.array(id),
  isChecking: z.literal(false),
});

type Changing = Pick<Work<unknown>, 'tx' | 'now' | 'emit' | 'auditDetails'>;

async function record(
  { tx, now }: Changing,
  userId: string,
  template: 'PLAN_EXTERNAL' | 'PLAN_NOT_EXTERNAL',
) {
  await recordActivity(tx, { template, userId, actorId: null, at: now }, {});
}

/** Whether a paper that is a file already was changed since. A locked plan keeps its papers until it is unlocked. */
const isChanged = (seen: store.SeenPaper, change_mark: string | null, isLocked: boolean) =>
  !isLocked && seen.file_id !== null && change_mark !== null && seen.change_mark !== change_mark;

/** Makes the file of a changed paper an earlier version of the new one, for its readers and contacts too. */
async function replace(work: Changing, userId: string, before: string, after: string): Promise<void> {
  const { tx, now, auditDetails } = work;
  const file = await store.findPaperFile(tx, userId, before);
  // Staff may have deleted it meanwhile.
  if (file === null) return;
  await replaceFile(tx, { before, after }, now);
  auditDetails({ replaced: before });
  await recordActivity(tx, { template: 'paperChanged', userId, actorId: null, at: now }, { file });
}

/**
 * Makes an end-of-life document of a paper of a linked resident (D-51). The first one makes the plan external, so complete without
 * answers, unless staff locked it. A changed paper replaces its file, which stays as the earlier version. Does nothing if the link was
 * removed, the paper is a file already and unchanged, or the person's space is full.
 */
export const keepCarePaper = operation({
  name: 'keepCarePaper',
  kind: 'write',
  input: z.strictObject({
    ...paper,
    document,
    change_mark: z.nullable(z.string().check(z.minLength(1), z.maxLength(200))),
  }),
  access: { action: 'account.carryOut', subject: nothing },
  async run(work): Promise<'kept' | 'refused' | 'left'> {
    const { input, tx, services, now, emit, auditDetails } = work;
    const { link_id: linkId, paper_id: paperId, user_id: userId, change_mark } = input;
    auditDetails({ link_id: linkId, file_id: input.document.id, changed: false }, userId);
    // The plan before everything else of the customer, as a save by the customer locks it.
    const acp = await findActiveOfForChange(tx, services, userId);
    const link = await store.findLinkForChange(tx, linkId);
    const seen =
      link && (await store.findSeenPapers(tx, linkId)).find(({ paper_id }) => paper_id === paperId);
    const isReplacing = seen?.failure === null && isChanged(seen, change_mark, acp?.locked === true);
    if (link?.userId !== userId || (seen && seen.failure === null && !isReplacing)) {
      emit('files.unowned', {});
      return 'left';
    }
    try {
      await keepGivenDocument(work, input.document, { userId, staffId: null });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'invalid')) throw error;
      await store.recordProblem(tx, { linkId, paperId }, 'refused', now);
      if (isReplacing && change_mark !== null)
        await store.recordMark(tx, { linkId, paperId }, change_mark, now);
      return 'refused';
    }
    auditDetails({ changed: true });
    await store.markFileExternal(tx, input.document.id);
    if (isReplacing && seen.file_id !== null) await replace(work, userId, seen.file_id, input.document.id);
    await store.recordFile(tx, { linkId, paperId }, { file_id: input.document.id, change_mark }, now);
    const { external } = await store.countDocuments(tx, userId);
    if (acp && !acp.external && !acp.locked && external === 1) {
      await store.markPlanExternal(tx, acp.id);
      auditDetails({ external: true });
      await record(work, userId, 'PLAN_EXTERNAL');
      emit('plan.external', { user_id: userId });
    }
    return 'kept';
  },
});

/**
 * Deletes the file of a paper that the system no longer has. With the last document the plan loses its external mark, and is what
 * it was before (GAP-116, LOCK-04). A locked plan keeps its papers until it is unlocked.
 */
export const takeCarePaperAway = operation({
  name: 'takeCarePaperAway',
  kind: 'write',
  closesCard: true,
  input: z.strictObject(paper),
  access: { action: 'account.carryOut', subject: nothing },
  async run(work) {
    const { input, tx, services, now, emit, auditDetails } = work;
    const { link_id: linkId, paper_id: paperId, user_id: userId } = input;
    const acp = await findActiveOfForChange(tx, services, userId);
    const link = await store.findLinkForChange(tx, linkId);
    const seen = (await store.findSeenPapers(tx, linkId)).find(({ paper_id }) => paper_id === paperId);
    auditDetails({ link_id: linkId, file_id: seen?.file_id ?? null, changed: false }, userId);
    if (link?.userId !== userId || !seen || acp?.locked) return false;
    await store.removePaper(tx, linkId, paperId);
    if (seen.file_id === null || !(await store.removePaperFile(tx, userId, seen.file_id))) return false;
    auditDetails({ changed: true });
    await recordActivity(tx, { template: 'eolRemoved', userId, actorId: null, at: now }, {});
    emit('file.deleted', { user_id: userId, file_id: seen.file_id, paper: true });
    if (acp && losesMarkWithout(acp, (await store.countDocuments(tx, userId)).all)) {
      await removeExternalMark(work, acp);
      auditDetails({ reverted: true });
      await record(work, userId, 'PLAN_NOT_EXTERNAL');
      emit('plan.not-external', { user_id: userId });
    }
    return true;
  },
});
