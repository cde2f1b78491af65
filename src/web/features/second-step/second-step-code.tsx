import type { FieldError } from '../../../domain/errors.ts';
import { codeForm, recoveryCodeForm } from '../../../domain/inputs/second-step.ts';
import type { CodeMethod } from '../../../domain/accounts/second-step.ts';
import { useText } from '../../app/texts.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { useButtonState } from '../../ui/buttons/use-button-state.ts';
import { codeRefusal, problemOf } from '../../forms/form-errors.ts';
import { ResendButton } from '../../ui/buttons/resend-button.tsx';
import { inOnePiece, secondStepCall, type SecondStepWanted } from './sign-in-calls.ts';
import { useRefusals } from '../../forms/use-form-errors.ts';
import css from './second-step-code.module.css';

/** Milliseconds after which the button is itself again (MFA-04). */
const resetMs = 1000;

const words: StateWords = { pending: 'mfa.verifying', complete: 'mfa.verifying', error: 'mfa.notVerified' };

type SecondStepCodeProps = {
  method: CodeMethod;
  email: string;
  wanted: SecondStepWanted;
  /** Seconds until another code can be sent. */
  left: number;
  resend: () => Promise<readonly FieldError[]>;
  onEntered: () => Promise<void>;
};

/** Typing the code that was sent, that an app shows, or that was kept (MFA-03, MFA-04, ERR-16). */
export function SecondStepCode({ method, email, wanted, left, resend, onEntered }: SecondStepCodeProps) {
  const t = useText();
  const form = useZodForm(method === 'recovery' ? recoveryCodeForm : codeForm, { code: '' });
  const { state, run } = useButtonState(resetMs);
  const { problems, refuse, clear } = useRefusals(form);

  const submit = ({ code }: { code: string }) =>
    run(async () => {
      clear();
      const result = await secondStepCall({ email, code, session: wanted.session, method });
      if (!result.ok) {
        refuse(codeRefusal(result.error));
        return false;
      }
      try {
        await onEntered();
        return true;
      } catch {
        refuse([problemOf('error.signin.other')]);
        return false;
      }
    });

  return (
    <>
      <div role="status">
        {method === 'sms' && wanted.sentTo && (
          // Each new code is said again.
          <Notice key={wanted.session} icon="phone">
            {t('mfa.sent', { masked: inOnePiece(wanted.sentTo) })}
          </Notice>
        )}
      </div>
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
      {method === 'sms' && <Resend left={left} resend={resend} />}
    </>
  );
}

/** Sends another code, once in thirty seconds (GAP-12). */
export function Resend({ left, resend }: Pick<SecondStepCodeProps, 'left' | 'resend'>) {
  const send = async () => {
    const problems = await resend();
    return { sent: problems.length === 0, problems };
  };
  return <ResendButton label="mfa.resend" wait="mfa.resendWait" left={left} resetMs={resetMs} send={send} />;
}
