import { useMemo, type ReactNode } from 'react';
import { isWordedAsSigned, present } from '../../../../domain/questionnaire/reading/present.ts';
import { voiceOf } from '../../../../domain/questionnaire/reading/voice.ts';
import { otherLanguage, useLanguage, useOtherTexts } from '../../../app/texts.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import { withDocumentWords } from './document-wording.ts';
import { TwinProvider, type PaperTwin } from './paper-twin.tsx';
import { usePrinting } from './printing/use-printing.ts';

/** Provides the other language to its children while the page is printed, if the plan or the page is not in English. */
export function InBothOnPaper({ plan, children }: { plan: ActivePlan; children: ReactNode }) {
  const page = useLanguage();
  const language = otherLanguage[page];
  const texts = useOtherTexts(page !== 'en' || plan.language !== 'en');
  const isPrinted = usePrinting();
  const twin = useMemo((): PaperTwin | null => {
    if (!texts || !isPrinted) return null;
    const t = withDocumentWords(language, texts);
    const wording = { t, voice: voiceOf(plan.user, plan.answers, t) };
    if (!isWordedAsSigned(plan)) {
      const answers = { language, sections: present(plan.answers, wording) };
      return { plan, language, wording, answersOnPage: page, answers };
    }
    const english = plan.language === 'en' ? null : plan.signed_in_english;
    const answers = english ? { language: 'en' as const, sections: english } : null;
    return { plan, language, wording, answersOnPage: plan.language, answers };
  }, [texts, isPrinted, plan, language, page]);
  return <TwinProvider twin={twin}>{children}</TwinProvider>;
}
