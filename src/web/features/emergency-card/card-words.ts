import { longDate, melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import { card as cardEn } from '../../../domain/i18n/en/card.ts';
import { onBehalf as onBehalfEn } from '../../../domain/i18n/en/on-behalf.ts';
import { card as cardZh } from '../../../domain/i18n/zh/card.ts';
import { onBehalf as onBehalfZh } from '../../../domain/i18n/zh/on-behalf.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { inVoice } from '../../../domain/questionnaire/reading/present.ts';
import { voiceOf } from '../../../domain/questionnaire/reading/voice.ts';
import { versionDay, type ActivePlan } from '../../plan-view/active-plan.ts';
import { translatorFor } from '../../plan-view/translator-for.ts';
import type { CardFacts } from './card-api.ts';
import type { PlanWording } from '../../plan-view/plan-wording.ts';

/** The card in one language. */
export type CardWording = PlanWording & { language: Language };

const translators = {
  en: translatorFor('en', cardEn, onBehalfEn),
  zh: translatorFor('zh', cardZh, onBehalfZh),
};

/**
 * Returns the languages of a card, whatever the language of the page: English first, because the staff who read it know it, and
 * for a plan in Chinese the Chinese below it (D-29). On a card made on behalf, each says who recorded the plan (D-02).
 */
export function cardWordings(plan: Pick<ActivePlan, 'language' | 'user' | 'answers'>): CardWording[] {
  const languages: Language[] = plan.language === 'zh' ? ['en', 'zh'] : ['en'];
  return languages.map((language) => {
    const t = translators[language];
    return { language, t, voice: voiceOf(plan.user, plan.answers, t) };
  });
}

const keys = {
  plan: {
    heading: ['card.heading', 'card.onBehalf.heading'],
    what: ['card.fridge.what', 'card.fridge.onBehalf.what'],
    opens: ['card.short.opens', 'card.onBehalf.short.opens'],
    code: 'card.qr.alt',
    hint: 'card.page.hint',
    who: 'card.page.who',
    pictureHint: 'card.phone.pictureHint',
  },
  directive: {
    heading: ['card.directive.heading', 'card.directive.onBehalf.heading'],
    what: ['card.directive.what', 'card.directive.onBehalf.what'],
    opens: ['card.directive.opens', 'card.directive.onBehalf.opens'],
    code: 'card.directive.qr',
    hint: 'card.page.directiveHint',
    who: 'card.page.directiveWho',
    pictureHint: 'card.phone.directivePictureHint',
  },
} as const;

type Card = Pick<CardFacts, 'of_directive' | 'version' | 'completed_at'>;

/** Returns the keys of the texts that differ between the card of a plan and that of a directive alone. */
export const cardKeys = ({ of_directive }: Card) => keys[of_directive ? 'directive' : 'plan'];

/** Returns a sentence on the card in the voice of a wording. */
export function saidOf(card: Card, wording: PlanWording, part: 'heading' | 'what' | 'opens'): string {
  const [self, onBehalf] = cardKeys(card)[part];
  return inVoice(wording, self, onBehalf);
}

/**
 * Returns the line on a card that says how current it is: the plan's version and date, or the date on which the directive was added. The
 * fridge card has room for a longer line.
 */
export function versionWords(
  card: Card,
  day: IsoDate,
  { t, language }: CardWording,
  size: 'wallet' | 'fridge',
): string {
  const date = longDate(day, language);
  return card.of_directive
    ? t(`card.directive.${size}`, { date })
    : t(`card.${size}.version`, { version: card.version, date });
}

/** Whether the card says who recorded the plan. A directive is the person's own, also if someone else has the account. */
export const isRecorded = (card: Card, wordings: readonly CardWording[]): boolean =>
  !card.of_directive && wordings.some(({ voice }) => voice.kind === 'onBehalf');

/** Returns the day on the card: that of the plan's version, or that on which the directive was added. */
export const dayOfCard = (card: Card, plan: Parameters<typeof versionDay>[0]): IsoDate =>
  card.of_directive ? melbourneDate(new Date(card.completed_at)) : versionDay(plan);

/** Size of a name that fits on the card: large on one line, smaller on two, or small on as many as needed. */
export type NameSize = 'large' | 'two' | 'small';

/** Width of a letter in relation to its font size: Latin letters, and square characters. */
const letterWidth = { latin: 0.56, square: 1 };
/** Capacity of a line in font sizes, for large and for smaller names. */
const lineWidth = { large: 9.6, two: 12 };

/** Returns the size of a name for its length. */
export function nameSize(name: string): NameSize {
  const width = [...name].reduce(
    (sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? letterWidth.square : letterWidth.latin),
    0,
  );
  if (width <= lineWidth.large) return 'large';
  return width <= 2 * lineWidth.two ? 'two' : 'small';
}
