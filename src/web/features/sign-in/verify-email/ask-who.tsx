import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callRest } from '../../../api/call.ts';
import { useText } from '../../../app/texts.tsx';
import { FormPasswordField } from '../../../forms/form-fields.tsx';
import { Form } from '../../../forms/form.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { FormSent } from '../form-sent.tsx';
import { sendLink, type CheckedLink } from './verify-link.ts';
import css from '../sign-in.module.css';

/** The checks of the form: loaded once the page reacts. */
const loadForm = () =>
  import('../../../../domain/inputs/sign-in/second-step.ts').then(
    ({ passwordAgainForm }) => passwordAgainForm,
  );

const resetMs = 2500;

/**
 * Asks, in a browser other than the one that signed up, whether it was this person, and for the password that they chose (D-39).
 */
export function AskWho({ token, onChecked }: { token: string; onChecked: (link: CheckedLink) => unknown }) {
  const t = useText();
  const [removed, setRemoved] = useState(false);
  const form = useZodForm(loadForm, { password: '' });
  const { submit, state, problems } = useSubmit(
    form,
    async ({ password }: { password: string }) => onChecked(await sendLink({ token, password })),
    { resetMs },
  );
  const disown = useAction(() => callRest('/api/auth/disown-sign-up', { token }), {
    resetMs,
    onDone: () => setRemoved(true),
  });

  if (removed)
    return (
      <>
        <PageTitle>{t('verify.notMe.title')}</PageTitle>
        <FormSent>
          <p className="lead">{t('verify.notMe.body')}</p>
        </FormSent>
      </>
    );
  return (
    <>
      <PageTitle>{t('verify.ask.title')}</PageTitle>
      <p className="lead">{t('verify.ask.body')}</p>
      <Form form={form} onSubmit={submit} problems={problems}>
        <FormPasswordField
          name="password"
          label={t('signin.password.label')}
          autoComplete="current-password"
          required
        />
        <Button type="submit" wide state={state}>
          {t('verify.ask.button')}
        </Button>
      </Form>
      <p className={css.or}>
        <Link to="/forgot-password">{t('verify.ask.forgot')}</Link>
      </p>
      <div className={css.resend}>
        <p>{t('verify.ask.notMeHint')}</p>
        <ProblemList problems={disown.problems} />
        <Button variant="two" wide state={disown.state} onClick={() => void disown.run()}>
          {t('verify.ask.notMe')}
        </Button>
      </div>
    </>
  );
}
