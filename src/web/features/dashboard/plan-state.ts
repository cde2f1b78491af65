import { placeToCarryOn, type Place } from '../../../domain/questionnaire/answering/completeness.ts';
import { minutesLeft } from '../../../domain/questionnaire/answering/minutes-left.ts';
import { isOnlyPapers } from '../../../domain/plan/emergency/standing.ts';
import type { StepId } from '../../../domain/questionnaire/answers.ts';
import type { TextKeyWith } from '../../../domain/i18n/texts.ts';
import type { ActivePlan } from '../../plan-view/active-plan.ts';
import { listSteps } from '../../plan-view/steps/progress.ts';

/** State of a plan on the dashboard. `next` is the place to continue, in the step with the number `n`; see `minutesLeft`. */
export type PlanState = {
  stage: 'new' | 'draft' | 'complete' | 'locked' | 'external';
  done: number;
  total: number;
  next: Place & { n: number };
  minutes: number;
};

/** Returns the progress of a plan. `passed` are the steps without a required answer that the person skipped. */
export function planState(
  plan: Pick<ActivePlan, 'answers' | 'status' | 'external' | 'locked' | 'user'>,
  passed: readonly StepId[],
): PlanState {
  const { answers, status, locked, user } = plan;
  const audience = { providerCustomer: user.provider !== null };
  const complete = status === 'complete';
  const steps = listSteps({ answers, audience, complete, passed });
  const place = placeToCarryOn(answers, audience);
  const isNew = steps.every(({ answered }) => answered === 0);
  return {
    stage: isOnlyPapers(plan)
      ? 'external'
      : locked
        ? 'locked'
        : complete
          ? 'complete'
          : isNew
            ? 'new'
            : 'draft',
    done: complete ? steps.length : steps.filter((step) => step.status === 'done').length,
    total: steps.length,
    minutes: minutesLeft(answers, audience),
    next: { ...place, n: steps.find(({ id }) => id === place.step)?.n ?? steps.length },
  };
}

/** Returns the greeting for an hour of the day, 0 to 23. */
export function greetingAt(hour: number): TextKeyWith<'firstName'> {
  if (hour >= 4 && hour < 12) return 'dash.greetingMorning';
  return hour >= 12 && hour < 18 ? 'dash.greetingAfternoon' : 'dash.greetingEvening';
}
