import { useLayoutEffect } from 'react';
import { dateOfIso, longDate } from '../../../../../domain/fields.ts';
import type { Language, Translate } from '../../../../../domain/i18n/texts.ts';
import { textOf } from '../../../../../domain/questionnaire/answers.ts';
import { fullNameOf } from '../../../../../domain/questionnaire/reading/voice.ts';
import { useLanguage } from '../../../../app/texts.tsx';
import { versionDay, type ActivePlan } from '../../../../plan-view/active-plan.ts';
import type { PlanWording } from '../../../../plan-view/plan-wording.ts';
import { footerContent, quoted } from './page-footer.ts';
import { usePaperTwin } from '../paper-twin.tsx';

/** Puts name, version and page number at the foot of each printed page, and `head`, if any, at its top. */
export function usePageFooter(plan: ActivePlan, { t }: PlanWording, head = ''): void {
  const language = useLanguage();
  const twin = usePaperTwin();
  useLayoutEffect(() => {
    const lineIn = (spoken: Language, words: Translate) =>
      footerContent(
        {
          person: fullNameOf(plan.answers),
          dob: textOf(plan.answers, 'dob') || (plan.user.dob ? dateOfIso(plan.user.dob) : ''),
          version: plan.plan_version,
          date: longDate(versionDay(plan), spoken),
        },
        words,
      );
    const lines = [lineIn(language, t), ...(twin ? [lineIn(twin.language, twin.wording.t)] : [])];
    const content = lines.join(' "\\A" ');
    // The content security policy forbids style elements; a style sheet created by script is allowed.
    const sheet = new CSSStyleSheet();
    const top =
      head && `@top-left { content: ${quoted(head)}; color: #000; font: bold 10pt sans-serif; width: 100%; }`;
    sheet.replaceSync(
      `@page plan-pages { ${top} @bottom-left { content: ${content}; color: #000; font: 9pt sans-serif; white-space: pre-line; width: 100%; } }`,
    );
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [plan, t, language, twin, head]);
}
