import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { useText } from '../../../app/texts.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { draftOf, unsaved } from '../../../plan-view/unsaved/unsaved-answers.ts';
import type { StepForm } from '../fields/use-step-form.ts';
import type { StepSaving } from './use-save-step.ts';

const nothing = () => {};

/** In edit mode, keeps the answers of a step in this browser and goes to the page that confirms them (QEDIT-03). */
export function useKeepStep({ form, step, base, check, forget }: StepForm): StepSaving {
  const t = useText();
  const navigate = useNavigate();
  const gone = useRef(false);
  const save = useCallback(async () => {
    if (gone.current || !check('step')) return;
    if (!unsaved.edits.keep(base.user_id, step, draftOf(step, base, form.getValues()))) {
      showSnackbar(t('error.general_error'), 'problem');
      return;
    }
    gone.current = true;
    forget();
    await navigate({ to: '/questionnaire/$step', params: { step: 'step9' }, search: { editStep: step } });
    gone.current = false;
  }, [base, check, forget, form, navigate, step, t]);
  return {
    saving: undefined,
    slow: false,
    failed: undefined,
    conflict: undefined,
    change: undefined,
    takenIn: undefined,
    save,
    decide: async () => {},
    closeConflict: nothing,
    confirm: async () => {},
    closeChange: nothing,
  };
}
