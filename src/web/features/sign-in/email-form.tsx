import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { callRest } from '../../api/call.ts';
import { useText } from '../../app/texts.tsx';
import { FormTextField } from '../../forms/form-fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useZodForm } from '../../forms/use-zod-form.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { mailErrors } from './mail-errors.ts';

/** The checks of the form: loaded once the page reacts. */
const loadForm = () =>
  import('../../../domain/inputs/sign-in/forgot.ts').then(({ forgotForm }) => forgotForm);

const words: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.notSent' };

type EmailFormProps = {
  /** Route that takes an address and sends a mail to it. Its response is the same for every address. */
  path: '/api/initiateForgotPassword' | '/api/auth/resend-verification' | '/api/auth/organisation-link';
  label: PlainTextKey;
  submit: PlainTextKey;
  email?: string;
  prefix?: string;
  /** Called with the address that the mail was sent to, if it has an account. */
  onSent: (email: string) => void;
};

/** Form with one address, to which a link is sent. */
export function EmailForm({ path, label, submit, email = '', prefix = '', onSent }: EmailFormProps) {
  const t = useText();
  const form = useZodForm(loadForm, { email });
  const {
    submit: send,
    state,
    problems,
  } = useSubmit(
    form,
    async (values: { email: string }) => {
      await callRest(path, values);
      onSent(values.email);
    },
    { resetMs: 2500, ...mailErrors },
  );

  return (
    <Form form={form} onSubmit={send} problems={problems} prefix={prefix}>
      <FormTextField name="email" type="email" label={t(label)} autoComplete="email" required />
      <Button type="submit" wide state={state} words={words}>
        {t(submit)}
      </Button>
    </Form>
  );
}
