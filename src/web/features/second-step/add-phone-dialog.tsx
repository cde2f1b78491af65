import { useState } from 'react';
import { addPhoneForm, codeForm } from '../../../domain/inputs/sign-in/second-step.ts';
import { maskedPhone, resendAfter } from '../../../domain/accounts/sign-in/second-step.ts';
import { ApiError } from '../../api/errors.ts';
import { useText } from '../../app/texts.tsx';
import { FormPasswordField, FormTextField } from '../../forms/form-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { inOnePiece } from '../../api/session/sign-in-calls.ts';
import { Resend } from './second-step-code.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { checkingWords } from '../../forms/passwords/confirm-password-dialog.tsx';
import { addPhone, confirmPhone } from './second-step-api.ts';
import css from './second-step.module.css';
import { sendErrors } from './second-step-errors.ts';

const sendWords: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

const resetMs = 1000;

type Sent = { phone: string; password: string; session: string };

/** Adds a mobile number: the number and the password, then the code that was sent to it. */
export function AddPhoneDialog({
  onConfirmed,
  onClose,
}: {
  onConfirmed: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const t = useText();
  const [sent, setSent] = useState<Sent | null>(null);
  const { left, start } = useSecondsLeft();

  /** Sends a code. Throws ApiError. */
  const send = async (phone: string, password: string) => {
    try {
      const { session } = await addPhone(phone, password);
      setSent({ phone, password, session });
      start(resendAfter);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'rate-limited') start(error.retryAfter ?? resendAfter);
      throw error;
    }
  };

  return (
    <Modal
      open
      onClose={onClose}
      title={t('settings.mfa.phoneAdd')}
      lead={sent ? undefined : t('settings.mfa.phoneAddLead')}
    >
      {sent ? (
        <TypeCode
          sent={sent}
          left={left}
          resend={() => send(sent.phone, sent.password)}
          onConfirmed={onConfirmed}
        />
      ) : (
        <TypeNumber send={send} onClose={onClose} />
      )}
    </Modal>
  );
}

function TypeNumber({
  send,
  onClose,
}: {
  send: (phone: string, password: string) => Promise<void>;
  onClose: () => void;
}) {
  const t = useText();
  const form = useZodForm(addPhoneForm, { phone: '', password: '' });
  const { submit, state, problems } = useSubmit(
    form,
    ({ phone, password }: { phone: string; password: string }) => send(phone, password),
    { ...sendErrors, resetMs },
  );
  return (
    <Form form={form} onSubmit={submit} problems={problems} prefix="phone">
      <FormTextField
        name="phone"
        type="tel"
        width="date"
        label={t('settings.mfa.phoneLabel')}
        hint={t('settings.mfa.phoneHint')}
        autoComplete="tel-national"
        required
      />
      <FormPasswordField
        name="password"
        label={t('settings.password.current')}
        autoComplete="current-password"
        required
      />
      <div className="modalfoot">
        <Button type="submit" state={state} words={sendWords}>
          {t('mfa.send')}
        </Button>
        <Button variant="two" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </Form>
  );
}

type CodeProps = { sent: Sent; onConfirmed: (codes: readonly string[]) => void };

function TypeCode({
  sent,
  left,
  resend,
  onConfirmed,
}: CodeProps & { left: number; resend: () => Promise<void> }) {
  const t = useText();
  const [tries, setTries] = useState(0);
  return (
    <>
      <div role="status">
        <Notice key={sent.session} icon="phone">
          {t('mfa.sent', { masked: inOnePiece(maskedPhone(sent.phone)) })}
        </Notice>
      </div>
      {/* Errors about an earlier code, or about sending one, are out of date after the person's next step. */}
      <CheckForm
        key={sent.session}
        sent={sent}
        onConfirmed={onConfirmed}
        onTry={() => setTries((count) => count + 1)}
      />
      <Resend key={tries} left={left} resend={resend} />
    </>
  );
}

function CheckForm({ sent, onConfirmed, onTry }: CodeProps & { onTry: () => void }) {
  const t = useText();
  const form = useZodForm(codeForm, { code: '' });
  const { submit, state, problems } = useSubmit(
    form,
    ({ code }: { code: string }) => {
      onTry();
      return confirmPhone(sent.session, code);
    },
    { resetMs, onDone: onConfirmed },
  );
  return (
    <Form form={form} onSubmit={submit} problems={problems} prefix="check" className={css.check}>
      <FormTextField
        name="code"
        label={t('mfa.code.label')}
        hint={t('mfa.code.hint')}
        width="date"
        className="num"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        // The focused element was removed with the previous step.
        autoFocus
        required
      />
      <Button type="submit" state={state} words={checkingWords}>
        {t('mfa.verify')}
      </Button>
    </Form>
  );
}
