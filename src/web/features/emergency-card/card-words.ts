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
 * The languages of a card, whatever the language of the page: English first, which the staff who read it know, and for
 * a plan in Chinese the Chinese below it (D-29). On a card made on behalf each says who recorded the plan (D-02).
 */
export function cardWordings(plan: Pick<ActivePlan, 'language' | 'user' | 'answers'>): CardWording[] {
  const languages: Language[] = plan.language === 'zh' ? ['en', 'zh'] : ['en'];
  return languages.map((language) => {
    const t = translators[language];
    return { language, t, voice: voiceOf(plan.user, plan.answers, t) };
  });
}

/** How a name is set so that it stays on the card: large on one line, smaller on two, or small on as many as it takes. */
export type NameSize = 'large' | 'two' | 'small';

/** Widths of a letter, in parts of its size: Latin letters, and characters that fill a square. */
const letterWidth = { latin: 0.56, square: 1 };
/** How much fits on a line, in letter sizes, where the name is large and where it is smaller. */
const lineWidth = { large: 9.6, two: 12 };

/** Chooses the size of a name from its length. */
export function nameSize(name: string): NameSize {
  const width = [...name].reduce(
    (sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? letterWidth.square : letterWidth.latin),
    0,
  );
  if (width <= lineWidth.large) return 'large';
  return width <= 2 * lineWidth.two ? 'two' : 'small';
}
