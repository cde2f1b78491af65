import type { Language } from '../../../domain/i18n/texts.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { stillRightOn } from '../../../domain/plan/still-right.ts';
import {
  isWordedAsSigned,
  presentPlan,
  type Section,
} from '../../../domain/questionnaire/reading/present.ts';
import { voiceOf } from '../../../domain/questionnaire/reading/voice.ts';
import { emergencyView, type EmergencyInput, type EmergencyView } from '../../pages/emergency/view.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { withSignedWordsIn } from '../acp/api.ts';
import { standingIn, type EmergencyPlan } from './store.ts';

type Reading = Pick<EmergencyInput, 'scanned' | 'openedAt' | 'closesAt' | 'now'> & { language: Language };

/** The content of an emergency page, with the sections of the signed plan; empty without one. */
export type EmergencyReading = { view: EmergencyView; sections: readonly Section[] };

/** Returns the content of a person's emergency page in a language. Answers are shown only for a signed plan. */
export async function readView(
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  { owner, contacts, files, paper_set_aside, other_record, tells_deciders, acp }: EmergencyPlan,
  { language, ...reading }: Reading,
): Promise<EmergencyReading> {
  const t = translators[language];
  const known = {
    ...reading,
    ...{ contacts, files, tellsDeciders: tells_deciders, otherRecord: other_record },
    paperSetAside: paper_set_aside,
    ...{ careProvider: owner.careProvider, carePhone: owner.carePhone },
  };
  const standing = standingIn({ acp, files });
  if (!acp || standing !== 'signed') {
    const unsigned = {
      version: acp?.plan_version ?? 0,
      language: acp?.language ?? language,
      signedAt: acp?.updated_at ?? reading.now,
      changedAt: null,
    };
    const view = emergencyView({
      ...known,
      ...{ standing, answers: {}, wordedAsSigned: false, account: owner, plan: unsigned },
      // The recorder is named when a plan is signed.
      voice: { kind: 'self' },
      scanned: null,
    });
    return { view, sections: [] };
  }
  const signed = await withSignedWordsIn(tx, services, acp, language);
  const voice = voiceOf(owner, signed.answers, t);
  const view = emergencyView({
    ...known,
    ...{ standing, voice, answers: signed.answers, wordedAsSigned: isWordedAsSigned(signed) },
    papersBeside: signed.external,
    plan: {
      version: signed.plan_version,
      language: signed.language,
      wordsIn: signed.words_in,
      signedAt: signed.completed_at ?? signed.updated_at,
      changedAt: signed.updated_at,
      stillRight: stillRightOn(signed),
    },
  });
  return { view, sections: presentPlan(signed, { t, voice }) };
}
