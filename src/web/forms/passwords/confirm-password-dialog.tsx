import type { ReactNode } from 'react';
import { passwordAgainForm } from '../../../domain/inputs/sign-in/second-step.ts';
import { useText } from '../../app/texts.tsx';
import { FormPasswordField } from '../form-fields.tsx';
import { Form } from '../form.tsx';
import { useZodForm } from '../use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import type { ActionOptions } from '../use-action.ts';
import { useSubmit } from '../use-submit.ts';
import css from './confirm-password-dialog.module.css';

/** Words of a button while the server checks something. */
export const checkingWords: StateWords = {
  pending: 'mfa.verifying',
  complete: 'common.saved',
  error: 'mfa.notVerified',
};

/**
 * Asks for the password once more before a change to how the account is accessed. `onPassword` makes the change and throws
 * ApiError; the dialog closes when it is done. `failing` returns its own words for refusals, and is called for each.
 */
export function ConfirmPasswordDialog({
  title,
  lead,
  note,
  submit,
  onPassword,
  onClose,
  failing,
}: {
  title: string;
  lead: string;
  note?: ReactNode;
  submit: string;
  onPassword: (password: string) => Promise<unknown>;
  onClose: () => void;
  failing?: Pick<ActionOptions<unknown>, 'texts' | 'onFailed'>;
}) {
  const t = useText();
  const form = useZodForm(passwordAgainForm, { password: '' });
  const {
    submit: send,
    state,
    problems,
  } = useSubmit(form, ({ password }: { password: string }) => onPassword(password), {
    ...failing,
    resetMs: 1000,
    onDone: onClose,
  });

  return (
    <Modal open onClose={onClose} title={title} lead={lead}>
      {note && <p className={css.note}>{note}</p>}
      <Form form={form} onSubmit={send} problems={problems} prefix="again">
        <FormPasswordField
          name="password"
          label={t('settings.password.current')}
          autoComplete="current-password"
          required
        />
        <div className="modalfoot">
          <Button type="submit" state={state} words={checkingWords}>
            {submit}
          </Button>
          <Button variant="two" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
