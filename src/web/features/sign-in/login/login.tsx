import { Link, useRouter } from '@tanstack/react-router';
import { useRef, useState, type MouseEvent, type ReactNode } from 'react';
import type { TextFile, TextKey } from '../../../../domain/i18n/texts.ts';
import { signinForm } from '../../../../domain/inputs/signin.ts';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { useText } from '../../../app/texts.tsx';
import { FormPasswordField, FormTextField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useButtonState } from '../../../ui/buttons/use-button-state.ts';
import { useHeld } from '../prefilled-email.ts';
import { problemOf, signinRefusal } from '../../../forms/form-errors.ts';
import { ResendLink } from '../verify-email/resend-link.tsx';
import { useSearchText } from '../search-text.ts';
import { secondStepIn, signInCall, type FirstStep } from '../../second-step/sign-in-calls.ts';
import type { SecondStepModalProps } from '../../second-step/second-step-modal.tsx';
import type { SignupModalProps } from '../sign-up/sign-up-modal.tsx';
import { useEnter } from '../use-signed-in.ts';
import { usePart } from '../../../ui/dialogs/use-lazy-dialog.ts';
import { useRefusals } from '../../../forms/use-form-errors.ts';
import css from '../sign-in.module.css';

/** The words beside the drawing, and those of sending the link again. */
export const texts: readonly TextFile[] = ['questionnaire-values', 'verify-email'];

/** Milliseconds after which the button is itself again (SIGNIN-09). */
const resetMs = 2500;

const words: StateWords = {
  pending: 'signin.submitting',
  complete: 'signin.submitting',
  error: 'signin.notSubmitted',
};

const onDrawing: readonly TextKey[] = [
  'minimumQolList.option.food',
  'minimumQolList.option.sleep',
  'minimumQolList.option.laugh',
  'minimumQolList.option.family',
];

const loadSignup = () => import('../sign-up/sign-up-modal.tsx').then((module) => module.SignupModal);
const loadSecondStep = () =>
  import('../../second-step/second-step-modal.tsx').then((module) => module.SecondStepModal);
const loadForgot = () =>
  import('../password/forgot-password-modal.tsx').then((module) => module.ForgotPasswordModal);

/** A click that asks for this page to do something, not for a new tab or window. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** Signing in (SIGNIN-01 to SIGNIN-09). */
export function Page(): ReactNode {
  const t = useText();
  const router = useRouter();
  const enter = useEnter();
  const returnPath = useSearchText('returnPath');
  const reason = useSearchText('reason');
  const held = useHeld();
  const form = useZodForm(signinForm, { email: held.email, password: '', phone: '' });
  const { state, run } = useButtonState(resetMs);
  const { problems, refuse, clear } = useRefusals(form);
  const [unchecked, setUnchecked] = useState<string | null>(null);
  const signup = usePart<SignupModalProps>();
  const secondStep = usePart<SecondStepModalProps>();
  const [firstStep, setFirstStep] = useState<Pick<SecondStepModalProps, 'first' | 'wanted'> | null>(null);
  const forgot = usePart<{ email: string; onClose: () => void }>();
  const typedInSignup = useRef<Partial<Parameters<SignupModalProps['onLeave']>[0]>>({});

  const send = (first: FirstStep) =>
    run(async () => {
      const { email } = first;
      clear();
      setUnchecked(null);
      const result = await signInCall(first);
      if (!result.ok && result.error.code === 'legacyreset') {
        await router.navigate({ to: '/legacyuser', state: { email } });
        return true;
      }
      if (!result.ok) {
        if (result.error.code === 'requiredEmailConfirmation') setUnchecked(email);
        refuse(signinRefusal(result.error));
        return false;
      }
      const wanted = secondStepIn(result.body);
      if (wanted) {
        setFirstStep({ first, wanted });
        await secondStep.open(loadSecondStep, ['second-step', 'errors', 'fields']);
        return true;
      }
      try {
        await enter(returnPath);
        return true;
      } catch {
        refuse([problemOf('error.signin.other')]);
        return false;
      }
    });

  const opening = (open: () => Promise<void>) => (event: MouseEvent) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    void open();
  };
  const notice = reason === 'expired' ? 'signin.afterExpiry' : held.notice;

  return (
    <AccountFrame
      words={
        <>
          <h2>{t('step3.title')}</h2>
          <ul>
            {onDrawing.map((key) => (
              <li key={key}>{t(key)}</li>
            ))}
          </ul>
        </>
      }
    >
      <PageTitle>{t('signin.title')}</PageTitle>
      {notice && (
        <div className={css.notice}>
          <Notice>{t(notice)}</Notice>
        </div>
      )}
      <Form form={form} onSubmit={send} problems={problems}>
        {unchecked !== null && <ResendLink key={unchecked} email={unchecked} />}
        <FormTextField
          name="email"
          type="email"
          label={t('signin.email.label')}
          autoComplete="email"
          required
        />
        <FormPasswordField
          name="password"
          label={t('signin.password.label')}
          autoComplete="current-password"
          required
        />
        <Link
          to="/forgot-password"
          className={css.forgot}
          aria-haspopup="dialog"
          onClick={opening(() => forgot.open(loadForgot, ['recovery', 'errors', 'fields']))}
        >
          {t('signin.forgot')}
        </Link>
        <Button type="submit" wide state={state} words={words}>
          {t('signin.submit')}
        </Button>
      </Form>
      <p className={css.or}>
        {t('signin.newHere')}{' '}
        <Link
          to="/signup"
          aria-haspopup="dialog"
          onClick={opening(() => signup.open(loadSignup, ['signup', 'verify-email', 'errors', 'fields']))}
        >
          {t('signin.toSignup')}
        </Link>
      </p>
      {(signup.failed || forgot.failed || secondStep.failed) && (
        <p className="err" role="alert">
          {t('error.noAnswer')}
        </p>
      )}
      <p className="small quiet">{t('signin.emergencyLink')}</p>
      <p className={css.help}>
        <Link to="/need-help">{t('menu.user.needHelp')}</Link>
      </p>
      {forgot.Part && <forgot.Part email={form.getValues('email')} onClose={forgot.close} />}
      {secondStep.Part && firstStep && (
        <secondStep.Part
          {...firstStep}
          onEntered={() => enter(returnPath)}
          onClose={() => {
            secondStep.close();
            setFirstStep(null);
          }}
        />
      )}
      {signup.Part && (
        <signup.Part
          kept={{ ...typedInSignup.current, email: typedInSignup.current.email || form.getValues('email') }}
          onLeave={(values) => {
            typedInSignup.current = values;
          }}
          onClose={signup.close}
        />
      )}
    </AccountFrame>
  );
}
