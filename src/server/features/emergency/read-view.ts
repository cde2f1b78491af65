import { catalogue } from '../../../domain/i18n/catalogue.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import { isWordedAsSigned, type StoredPlan } from '../../../domain/questionnaire/reading/present.ts';
import { voiceOf } from '../../../domain/questionnaire/reading/voice.ts';
import { emergencyView, type EmergencyInput, type EmergencyView } from '../../pages/emergency/view.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { withSignedWordsIn } from '../acp/api.ts';
import type { EmergencyPlan } from './store.ts';

const translators = { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) };

type Reading = Pick<EmergencyInput, 'scanned' | 'openedAt' | 'closesAt' | 'now'> & { language: Language };

/** What an emergency page says, with the plan for its sections; `isOfPapers`: the plan consists of papers, and no answer is shown. */
export type EmergencyReading = { view: EmergencyView; plan: StoredPlan; isOfPapers: boolean };

/** Puts together what an emergency page says of a plan in a language. */
export async function readView(
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  { owner, contacts, files, tells_deciders, acp: found }: EmergencyPlan,
  { language, ...reading }: Reading,
): Promise<EmergencyReading> {
  const { external } = found;
  const acp = external
    ? { ...found, answers: {}, signed_sections: [], words_in: found.language }
    : await withSignedWordsIn(tx, services, found, language);
  const view = emergencyView({
    ...reading,
    answers: acp.answers,
    wordedAsSigned: isWordedAsSigned(acp),
    voice: voiceOf(owner, acp.answers, translators[language]),
    careProvider: owner.careProvider,
    contacts,
    files,
    ...(external && { papersOf: owner }),
    tellsDeciders: tells_deciders,
    plan: {
      version: acp.plan_version,
      language: acp.language,
      wordsIn: acp.words_in,
      signedAt: acp.completed_at ?? acp.updated_at,
      changedAt: acp.updated_at,
    },
  });
  return { view, plan: acp, isOfPapers: external };
}
