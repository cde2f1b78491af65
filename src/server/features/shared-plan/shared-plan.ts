import type { Language } from '../../../domain/i18n/texts.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { isWordedAsSigned } from '../../../domain/questionnaire/reading/present.ts';
import { voiceOf } from '../../../domain/questionnaire/reading/voice.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { findActiveOf, getPlanOwner, withSignedWordsIn } from '../acp/api.ts';

/** Loads the current signed plan, with the data to render it in either language; null while nothing is signed. */
export async function findSharedPlan(tx: Tx, services: Services, userId: string) {
  const acp = await findActiveOf(tx, services, userId);
  if (acp?.status !== 'complete') return null;
  const owner = await getPlanOwner(tx, userId);
  const planIn = async (language: Language) => ({
    plan: await withSignedWordsIn(tx, services, acp, language),
    voice: voiceOf(owner, acp.answers, translators[language]),
  });
  return {
    careProvider: owner.careProvider,
    wordedAsSigned: isWordedAsSigned(acp),
    languages: { en: await planIn('en'), zh: await planIn('zh') },
  };
}

export type SharedPlan = NonNullable<Awaited<ReturnType<typeof findSharedPlan>>>;
