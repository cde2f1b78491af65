import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { translate } from '../../../app/texts.tsx';
import { fieldId } from '../../../forms/form-fields.tsx';
import { stepKeys } from '../../../plan-view/steps/step-values.ts';
import type { ListedStep } from '../../../plan-view/steps/progress.ts';
import { focusField } from '../../../ui/fields/error-summary.tsx';
import { announce } from '../../../ui/messages/announce.ts';

/**
 * Begins a step at one of its questions, if the address has it after the #: scrolls to it and focuses it (D-36). The number of
 * the step is announced, because its heading is skipped.
 */
export function useBeginAtQuestion(step: StepId, steps: readonly ListedStep[]): void {
  const n = steps.find(({ id }) => id === step)?.n;
  const total = steps.length;
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (!(stepKeys(step) as readonly string[]).includes(hash)) return;
    focusField(fieldId(hash), 'start');
    if (n !== undefined) announce(translate('progress.step', { n, total }));
  }, [step, hash, n, total]);
}
