import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { can } from '../../../../domain/access/access.ts';
import { doneBy, togetherOf } from '../../../../domain/access/done-by.ts';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import { translators } from '../../../../domain/i18n/translators.ts';
import { unconfirmedChanges } from '../../../../domain/plan/confirmation.ts';
import { changedKeys, stateAfterSave, type SaveRequest } from '../../../../domain/plan/lifecycle.ts';
import type { Answers, StepId } from '../../../../domain/questionnaire/answers.ts';
import { currentDefinition } from '../../../../domain/questionnaire/definition.ts';
import { present } from '../../../../domain/questionnaire/reading/present.ts';
import { voiceOf } from '../../../../domain/questionnaire/reading/voice.ts';
import { pdfFileName } from '../../../documents/plan/plan-file-name.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import { recordSigned } from '../../../pipeline/audit/signed-in-visit.ts';
import type { Work } from '../../../pipeline/work.ts';
import * as store from '../store.ts';
import { referToSignature } from '../signing/signature-store.ts';
import type { Acp } from '../store.ts';
import { secondsUntilNextVersion } from '../versions/versions-store.ts';

/** The part of an operation's work that saving needs, whatever its input. */
type Saving = Pick<
  Work<unknown>,
  'tx' | 'services' | 'actor' | 'now' | 'auditDetails' | 'changedFields' | 'emit' | 'withFinalStatement'
>;

/** Keys of answers that a person confirmed. */
export const confirmedKeys = z.nullish(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(500)));

/**
 * The purpose of a save. `confirmed` are the keys of the answers whose values before and now the person saw and confirmed (D-35).
 */
type Request = SaveRequest & { step: StepId | null; confirmed: readonly string[] };

/**
 * Replaces the answers of a plan that the caller's transaction has locked: keeps the previous signed state as a revision, freezes
 * the new one, and notifies those concerned. Returns the saved plan. Saving a signed plan without a changed answer counts the
 * save and changes nothing else.
 * @throws AppError `forbidden` if the save makes a signed state, the first or another one, and the actor has no permission to
 * sign; `unconfirmed` with the keys if it changes answers of a signed plan that were not confirmed; `rate-limited` if too many
 * signed states were made
 */
export async function savePlan(work: Saving, acp: Acp, request: Request, checked: Answers) {
  const { tx, services, now } = work;
  const saved = stateAfterSave(acp, request, checked, now);
  const isSame = acp.status === 'complete' && !saved.changed;
  const answers = isSame ? acp.answers : checked;
  // A changed signed plan is a new signed state with the same signature, so it needs the permission to sign (D-14).
  if (saved.becomesComplete || saved.keepsRevision) refuseUnlessSigner(work, acp);
  const unconfirmed = unconfirmedChanges(acp, answers, request.confirmed);
  if (unconfirmed.length > 0) throw new AppError('unconfirmed', { details: { answers: unconfirmed } });
  if (saved.keepsRevision) {
    const retryAfter = await secondsUntilNextVersion(tx, acp.user_id, now);
    if (retryAfter > 0) throw new AppError('rate-limited', { details: { retryAfter } });
    // The signed state before is kept as signed and readable, whatever papers accompanied it.
    await store.keepRevision(tx, services, { ...acp, external: false }, now);
  }
  work.changedFields(changedKeys(acp.answers, answers));
  const { signatureImage } = answers;
  const isKept = acp.signature_id !== null && signatureImage === acp.answers.signatureImage;
  const signature_id =
    isKept || (acp.signature_id === null && !signatureImage)
      ? acp.signature_id
      : await referToSignature(tx, services, acp, signatureImage);
  const updated_at = isSame ? acp.updated_at : now;
  const owner = saved.status === 'complete' && !isSame ? await store.getPlanOwner(tx, acp.user_id) : null;
  const definition_version = isSame ? acp.definition_version : currentDefinition.version;
  const language = owner?.language ?? acp.language;
  const change = {
    id: acp.id,
    status: saved.status,
    version: saved.version,
    plan_version: saved.plan_version,
    definition_version,
    language,
    completed_at: saved.completed_at,
    share_date: saved.share_date,
    external: saved.external,
    updated_at,
    answers,
    snapshot: isSame ? ('kept' as const) : owner && snapshotOf(answers, owner, updated_at),
  };
  work.withFinalStatement(store.updateOfActive(services, change));
  if (owner)
    await store.keepQuestionnaireFile(
      tx,
      acp.user_id,
      pdfFileName({
        firstName: answers.firstName ?? '',
        lastName: answers.lastName ?? '',
        version: saved.plan_version,
        date: melbourneDate(updated_at),
        language,
      }),
      now,
    );
  await notify(work, acp, saved, request.step);
  return { ...acp, ...saved, answers, definition_version, language, updated_at, signature_id };
}

function refuseUnlessSigner({ actor }: Saving, acp: Acp): void {
  const decision = can(actor, 'plan.sign', acp);
  if (decision !== 'allow') throw new AppError(decision);
}

/**
 * Returns the readable plan, frozen at signing: rows, language and texts, with a SHA-256 that reveals any change. Printed
 * documents are also in English, so the current English rows are stored beside those of another language (D-37).
 */
function snapshotOf(answers: Answers, owner: store.PlanOwner, savedAt: Date) {
  const rowsIn = (language: Language) => {
    const t = translators[language];
    const voice = voiceOf(owner, answers, t);
    return { voice, sections: present(answers, { t, voice }) };
  };
  const { voice, sections } = rowsIn(owner.language);
  const text = JSON.stringify({
    definition_version: currentDefinition.version,
    language: owner.language,
    voice,
    saved_at: savedAt.toISOString(),
    sections,
    ...(owner.language !== 'en' && { twin: { language: 'en', ...rowsIn('en') } }),
    signature_sha256: createHash('sha256')
      .update(answers.signatureImage ?? '', 'utf8')
      .digest('hex'),
  });
  return { text, sha256: createHash('sha256').update(text, 'utf8').digest() };
}

type Saved = ReturnType<typeof stateAfterSave<Date>>;

async function notify(
  { tx, actor, auditDetails, emit, now }: Saving,
  acp: Acp,
  saved: Saved,
  step: StepId | null,
): Promise<void> {
  auditDetails({
    status: saved.status,
    version: saved.version,
    step,
    revision: saved.keepsRevision,
    ...(acp.external && !saved.external && { external: false }),
  });
  if (!saved.becomesComplete && !saved.keepsRevision) return;
  const together = togetherOf(actor);
  if (together) {
    await recordSigned(tx, together.visitId, saved.plan_version);
    auditDetails({ plan_version: saved.plan_version });
  }
  const template = saved.becomesComplete ? 'ACP_COMPLETED' : 'ACP_UPDATED';
  await recordActivity(tx, { template, userId: acp.user_id, ...doneBy(actor), at: now }, {});
  emit(saved.becomesComplete ? 'acp.completed' : 'acp.updated', {
    user_id: acp.user_id,
    plan_version: saved.plan_version,
  });
}
