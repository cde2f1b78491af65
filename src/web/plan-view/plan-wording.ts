import { useMemo } from 'react';
import type { Reading } from '../../domain/questionnaire/reading/present.ts';
import { useText } from '../app/texts.tsx';
import type { ActivePlan } from './active-plan.ts';
import { voiceWhileWriting } from './reading.tsx';

/** Wording of a plan: a language, and whether the first person is the owner or a writer on their behalf (D-02). */
export type PlanWording = Reading;

/** Returns the wording of a plan in the language of the page. */
export function usePlanWording(plan: Pick<ActivePlan, 'user' | 'answers'>): PlanWording {
  const t = useText();
  return useMemo(() => ({ t, voice: voiceWhileWriting(plan.user, plan.answers, t) }), [plan, t]);
}
