import { useState } from 'react';
import { codeForm, recoveryCodeForm } from '../../../domain/inputs/sign-in/second-step.ts';
import type { CodeMethod } from '../../../domain/accounts/sign-in/second-step.ts';
import { useText } from '../../app/texts.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { saying } from '../../forms/errors/form-errors.ts';
import { ResendButton } from '../../ui/buttons/resend-button.tsx';
import { inOnePiece, secondStepCall, type SecondStepWanted } from '../../api/session/sign-in-calls.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import css from './second-step-code.module.css';
import { codeErrors, sendErrors } from './second-step-errors.ts';

/** Time after which the button returns to its initial state, in milliseconds (MFA-04). */
const resetMs = 1000;

const words: StateWords = { pending: 'mfa.verifying', complete: 'mfa.verifying', error: 'mfa.notVerified' };

type SecondStepCodeProps = {
  method: CodeMethod;
  email: string;
  wanted: SecondStepWanted;
  /** Seconds until another code can be sent. */
  left: number;
  /** Sends another code. Throws ApiError. */
  resend: () => Promise<void>;
  onEntered: () => Promise<void>;
};

/** Form for a code that was sent, a code from an app, or a recovery code (MFA-03, MFA-04, ERR-16). */
export function SecondStepCode({ method, email, wanted, left, resend, onEntered }: SecondStepCodeProps) {
  const t = useText();
  const [tries, setTries] = useState(0);
  return (
    <>
      <div role="status">
        {method === 'sms' && wanted.sentTo && (
          // Each new code is announced again.
          <Notice key={wanted.session} icon="phone">
            {t('mfa.sent', { masked: inOnePiece(wanted.sentTo) })}
          </Notice>
        )}
      </div>
      {/* Errors about an earlier code do not apply to the next one. */}
      <CodeForm
        key={wanted.session}
        {...{ method, email, wanted, onEntered }}
        onTry={() => setTries((count) => count + 1)}
      />
      {/* A failure to send a code is out of date once one was typed. */}
      {method === 'sms' && <Resend key={tries} left={left} resend={resend} />}
    </>
  );
}

type CodeFormProps = Pick<SecondStepCodeProps, 'method' | 'email' | 'wanted' | 'onEntered'> & {
  onTry: () => void;
};

function CodeForm({ method, email, wanted, onEntered, onTry }: CodeFormProps) {
  const t = useText();
  const form = useZodForm(method === 'recovery' ? recoveryCodeForm : codeForm, { code: '' });
  const show = async ({ code }: { code: string }) => {
    onTry();
    await secondStepCall({ email, code, session: wanted.session, method });
    await onEntered().catch(() => Promise.reject(saying('error.signin.other')));
  };
  const { submit, state, problems } = useSubmit(form, show, { ...codeErrors, resetMs });

  return (
    <Form form={form} onSubmit={submit} problems={problems} prefix="mfa" className={css.code}>
      {method === 'recovery' ? (
        <FormTextField
          name="code"
          label={t('mfa.recovery.label')}
          hint={t('mfa.recovery.hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
      ) : (
        <FormTextField
          name="code"
          label={t('mfa.code.label')}
          hint={t(method === 'app' ? 'mfa.code.hintApp' : 'mfa.code.hint')}
          width="date"
          className="num"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
        />
      )}
      <Button type="submit" wide state={state} words={words}>
        {t('mfa.verify')}
      </Button>
    </Form>
  );
}

/** Sends another code, once in thirty seconds (GAP-12). */
export function Resend({ left, resend }: Pick<SecondStepCodeProps, 'left' | 'resend'>) {
  return (
    <ResendButton
      label="mfa.resend"
      wait="mfa.resendWait"
      left={left}
      resetMs={resetMs}
      send={resend}
      errors={sendErrors}
      className={css.resend}
    />
  );
}
