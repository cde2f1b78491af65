import * as z from 'zod/mini';
import { translators } from '../../../../domain/i18n/translators.ts';
import { stateAfterSave } from '../../../../domain/plan/lifecycle.ts';
import { isAnswered } from '../../../../domain/questionnaire/answers.ts';
import { normalise } from '../../../../domain/questionnaire/answering/normalise.ts';
import { currentDefinition } from '../../../../domain/questionnaire/definition.ts';
import { firstScreen } from '../../../pages/emergency/plan-page/plan-page.ts';
import { previewStyles } from '../../../pages/emergency/styles.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { planOf } from '../../../pipeline/subjects.ts';
import { findActiveOf, getPlanOwner } from '../../acp/api.ts';
import { readView } from '../read-view.ts';
import { findEmergencyPlanOf, type EmergencyPlan } from '../store.ts';

/** First screen that staff would see with the card. `first_screen` is HTML for a shadow root with `styles`. */
export type EmergencyPreview = { first_screen: string; styles: string };

/**
 * Returns what staff see first on the emergency page, rendered by the same functions: of the signed plan in force, or of the
 * stored draft as if it were signed now. Unanswered questions are shown as not answered. Nothing is recorded.
 */
export const previewEmergency = operation({
  name: 'previewEmergency',
  kind: 'read',
  input: z.strictObject({ user_id: z.uuid(), language: z.enum(['en', 'zh']) }),
  access: { action: 'plan.read', subject: ({ user_id }) => planOf(user_id) },
  async run({ input: { user_id, language }, tx, services, now }): Promise<EmergencyPreview | null> {
    const plan = await findEmergencyPlanOf(tx, services, user_id);
    if (!plan) return null;
    const acp = await asSigned(tx, services, plan, { now, signer: translators[language]('bedside.signer') });
    const reading = { scanned: null, openedAt: now, closesAt: now, now };
    const read = await readView(tx, services, { ...plan, acp }, { language, ...reading });
    const page = { ...read, t: translators[language], query: { language }, pdf: { address: '' } };
    return { first_screen: firstScreen(page), styles: previewStyles };
  },
});

/**
 * Returns the plan in force as it is; a draft, as it would be stored if it were signed now. `signer` is shown for the name that is
 * given at signing, until it is given.
 */
async function asSigned(
  tx: Tx,
  services: Services,
  { ownerId, acp }: EmergencyPlan,
  { now, signer }: { now: Date; signer: string },
) {
  if (!acp || acp.status === 'complete') return acp;
  const draft = await findActiveOf(tx, services, ownerId);
  if (!draft) return acp;
  const stored = normalise(draft.answers);
  const answers = isAnswered(stored, 'confirmName') ? stored : { ...stored, confirmName: signer };
  const { language } = await getPlanOwner(tx, ownerId);
  return {
    ...acp,
    ...stateAfterSave<Date>(draft, { status: 'complete' }, answers, now),
    definition_version: currentDefinition.version,
    language,
    updated_at: now,
  };
}
