import type { TextFile } from '../../../../domain/i18n/texts.ts';
import { changePasswordForm } from '../../../../domain/inputs/change-password.ts';
import { ApiError } from '../../../api/errors.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { FormPasswordField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { useButtonState } from '../../../ui/buttons/use-button-state.ts';
import { NewPasswordField } from '../../../forms/new-password-field.tsx';
import { formRefusal, problemOf } from '../../../forms/form-errors.ts';
import { useRefusals } from '../../../forms/use-form-errors.ts';
import { usePasswordDate, useSessionCalls } from '../../sessions/sessions-api.ts';
import { SettingsFrame } from '../../../app/layout/settings-frame.tsx';
import css from './change-password.module.css';

/** The rules of the password and the words of the strength bar are those of signing up. */
export const texts: readonly TextFile[] = ['settings', 'signup', 'success', 'errors', 'fields'];

const resetMs = 2500;

/** The password: the one of now, and the new one twice. The same page for every role (SET-01 to SET-03). */
export function Page() {
  const t = useText();
  const user = useSession();
  return (
    <SettingsFrame
      title={t('settings.password.title')}
      lead={user?.acting ? undefined : t('settings.password.othersOut')}
    >
      {user?.acting ? (
        <Notice icon="lock">{t('error.lac.notAllowedHere')}</Notice>
      ) : (
        <PasswordForm email={user?.email} />
      )}
    </SettingsFrame>
  );
}

function PasswordForm({ email }: { email: string | undefined }) {
  const t = useText();
  const { changePassword } = useSessionCalls();
  const changed = usePasswordDate();
  const shortDate = useShortDate();
  const form = useZodForm(changePasswordForm, { current: '', password: '', repeatPassword: '' });
  const { state, run } = useButtonState(resetMs);
  const { problems, refuse, clear } = useRefusals(form);
  const send = ({ current, password }: { current: string; password: string }) =>
    run(async () => {
      clear();
      try {
        await changePassword(current, password);
      } catch (error) {
        const refusal = error instanceof ApiError ? error : new ApiError('general_error');
        refuse(refusal.code === 'forbidden' ? [problemOf('error.lac.notAllowedHere')] : formRefusal(refusal));
        return false;
      }
      form.reset();
      showSnackbar(t('success.passwordChanged'));
      return true;
    });
  return (
    <Form form={form} onSubmit={send} problems={problems}>
      {/* For password managers: whose password it is. */}
      <input type="email" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
      <FormPasswordField
        name="current"
        label={t('settings.password.current')}
        autoComplete="current-password"
        required
      />
      <NewPasswordField label="settings.password.new" />
      <FormPasswordField
        name="repeatPassword"
        label={t('settings.password.repeat')}
        autoComplete="new-password"
        required
      />
      <Button type="submit" state={state}>
        {t('settings.password.save')}
      </Button>
      {changed && (
        <p className={`small quiet ${css.after}`}>
          {t('settings.passwordAge', { date: shortDate(changed) })}
        </p>
      )}
    </Form>
  );
}
