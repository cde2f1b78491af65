import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { fieldId } from '../../../forms/form-fields.tsx';
import { stepKeys } from '../../../plan-view/steps/step-values.ts';
import { focusField } from '../../../ui/fields/error-summary.tsx';

/** A step that is opened at one of its questions, behind # in the address, begins there: scrolled to it, with focus in it (D-36). */
export function useBeginAtQuestion(step: StepId): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if ((stepKeys(step) as readonly string[]).includes(hash)) focusField(fieldId(hash), 'start');
  }, [step, hash]);
}
