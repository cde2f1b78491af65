import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { signinForm } from '../../../../domain/inputs/sign-in/signin.ts';
import { codeOf } from '../../../api/errors.ts';
import { secondStepIn, signInCall, type FirstStep } from '../../../api/sign-in-calls.ts';
import { saying } from '../../../forms/form-errors.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { useLazyDialog } from '../../../ui/dialogs/use-lazy-dialog.ts';
import type { SecondStepModalProps } from '../../second-step/api.ts';
import { signInErrors } from './sign-in-errors.ts';

/** Time after which the button returns to its initial state, in milliseconds (SIGNIN-09). */
const resetMs = 2500;

const loadSecondStep = () => import('../../second-step/api.ts').then((module) => module.SecondStepModal);

/**
 * Form that signs a person in. `enter` goes to the page after signing in; an account with a second step opens its dialog first.
 * `unchecked` is the address of an account that was not verified yet.
 */
export function useSignInForm({ email, enter }: { email: string; enter: () => Promise<unknown> }) {
  const router = useRouter();
  const form = useZodForm(signinForm, { email, password: '', phone: '' });
  const [unchecked, setUnchecked] = useState<string | null>(null);
  const dialog = useLazyDialog<SecondStepModalProps>();
  const [firstStep, setFirstStep] = useState<Pick<SecondStepModalProps, 'first' | 'wanted'> | null>(null);

  const goOn = async (first: FirstStep) => {
    const wanted = secondStepIn(await signInCall(first));
    if (wanted) {
      setFirstStep({ first, wanted });
      return dialog.open(loadSecondStep, ['second-step', 'errors', 'fields']);
    }
    return enter().catch(() => Promise.reject(saying('error.signin.other')));
  };
  const signIn = async (first: FirstStep) => {
    const { email } = first;
    setUnchecked(null);
    try {
      await goOn(first);
    } catch (error) {
      if (codeOf(error) === 'legacyreset') return router.navigate({ to: '/legacyuser', state: { email } });
      if (codeOf(error) === 'requiredEmailConfirmation') setUnchecked(email);
      throw error;
    }
  };
  const { submit, state, problems } = useSubmit(form, signIn, { ...signInErrors, resetMs });
  const close = () => {
    dialog.close();
    setFirstStep(null);
  };
  return { form, submit, state, problems, unchecked, secondStep: { ...dialog, firstStep, close } };
}
