import { catalogue } from '../../../domain/i18n/catalogue.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { isWordedAsSigned } from '../../../domain/questionnaire/present.ts';
import { voiceOf } from '../../../domain/questionnaire/voice.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { findActiveOf, getPlanOwner, withSignedWords } from '../acp/api.ts';

const translators = { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) };

/** The signed plan in force, with what it takes to put it into words; null while nothing is signed. */
export async function findSharedPlan(tx: Tx, services: Services, userId: string) {
  const acp = await findActiveOf(tx, services, userId);
  if (acp?.status !== 'complete') return null;
  const plan = await withSignedWords(tx, services, acp);
  const owner = await getPlanOwner(tx, userId);
  return {
    plan,
    careProvider: owner.careProvider,
    wordedAsSigned: isWordedAsSigned(plan),
    voices: {
      en: voiceOf(owner, plan.answers, translators.en),
      zh: voiceOf(owner, plan.answers, translators.zh),
    },
  };
}

export type SharedPlan = NonNullable<Awaited<ReturnType<typeof findSharedPlan>>>;
