import * as z from 'zod/mini';
import { ownScopeOf } from '../../../domain/access/scope.ts';
import { can } from '../../../domain/access/access.ts';
import { AppError, refuseInvalid } from '../../../domain/errors.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { planVersionList } from '../../../domain/lists/definitions/plan-versions.ts';
import { listInput } from '../../../domain/lists/list-input.ts';
import { queryOf } from '../../../domain/lists/query.ts';
import { mergeAnswers } from '../../../domain/plan/lifecycle.ts';
import { stepIds, type Answers, type StepId } from '../../../domain/questionnaire/answers.ts';
import { completionProblems } from '../../../domain/questionnaire/answering/completeness.ts';
import { normalise } from '../../../domain/questionnaire/answering/normalise.ts';
import { draftProblems, stepProblems } from '../../../domain/questionnaire/answering/validate.ts';
import { idempotencyKey } from '../../pipeline/repeated-calls/idempotency.ts';
import { operation } from '../../pipeline/operation.ts';
import { planOf } from '../../pipeline/subjects.ts';
import type { Loading, Work } from '../../pipeline/work.ts';
import { confirmedKeys, savePlan } from './saving/save.ts';
import { cleanSignature } from './signing/signature.ts';
import * as store from './store.ts';
import type { Acp } from './store.ts';
import { findVersion, findVersions } from './versions/versions-store.ts';

const id = z.string().check(z.uuid());
const anything = z.optional(z.nullable(z.unknown()));

/** Keys of answers that a person's signature covers. A staff member in the account cannot write them. */
const signingKeys = ['completeAll', 'confirmationAcknowledgement', 'confirmName', 'signatureImage'] as const;

/** Returns the plan in force, as a list of one, so that a draft that was never opened and no plan have the same form (API-07). */
export const getActiveAcps = operation({
  name: 'getActiveAcps',
  kind: 'read',
  input: z.strictObject({ id }),
  access: {
    action: 'plan.read',
    subject: (input, { tx, services }) => store.findActive(tx, services, input.id),
  },
  run: async ({ subject }) => [subject],
});

export const getActiveAcpsByUserId = operation({
  name: 'getActiveAcpsByUserId',
  kind: 'read',
  input: z.strictObject({ user_id: id }),
  access: { action: 'plan.read', subject: (input) => planOf(input.user_id) },
  run: async ({ input, tx, services }) => {
    const acp = await store.findActiveOf(tx, services, input.user_id);
    return acp ? [acp] : [];
  },
});

/** Returns earlier signed states of one person's plan, newest first, without their answers. */
export const getRevisionAcps = operation({
  name: 'getRevisionAcps',
  kind: 'read',
  input: listInput(planVersionList, { user_id: id }),
  access: { action: 'plan.read', subject: (input) => planOf(input.user_id) },
  run: ({ input, actor, tx }) => findVersions(tx, ownScopeOf(actor), queryOf(planVersionList, input)),
});

/** Returns one earlier signed state of a plan by its number, as a list of at most one. */
export const getRevisionAcp = operation({
  name: 'getRevisionAcp',
  kind: 'read',
  input: z.strictObject({ user_id: id, plan_version: z.int().check(z.gte(0), z.lte(2_147_483_647)) }),
  access: { action: 'plan.read', subject: (input) => planOf(input.user_id) },
  run: async ({ input, tx, services }) => {
    const acp = await findVersion(tx, services, input.user_id, input.plan_version);
    return acp ? [acp] : [];
  },
});

/** The input that every save of answers has. */
export const savedInput = {
  id,
  /** Given keys are replaced, null deletes a key, other keys are kept. */
  answers: z.record(z.string(), z.unknown()),
  /** The version on which the answers are based (D-18). */
  version: z.int().check(z.gte(0)),
  /** The step whose required answers are checked; without it ("save and come back later") only formats are checked. */
  step: z.optional(z.nullable(z.enum(stepIds))),
  /** The keys of the answers of a signed plan whose values before and now the person saw and confirmed (D-35). */
  confirmed: confirmedKeys,
  // Part of the source API's call. The server's own clock and the stored dates decide, so these values are accepted and ignored.
  completed_at: anything,
  created_at: anything,
  share_date: anything,
  idempotency_key: idempotencyKey,
};

const updateAnswersInput = z.strictObject({
  ...savedInput,
  status: z.enum(['draft', 'complete']),
  /** `revision` means that an edit of a signed plan was confirmed. Whether a revision is kept depends on the answers. */
  type: z.nullish(z.enum(['active', 'revision'])),
});

type SaveInput = z.output<typeof updateAnswersInput>;
type SaveWork = Work<SaveInput, Acp, undefined, string | undefined>;

/** Returns the picture of a signature in a save, or undefined. */
function signatureIn({ answers }: Pick<SaveInput, 'answers'>): string | undefined {
  const { signatureImage } = answers;
  return typeof signatureImage === 'string' && signatureImage !== '' ? signatureImage : undefined;
}

/** The plan in force of a call with its id, locked for a write. */
export const activePlan = (
  input: { id: string },
  { tx, services, lock }: Pick<Loading, 'tx' | 'services' | 'lock'>,
): Promise<Acp | null> => store.findActive(tx, services, input.id, { lock });

/** Encodes a signature again, unless it is the stored one or the save will be refused because of its version. */
export const encodedSignature = {
  needed: (input: Pick<SaveInput, 'answers'>): boolean => signatureIn(input) !== undefined,
  async run({
    input,
    subject,
  }: {
    input: Pick<SaveInput, 'answers' | 'version'>;
    subject: Acp;
  }): Promise<string | undefined> {
    const sent = signatureIn(input);
    const isNew = sent !== subject.answers.signatureImage && subject.version === input.version;
    return sent !== undefined && isNew ? cleanSignature(subject.ownerId, sent) : undefined;
  },
};

/** Refuses a change of a locked plan, or of another version than the caller saw. @throws AppError `locked`; `conflict` */
export function refuseUnlessSeen(acp: Acp, seen: number): void {
  if (acp.locked) throw new AppError('locked');
  if (acp.version === seen) return;
  const { version, updated_at, answers } = acp;
  throw new AppError('conflict', { details: { version, updated_at: updated_at.toISOString(), answers } });
}

/** Saves answers with all rules of a save. @throws AppError as `updateAnswers` */
export async function saveAnswers(work: SaveWork): Promise<{ returning: Acp[] }> {
  const { input, subject: acp } = work;
  if (acp.locked) throw new AppError('locked');
  if (input.type === 'revision' && acp.status === 'draft')
    refuseInvalid([{ field: 'type', message: 'error.plan.notComplete' }]);
  if (input.type === 'revision' && can(work.actor, 'plan.sign', acp) !== 'allow')
    throw new AppError('forbidden');
  refuseUnlessSeen(acp, input.version);
  const answers = checkedAnswers(work);
  const request = { status: input.status, step: input.step ?? null, confirmed: input.confirmed ?? [] };
  return { returning: [await savePlan(work, acp, request, answers)] };
}

/**
 * Saves a step, signs the plan, or changes a signed one.
 * @throws AppError `conflict` with the saved answers when another save came between; `locked`; `invalid` at the fields;
 * `unconfirmed` when the person did not confirm the changes to a signed plan
 */
export const updateAnswers = operation({
  name: 'updateAnswers',
  kind: 'write',
  input: updateAnswersInput,
  access: { action: 'plan.save', subject: activePlan },
  prepare: encodedSignature,
  run: saveAnswers,
});

function checkedAnswers({ input, subject: acp, prepared, actor, now }: SaveWork): Answers {
  const given = Object.fromEntries(Object.entries(input.answers).filter(([, value]) => value !== null));
  refuseInvalid(draftProblems(given));
  const answers = normalise(mergeAnswers(acp.answers, input.answers));
  const step: StepId | null = input.step ?? null;
  const stays = acp.status === 'complete' || input.status === 'complete';
  const today = { today: melbourneDate(now) };
  // A signed plan answers every step; the problems of one step are among those of all.
  if (stays) refuseInvalid(completionProblems(answers, today));
  else if (step) refuseInvalid(stepProblems(step, answers, today));
  const sent = signatureIn(input);
  if (sent !== undefined && sent !== acp.answers.signatureImage) {
    // Only a picture that was encoded again is stored.
    if (prepared === undefined) throw new AppError('conflict');
    answers.signatureImage = prepared;
  }
  const signs = signingKeys.some(
    (key) => JSON.stringify(answers[key] ?? null) !== JSON.stringify(acp.answers[key] ?? null),
  );
  if (signs && can(actor, 'plan.sign', acp) !== 'allow') throw new AppError('forbidden');
  return answers;
}
