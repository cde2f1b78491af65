import { useMemo } from 'react';
import type { Reading } from '../../domain/questionnaire/reading/present.ts';
import { useText } from '../app/texts.tsx';
import type { ActivePlan } from './active-plan.ts';
import { voiceWhileWriting } from './reading.tsx';

/** How a plan is worded: a language, and whether the person speaks or the writer on their behalf (D-02). */
export type PlanWording = Reading;

/** The wording of a plan in the language of the page. */
export function usePlanWording(plan: Pick<ActivePlan, 'user' | 'answers'>): PlanWording {
  const t = useText();
  return useMemo(() => ({ t, voice: voiceWhileWriting(plan.user, plan.answers, t) }), [plan, t]);
}
