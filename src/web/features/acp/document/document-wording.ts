import { useMemo } from 'react';
import { pdf as pdfEn } from '../../../../domain/i18n/en/pdf.ts';
import { pdf as pdfZh } from '../../../../domain/i18n/zh/pdf.ts';
import {
  type Language,
  type TextKey,
  type TextParams,
  type Translate,
  translateMessage,
} from '../../../../domain/i18n/texts.ts';
import { useLanguage } from '../../../app/texts.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import { translatorFor } from '../../../plan-view/translator-for.ts';
import { usePlanWording, type PlanWording } from '../../../plan-view/plan-wording.ts';

const documentWords = { en: translatorFor('en', pdfEn), zh: translatorFor('zh', pdfZh) };

/** Adds to the texts of a page those shared with the PDF, which no other page of the web client needs. */
export const withDocumentWords =
  (language: Language, t: Translate): Translate =>
  (key: TextKey, params?: TextParams) =>
    translateMessage(Object.hasOwn(pdfEn, key) ? documentWords[language] : t, key, params);

/** Returns the wording of a whole plan. */
export function useDocumentWording(plan: ActivePlan): PlanWording {
  const language = useLanguage();
  const { t, voice } = usePlanWording(plan);
  return useMemo(() => ({ voice, t: withDocumentWords(language, t) }), [t, voice, language]);
}
