import { changePasswordForm } from '../../../../domain/inputs/sign-in/change-password.ts';
import { Allowed, useMay } from '../../../app/allowed.tsx';
import { useShortDate } from '../../../app/dates.ts';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { FormPasswordField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { NewPasswordField } from '../../../forms/passwords/new-password-field.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { changePassword, usePasswordDate } from './password-api.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { SettingsFrame } from '../../../app/layout/settings-frame.tsx';
import css from './change-password.module.css';

/** The page is the same for every role, so every role gets the delay that the source has for the administration (CONST-02). */
const resetMs = adminResetMs.save;

/** Form for the password: the present one, and the new one twice. The same page for every role (SET-01 to SET-03). */
export function Page() {
  const t = useText();
  const user = useSession();
  const may = useMay('account.changePassword');
  return (
    <SettingsFrame
      title={t('settings.password.title')}
      lead={may ? t('settings.password.othersOut') : undefined}
    >
      <Allowed to="account.changePassword">
        <PasswordForm email={user?.email} />
      </Allowed>
    </SettingsFrame>
  );
}

function PasswordForm({ email }: { email: string | undefined }) {
  const t = useText();
  const changed = usePasswordDate();
  const shortDate = useShortDate();
  const form = useZodForm(changePasswordForm, { current: '', password: '', repeatPassword: '' });
  const { submit, state, problems } = useSubmit(form, changePassword, {
    resetMs,
    onDone() {
      form.reset();
      showSnackbar(t('success.passwordChanged'));
    },
  });
  return (
    <Form form={form} onSubmit={submit} problems={problems}>
      {/* For password managers: the account of the password. */}
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
