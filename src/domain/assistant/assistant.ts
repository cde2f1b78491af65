import type { PlainTextKey } from '../i18n/texts.ts';
import { healthKeys, type AnswerKey, type StepId } from '../questionnaire/answers.ts';
import type { AssistantState, Reply, ViewId } from './script.ts';

/** Place of a reader in the script. `asked` is the reply that led there. */
export type Place = { state: AssistantState; view: ViewId; asked?: PlainTextKey };

/** Questions from this position in step 4 open nothing; positions start at 1 (CON-23). */
const firstPositionWithout = 16;

/**
 * Returns the state in which an answer that was just given opens the assistant, or undefined for all others (QBOT-01, QBOT-03).
 * Of the questions about health only `dontRecognise` opens it (CON-23).
 */
export function stateOpenedBy(key: string, value: unknown): AssistantState | undefined {
  switch (key as AnswerKey) {
    case 'dontRecognise':
      return healthKeys.indexOf('dontRecognise') + 1 < firstPositionWithout &&
        value === 'Life is not worth living'
        ? 'loseCapacity_dontRecognise'
        : undefined;
    case 'cprStopBreathing':
    case 'cprCatastrophic':
      return value === 'only if minimum quality of life is expected' ? 'cprMinimumQualityOfLife' : undefined;
    default:
      return undefined;
  }
}

const statesOfSteps: Partial<Record<StepId, AssistantState>> = {
  step3: 'step3',
  step4: 'step4',
  step5: 'step5',
  step6b: 'step6b',
  step9: 'step9',
};

/** Returns the state that the icon of a step opens; undefined for a step without an icon (QBOT-04). */
export function stateOfStep(step: StepId): AssistantState | undefined {
  return statesOfSteps[step];
}

/** Returns the first place of a state. */
export const startOf = (state: AssistantState): Place => ({ state, view: 'start' });

/** Returns the place after a reply: another place of the same state, or 'closed'. */
export function afterReply({ state }: Place, { key, leadsTo }: Reply): Place | 'closed' {
  if (leadsTo === 'closed') return 'closed';
  return leadsTo === 'start' ? startOf(state) : { state, view: leadsTo, asked: key };
}
