import { useState } from 'react';
import type { FieldError } from '../../../domain/errors.ts';
import { addPhoneForm, codeForm } from '../../../domain/inputs/second-step.ts';
import { maskedPhone, resendAfter } from '../../../domain/accounts/second-step.ts';
import { ApiError } from '../../api/errors.ts';
import { useText } from '../../app/texts.tsx';
import { FormPasswordField, FormTextField } from '../../forms/form-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { useButtonState } from '../../ui/buttons/use-button-state.ts';
import { formRefusal, sendRefusal } from '../../forms/form-errors.ts';
import { inOnePiece } from './sign-in-calls.ts';
import { Resend } from './second-step-code.tsx';
import { useRefusals } from '../../forms/use-form-errors.ts';
import { useSecondsLeft } from '../../ui/use-seconds-left.ts';
import { checkingWords } from '../../forms/confirm-password-dialog.tsx';
import { useSecondStepCalls } from './second-step-api.ts';
import css from './second-step.module.css';

const sendWords: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

type Sent = { phone: string; password: string; session: string };

/** Adds a mobile number: the number and the password, then the code that was sent there. */
export function AddPhoneDialog({
  onConfirmed,
  onClose,
}: {
  onConfirmed: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const t = useText();
  const { addPhone } = useSecondStepCalls();
  const [sent, setSent] = useState<Sent | null>(null);
  const { left, start } = useSecondsLeft();

  /** Has a code sent. What the server refused, or nothing. */
  const send = async (phone: string, password: string): Promise<readonly FieldError[]> => {
    try {
      const { session } = await addPhone(phone, password);
      setSent({ phone, password, session });
      start(resendAfter);
      return [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const wait = error.retryAfter ?? error.details['retryAfter'];
      if (error.code === 'rate-limited') start(typeof wait === 'number' ? wait : resendAfter);
      return sendRefusal(error);
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
  send: (phone: string, password: string) => Promise<readonly FieldError[]>;
  onClose: () => void;
}) {
  const t = useText();
  const form = useZodForm(addPhoneForm, { phone: '', password: '' });
  const { state, run } = useButtonState(1000);
  const { problems, refuse, clear } = useRefusals(form);
  const submit = ({ phone, password }: { phone: string; password: string }) =>
    run(async () => {
      clear();
      const refused = await send(phone, password);
      if (refused.length > 0) refuse(refused);
      return refused.length === 0;
    });
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

function TypeCode({
  sent,
  left,
  resend,
  onConfirmed,
}: {
  sent: Sent;
  left: number;
  resend: () => Promise<readonly FieldError[]>;
  onConfirmed: (codes: readonly string[]) => void;
}) {
  const t = useText();
  const { confirmPhone } = useSecondStepCalls();
  const form = useZodForm(codeForm, { code: '' });
  const { state, run } = useButtonState(1000);
  const { problems, refuse, clear } = useRefusals(form);
  const submit = ({ code }: { code: string }) =>
    run(async () => {
      clear();
      try {
        onConfirmed(await confirmPhone(sent.session, code));
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refuse(formRefusal(error));
        return false;
      }
    });
  return (
    <>
      <div role="status">
        <Notice key={sent.session} icon="phone">
          {t('mfa.sent', { masked: inOnePiece(maskedPhone(sent.phone)) })}
        </Notice>
      </div>
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
          // What had focus is gone with the step before.
          autoFocus
          required
        />
        <Button type="submit" state={state} words={checkingWords}>
          {t('mfa.verify')}
        </Button>
      </Form>
      <Resend left={left} resend={resend} />
    </>
  );
}
