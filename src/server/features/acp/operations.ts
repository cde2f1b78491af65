import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { can } from '../../../domain/access.ts';
import { AppError, refuseInvalid } from '../../../domain/errors.ts';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { melbourneDate } from '../../../domain/fields.ts';
import { mergeAnswers, stateAfterSave } from '../../../domain/lifecycle.ts';
import { stepIds, type Answers, type StepId } from '../../../domain/questionnaire/answers.ts';
import { definitionVersion } from '../../../domain/questionnaire/definition.ts';
import { completionProblems } from '../../../domain/questionnaire/completeness.ts';
import { normalise } from '../../../domain/questionnaire/normalise.ts';
import { present } from '../../../domain/questionnaire/present.ts';
import { draftProblems, stepProblems } from '../../../domain/questionnaire/validate.ts';
import { voiceOf } from '../../../domain/questionnaire/voice.ts';
import { pdfFileName } from '../../documents/plan-document.ts';
import { idempotencyKey } from '../../idempotency.ts';
import { operation } from '../../operation.ts';
import type { Work } from '../../work.ts';
import { cleanSignature } from './signature.ts';
import * as store from './store.ts';
import type { Acp } from './store.ts';

const id = z.string().check(z.uuid());
const anything = z.optional(z.nullable(z.unknown()));

/** What a person's signature stands for: nobody who acts in their account may write these. */
const signingKeys = ['completeAll', 'confirmationAcknowledgement', 'confirmName', 'signatureImage'] as const;

const translators = { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) };

/** The plan in force, as a list of one, so that a draft never seen before and none at all look alike (API-07). */
export const getActiveAcps = operation({
  name: 'getActiveAcps',
  kind: 'read',
  input: z.strictObject({ id }),
  access: {
    action: 'plan.read',
    subject: (input, { tx, services }) => store.findActive(tx, services, input.id),
  },
  run: async ({ subject }) => (subject ? [subject] : []),
});

export const getActiveAcpsByUserId = operation({
  name: 'getActiveAcpsByUserId',
  kind: 'read',
  input: z.strictObject({ user_id: id }),
  access: { action: 'plan.read', subject: (input) => ({ ownerId: input.user_id }) },
  run: async ({ input, tx, services }) => {
    const acp = await store.findActiveOf(tx, services, input.user_id);
    return acp ? [acp] : [];
  },
});

/** Earlier signed states of one person's plan, newest first. */
export const getRevisionAcps = operation({
  name: 'getRevisionAcps',
  kind: 'read',
  input: z.strictObject({ user_id: id }),
  access: { action: 'plan.read', subject: (input) => ({ ownerId: input.user_id }) },
  run: ({ input, tx, services }) => store.findRevisionsOf(tx, services, input.user_id),
});

const updateAnswersInput = z.strictObject({
  id,
  /** Named keys replace, null takes one away, keys that are not named stay. */
  answers: z.record(z.string(), z.unknown()),
  status: z.enum(['draft', 'complete']),
  /** The version the answers were based on (D-18). */
  version: z.int().check(z.gte(0)),
  /** The step whose required answers are checked; without it ("save and come back later") only forms are. */
  step: z.optional(z.nullable(z.enum(stepIds))),
  type: z._default(z.enum(['active', 'revision']), 'active'),
  // Part of the source's call. The server's own clock and the stored dates decide, so these are read and left.
  completed_at: anything,
  created_at: anything,
  share_date: anything,
  idempotency_key: idempotencyKey,
});

type SaveWork = Work<z.output<typeof updateAnswersInput>, Acp | null>;

/**
 * Saves a step, signs the plan, or changes a signed one.
 * @throws AppError `conflict` with the saved answers when somebody saved in between; `locked`; `invalid` at the fields
 */
export const updateAnswers = operation({
  name: 'updateAnswers',
  kind: 'write',
  input: updateAnswersInput,
  access: {
    action: 'plan.save',
    subject: (input, { tx, services }) => store.findActiveForChange(tx, services, input.id),
  },
  async run(work) {
    const { input, subject: acp, tx, services, now } = work;
    if (!acp) throw new AppError('not-found');
    if (acp.locked) throw new AppError('locked');
    if (acp.version !== input.version) {
      const { version, updated_at, answers } = acp;
      throw new AppError('conflict', { details: { version, updated_at: updated_at.toISOString(), answers } });
    }
    const answers = await checkedAnswers(work, acp);
    const saved = stateAfterSave(acp, input, answers, now);
    if (saved.becomesComplete) refuseUnlessSigner(work, acp);
    if (saved.keepsRevision) await store.keepRevision(tx, services, acp);
    const updated_at =
      saved.changed || saved.status === 'draft' || saved.becomesComplete ? now : acp.updated_at;
    const owner = await ownerWhenComplete(work, saved.status);
    const change = {
      id: acp.id,
      status: saved.status,
      version: saved.version,
      plan_version: saved.plan_version,
      definition_version: definitionVersion,
      language: owner?.language ?? acp.language,
      completed_at: saved.completed_at,
      share_date: saved.share_date,
      updated_at,
      answers,
      snapshot: owner && snapshotOf(answers, owner, updated_at),
    };
    work.alongside(store.updateActive(tx, services, change));
    if (owner)
      await store.keepQuestionnaireFile(
        tx,
        acp.user_id,
        pdfFileName(answers.lastName ?? '', answers.firstName ?? '', melbourneDate(now)),
        now,
      );
    await tell(work, acp, saved);
    return { returning: [{ ...acp, ...saved, language: owner?.language ?? acp.language, updated_at }] };
  },
});

async function checkedAnswers({ input, subject, actor, now }: SaveWork, acp: Acp): Promise<Answers> {
  const given = Object.fromEntries(Object.entries(input.answers).filter(([, value]) => value !== null));
  refuseInvalid(draftProblems(given));
  const answers = normalise(mergeAnswers(acp.answers, input.answers));
  const step: StepId | null = input.step ?? null;
  const stays = acp.status === 'complete' || input.status === 'complete';
  const today = { today: melbourneDate(now) };
  // A signed plan answers every step; the problems of one step are among those of all.
  if (stays) refuseInvalid(completionProblems(answers, today));
  else if (step) refuseInvalid(stepProblems(step, answers, today));
  const { signatureImage } = input.answers;
  if (
    typeof signatureImage === 'string' &&
    signatureImage !== '' &&
    signatureImage !== acp.answers.signatureImage
  ) {
    answers.signatureImage = await cleanSignature(signatureImage);
  }
  const signs = signingKeys.some(
    (key) => JSON.stringify(answers[key] ?? null) !== JSON.stringify(acp.answers[key] ?? null),
  );
  if (signs && can(actor, 'plan.sign', subject) !== 'allow') throw new AppError('forbidden');
  return answers;
}

function refuseUnlessSigner({ actor }: SaveWork, acp: Acp): void {
  const decision = can(actor, 'plan.sign', acp);
  if (decision !== 'allow') throw new AppError(decision);
}

async function ownerWhenComplete({ tx, subject }: SaveWork, status: 'draft' | 'complete') {
  return status === 'complete' && subject ? store.getPlanOwner(tx, subject.user_id) : null;
}

/** The plan as people read it, frozen at signing: rows, language and words, with a SHA-256 that shows any change. */
function snapshotOf(answers: Answers, owner: store.PlanOwner, savedAt: Date) {
  const t = translators[owner.language];
  const voice = voiceOf(owner, answers, t);
  const text = JSON.stringify({
    definition_version: definitionVersion,
    language: owner.language,
    voice,
    saved_at: savedAt.toISOString(),
    sections: present(answers, { t, voice }),
    signatureImage: answers.signatureImage,
  });
  return { text, sha256: createHash('sha256').update(text, 'utf8').digest() };
}

type Saved = ReturnType<typeof stateAfterSave<Date>>;

async function tell({ tx, actor, note, emit, now, input }: SaveWork, acp: Acp, saved: Saved): Promise<void> {
  note({
    status: saved.status,
    version: saved.version,
    step: input.step ?? null,
    revision: saved.keepsRevision,
  });
  emit('acp.saved', { user_id: acp.user_id, acp_id: acp.id, version: saved.version });
  if (!saved.becomesComplete && !saved.keepsRevision) return;
  const template = saved.becomesComplete ? 'ACP_COMPLETED' : 'ACP_UPDATED';
  const actor_id = actor.kind === 'person' ? (actor.actingStaffId ?? actor.userId) : null;
  await tx
    .insertInto('recent_activities')
    .values({ template, metadata: '{}', user_id: acp.user_id, actor_id, created_at: now })
    .execute();
  emit(saved.becomesComplete ? 'acp.completed' : 'acp.updated', {
    user_id: acp.user_id,
    plan_version: saved.plan_version,
  });
}
