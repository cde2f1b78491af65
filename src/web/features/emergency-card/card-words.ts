import { card as cardEn } from '../../../domain/i18n/en/card.ts';
import { onBehalf as onBehalfEn } from '../../../domain/i18n/en/on-behalf.ts';
import { card as cardZh } from '../../../domain/i18n/zh/card.ts';
import { onBehalf as onBehalfZh } from '../../../domain/i18n/zh/on-behalf.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { voiceOf } from '../../../domain/questionnaire/reading/voice.ts';
import type { ActivePlan } from '../../plan-view/active-plan.ts';
import { translatorFor } from '../../plan-view/translator-for.ts';
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
