import { useWatch } from 'react-hook-form';
import { passwordStrength } from '../../../domain/accounts/sign-in/new-password.ts';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { useText } from '../../app/texts.tsx';
import { FormPasswordField } from '../form-fields.tsx';

/** Field `password` of a form for a new password: its rules, and its strength in five colours and in words (SIGNUP-20). */
export function NewPasswordField({ label }: { label: PlainTextKey }) {
  const t = useText();
  const typed: unknown = useWatch({ name: 'password' });
  const level = typeof typed === 'string' && typed !== '' ? passwordStrength(typed) : 0;
  const words =
    level > 0
      ? t('signup.strength.label', { level: t(`signup.strength.level${level}` as PlainTextKey) })
      : '';
  return (
    <FormPasswordField
      name="password"
      label={t(label)}
      hint={
        <>
          {t('signup.password.hint')}
          <br />
          {t('signup.password.tip')}
        </>
      }
      autoComplete="new-password"
      required
      strength={{ level, words }}
    />
  );
}
