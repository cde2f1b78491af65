import { Link, useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { TextFile } from '../../../../domain/i18n/texts.ts';
import { resetForm } from '../../../../domain/inputs/reset.ts';
import { postJson } from '../../../api/rest.ts';
import { AccountFrame } from '../../../app/layout/account-frame.tsx';
import { startSession } from '../../../app/session.tsx';
import { translate, useText } from '../../../app/texts.tsx';
import { FormPasswordField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { useButtonState } from '../../../ui/buttons/use-button-state.ts';
import { Instead } from '../form-sent.tsx';
import { NewPasswordField } from '../../../forms/new-password-field.tsx';
import { formRefusal } from '../../../forms/form-errors.ts';
import { useSearchText } from '../search-text.ts';
import { useRefusals } from '../../../forms/use-form-errors.ts';
import css from '../sign-in.module.css';

/** The words for the sign-in page, which comes next. */
export const texts: readonly TextFile[] = ['signin'];

/** Setting a new password with a link from a mail (GAP-13). */
export function Page(): ReactNode {
  const token = useSearchText('token') ?? '';
  const [refused, setRefused] = useState(false);
  return (
    <AccountFrame>
      {refused ? (
        <Instead>
          <BadLink />
        </Instead>
      ) : token === '' ? (
        <BadLink />
      ) : (
        <NewPassword token={token} onBadLink={() => setRefused(true)} />
      )}
    </AccountFrame>
  );
}

function NewPassword({ token, onBadLink }: { token: string; onBadLink: () => void }) {
  const t = useText();
  const router = useRouter();
  const form = useZodForm(resetForm, { password: '', repeatPassword: '' });
  const { state, run } = useButtonState(2500);
  const { problems, refuse, clear } = useRefusals(form);

  const send = ({ password }: { password: string }) =>
    run(async () => {
      clear();
      const result = await postJson('/api/auth/reset-password', { token, password });
      if (result.ok) {
        // Every session of the account is over. When nobody can say so now, the next page asks again.
        await startSession().catch(() => null);
        showSnackbar(translate('signin.afterReset'));
        await router.navigate({ to: '/login', replace: true });
        return true;
      }
      if (result.error.fields.some(({ field }) => field === 'token')) onBadLink();
      else refuse(formRefusal(result.error));
      return false;
    });

  return (
    <>
      <PageTitle>{t('reset.title')}</PageTitle>
      <p className="lead">{t('reset.othersOut')}</p>
      <Form form={form} onSubmit={send} problems={problems}>
        <NewPasswordField label="reset.new.label" />
        <FormPasswordField
          name="repeatPassword"
          label={t('reset.repeat.label')}
          autoComplete="new-password"
          required
        />
        <Button type="submit" wide state={state}>
          {t('reset.submit')}
        </Button>
      </Form>
    </>
  );
}

function BadLink() {
  const t = useText();
  return (
    <>
      <PageTitle>{t('reset.linkBad.title')}</PageTitle>
      <p className="lead" role="status">
        {t('reset.linkBad.body')}
      </p>
      <LinkButton to="/forgot-password" wide>
        {t('reset.linkBad.button')}
      </LinkButton>
      <p className={css.or}>
        <Link to="/login">{t('forgot.back')}</Link>
      </p>
    </>
  );
}
