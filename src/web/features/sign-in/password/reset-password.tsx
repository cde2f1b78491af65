import { Link, useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { callRest } from '../../../api/call.ts';
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
import { FormSent } from '../form-sent.tsx';
import { NewPasswordField } from '../../../forms/passwords/new-password-field.tsx';
import { useLinkSecret } from '../link-secret.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import css from '../sign-in.module.css';

/** The checks of the form: loaded once the page reacts. */
const loadForm = () =>
  import('../../../../domain/inputs/sign-in/reset.ts').then(({ resetForm }) => resetForm);

/** Form for a new password with a link from a mail (GAP-13). */
export function Page(): ReactNode {
  const token = useLinkSecret('token') ?? '';
  const [refused, setRefused] = useState(false);
  return (
    <AccountFrame>
      {refused ? (
        <FormSent>
          <BadLink />
        </FormSent>
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
  const form = useZodForm(loadForm, { password: '', repeatPassword: '' });
  const reset = async ({ password }: { password: string }) => {
    await callRest('/api/auth/reset-password', { token, password });
    // Every session of the account has ended. If the session cannot be read now, the next page reads it again.
    await startSession().catch(() => null);
    showSnackbar(translate('signin.afterReset'));
    await router.navigate({ to: '/login', replace: true });
  };
  const { submit, state, problems } = useSubmit(form, reset, {
    resetMs: 2500,
    onFailed({ fields }) {
      if (fields.some(({ field }) => field === 'token')) onBadLink();
    },
  });

  return (
    <>
      <PageTitle>{t('reset.title')}</PageTitle>
      <p className="lead">{t('reset.othersOut')}</p>
      <Form form={form} onSubmit={submit} problems={problems}>
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
