import { useMemo } from 'react';
import type { Reading } from '../../domain/questionnaire/present.ts';
import { voiceOf } from '../../domain/questionnaire/voice.ts';
import { useText } from '../app/texts.tsx';
import type { ActivePlan } from './active-plan.ts';

/** How a plan is worded: a language, and whether the person speaks or somebody who recorded the plan (D-02). */
export type PlanWording = Reading;

/** The wording of a plan in the language of the page. */
export function usePlanWording(plan: Pick<ActivePlan, 'user' | 'answers'>): PlanWording {
  const t = useText();
  return useMemo(() => ({ t, voice: voiceOf(plan.user, plan.answers, t) }), [plan, t]);
}
