import { dateOfIso, type IsoDate } from '../../../../domain/fields.ts';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { inVoice } from '../../../../domain/questionnaire/reading/present.ts';
import type { CardFacts } from '../card-api.ts';
import { isRecorded, saidOf, versionWords, type CardWording } from '../card-words.ts';

/** One fact of a card: its label in each language, and its value. */
export type CardLine = {
  id: 'name' | 'dob' | 'careProvider' | 'pin';
  labels: readonly string[];
  value: string;
};

/** Text of the wallet card without its layout, in each language of the card, English first. */
export type CardLines = {
  heading: readonly string[];
  facts: readonly CardLine[];
  scan: readonly string[];
  /** Text at the foot: a request to ask the person, or who recorded the plan; and the version. */
  sayings: readonly (readonly string[])[];
};

/** Returns the PIN in two groups of three, for easier reading. */
export const pinInGroups = (pin: string): string => `${pin.slice(0, 3)} ${pin.slice(3)}`;

/** Returns the text of the emergency card for the full-screen view and for the picture. `day` is the day of the version. */
export function cardLines(card: CardFacts, wordings: readonly CardWording[], day: IsoDate): CardLines {
  const inEach = (words: (wording: CardWording) => string) => wordings.map(words);
  const labels = (key: PlainTextKey) => inEach(({ t }) => t(key));
  const none = wordings[0]?.t('card.noCareProvider') ?? '';
  return {
    heading: inEach((wording) => saidOf(card, wording, 'heading')),
    facts: [
      { id: 'name', labels: labels('card.fullName'), value: card.full_name },
      { id: 'dob', labels: labels('card.dob'), value: card.dob ? dateOfIso(card.dob) : none },
      { id: 'careProvider', labels: labels('card.careProvider'), value: card.care_provider ?? none },
      { id: 'pin', labels: labels('card.pin'), value: pinInGroups(card.pin) },
    ],
    scan: labels('card.scan'),
    sayings: wordings.map((wording) => [
      isRecorded(card, wordings) ? inVoice(wording, 'card.wallet.recorded') : wording.t('card.wallet.ask'),
      versionWords(card, day, wording, 'wallet'),
    ]),
  };
}
