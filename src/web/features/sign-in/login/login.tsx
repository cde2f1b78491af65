import { Link, useRouter } from '@tanstack/react-router';
import { useRef, useState, type MouseEvent, type ReactNode } from 'react';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { organisationProblems } from '../../../../domain/providers/connection.ts';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { loadTexts, useText } from '../../../app/texts.tsx';
import { FormPasswordField, FormTextField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { usePrefilledEmail } from '../prefilled-email.ts';
import { saying } from '../../../forms/errors/form-errors.ts';
import type { ResendLink } from '../verify-email/resend-link.tsx';
import { useSearchText } from '../search-text.ts';
import { secondStepIn, signInCall, type FirstStep } from '../../../api/session/sign-in-calls.ts';
import type { SecondStepModalProps } from '../../second-step/api.ts';
import type { SignUpModalProps } from '../sign-up/sign-up-modal.tsx';
import { useSignedIn } from '../use-signed-in.ts';
import { useLazyDialog } from '../../../ui/dialogs/use-lazy-dialog.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { codeOf } from '../../../api/errors.ts';
import { signInErrors } from './sign-in-errors.ts';
import css from '../sign-in.module.css';

/** Time after which the button returns to its initial state, in milliseconds (SIGNIN-09). */
const resetMs = 2500;

const words: StateWords = {
  pending: 'signin.submitting',
  complete: 'signin.submitting',
  error: 'signin.notSubmitted',
};

const onDrawing: readonly PlainTextKey[] = [
  'minimumQolList.option.food',
  'minimumQolList.option.sleep',
  'minimumQolList.option.laugh',
  'minimumQolList.option.family',
];

/** Loads the checks of the form with their messages, after the page can be used. */
const loadForm = async () => {
  const [{ signinForm }] = await Promise.all([
    import('../../../../domain/inputs/sign-in/signin.ts'),
    loadTexts(['fields']),
  ]);
  // Needed after a refused sign-in: there as well when it is.
  loadResend().catch(() => undefined);
  return signinForm;
};

const loadResend = async () => {
  const [module] = await Promise.all([
    import('../verify-email/resend-link.tsx'),
    loadTexts(['verify-email']),
  ]);
  return module.ResendLink;
};

const loadSignup = () => import('../sign-up/sign-up-modal.tsx').then((module) => module.SignUpModal);
const loadSecondStep = () => import('../../second-step/api.ts').then((module) => module.SecondStepModal);
const loadForgot = () =>
  import('../password/forgot-password-modal.tsx').then((module) => module.ForgotPasswordModal);

/** Whether a click is meant for this page, not for a new tab or window. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** Opens a dialog where a click would follow the link. */
const opening = (open: () => void) => (event: MouseEvent) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  open();
};

/**
 * Form that signs a person in. `enter` goes to the page after signing in; an account with a second step opens its dialog first.
 * `unchecked` is the address of an account that was not verified yet, with the button that sends its link again.
 */
function useSignInForm({ email, enter }: { email: string; enter: () => Promise<unknown> }) {
  const router = useRouter();
  const form = useZodForm(loadForm, { email, password: '', phone: '' });
  const [unchecked, setUnchecked] = useState<{ email: string; Resend: typeof ResendLink } | null>(null);
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
      if (codeOf(error) === 'requiredEmailConfirmation')
        setUnchecked({
          email,
          Resend: await loadResend().catch(() => Promise.reject(saying('error.noAnswer'))),
        });
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

/** Signing in (SIGNIN-01 to SIGNIN-09). */
export function Page(): ReactNode {
  const t = useText();
  const enter = useSignedIn();
  const returnPath = useSearchText('returnPath');
  const reason = useSearchText('reason');
  const held = usePrefilledEmail();
  const goIn = () => enter(returnPath);
  const signIn = useSignInForm({ email: held.email, enter: goIn });
  const { form, secondStep } = signIn;
  const signup = useLazyDialog<SignUpModalProps>();
  const forgot = useLazyDialog<{ email: string; onClose: () => void }>();
  const typedInSignup = useRef<Partial<Parameters<SignUpModalProps['onLeave']>[0]>>({});
  const notice = reason === 'expired' ? 'signin.afterExpiry' : held.notice;

  return (
    <AccountFrame words={<WordsOnDrawing />}>
      <PageTitle>{t('signin.title')}</PageTitle>
      {notice && (
        <div className={css.notice}>
          <Notice>{t(notice)}</Notice>
        </div>
      )}
      <OrganisationRefusal />
      <SignInForm
        {...signIn}
        onForgot={() => void forgot.open(loadForgot, ['recovery', 'errors', 'fields'])}
      />
      <OtherWays
        onSignup={() => void signup.open(loadSignup, ['signup', 'verify-email', 'errors', 'fields'])}
      />
      {(signup.failed || forgot.failed || secondStep.failed) && (
        <p className="err" role="alert">
          {t('error.noAnswer')}
        </p>
      )}
      <p className="small quiet">{t('signin.emergencyLink')}</p>
      {forgot.Part && <forgot.Part email={form.getValues('email')} onClose={forgot.close} />}
      {secondStep.Part && secondStep.firstStep && (
        <secondStep.Part {...secondStep.firstStep} onEntered={goIn} onClose={secondStep.close} />
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

/** Why a sign-in at the organisation led back here. */
function OrganisationRefusal() {
  const t = useText();
  const named = useSearchText('organisation');
  const refused = organisationProblems.find((problem) => problem === named);
  if (!refused) return null;
  return (
    <div className={css.notice}>
      <Notice icon="circle-alert" live>
        {t(`error.organisation.${refused}`)}
      </Notice>
    </div>
  );
}

/** Signing up, and signing in at the organisation. */
function OtherWays({ onSignup }: { onSignup: () => void }) {
  const t = useText();
  return (
    <p className={css.or}>
      {t('signin.newHere')}{' '}
      <Link to="/signup" aria-haspopup="dialog" onClick={opening(onSignup)}>
        {t('signin.toSignup')}
      </Link>
      <span className={css.line}>
        <Link to="/login/organisation">{t('signin.organisation.link')}</Link>
      </span>
    </p>
  );
}

function WordsOnDrawing() {
  const t = useText();
  return (
    <>
      <h2>{t('step3.title')}</h2>
      <ul>
        {onDrawing.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
    </>
  );
}

type SignInFormProps = ReturnType<typeof useSignInForm> & { onForgot: () => void };

function SignInForm({ form, submit, state, problems, unchecked, onForgot }: SignInFormProps) {
  const t = useText();
  return (
    <Form form={form} onSubmit={submit} problems={problems}>
      {unchecked !== null && <unchecked.Resend key={unchecked.email} email={unchecked.email} />}
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
      <Link to="/forgot-password" className={css.forgot} aria-haspopup="dialog" onClick={opening(onForgot)}>
        {t('signin.forgot')}
      </Link>
      <Button type="submit" wide state={state} words={words}>
        {t('signin.submit')}
      </Button>
    </Form>
  );
}
