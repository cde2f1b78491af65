import type { FieldError } from '../../../../domain/errors.ts';
import { useSession } from '../../../app/session.tsx';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { saying } from '../../../forms/errors/form-errors.ts';
import { Form } from '../../../forms/form.tsx';
import { NewPasswordField } from '../../../forms/passwords/new-password-field.tsx';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useZodForm } from '../../../forms/use-zod-form.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useSignedIn } from '../use-signed-in.ts';
import { acceptInvitation, type StaffInvitation } from './invite-api.ts';
import css from '../sign-in.module.css';

/** The checks of the form: loaded once the page reacts. */
const loadForm = () =>
  import('../../../../domain/inputs/sign-in/accept-invitation.ts').then(
    ({ acceptInvitationForm }) => acceptInvitationForm,
  );

type AcceptFormProps = {
  token: string;
  invitation: StaffInvitation;
  /** Called with the reason when the link is no longer valid. */
  onRefused: (reason: FieldError) => void;
};

/** Returns the role of the invitation, in words. */
function useRoleLabel({ job, is_contact }: StaffInvitation): string {
  const t = useText();
  if (is_contact) return t('invite.staff.contact');
  return job === null || job === 'other' ? t('invite.staff.member') : t(`users.job.${job}`);
}

/** Form to choose a password and to join, with an explanation of the next steps. */
export function AcceptForm({ token, invitation, onRefused }: AcceptFormProps) {
  const t = useText();
  const language = useLanguage();
  const enter = useSignedIn();
  const signedIn = useSession();
  const roleLabel = useRoleLabel(invitation);
  const { provider, email } = invitation;
  const form = useZodForm(loadForm, { password: '' });
  const accept = async ({ password }: { password: string }) => {
    await acceptInvitation({ token, password, language });
    await enter('/dashboard').catch(() => Promise.reject(saying('error.noAnswer')));
  };
  const { submit, state, problems } = useSubmit(form, accept, {
    resetMs: 2500,
    onFailed({ fields }) {
      const reason = fields.find(({ field }) => field === 'token');
      if (reason) onRefused(reason);
    },
  });
  return (
    <>
      <PageTitle browserTitle={t('invite.staff.title', { provider })}>
        <OwnWords>{t('invite.staff.title', { provider })}</OwnWords>
      </PageTitle>
      <p className="lead">{t('invite.staff.body', { roleLabel })}</p>
      {signedIn && signedIn.email !== email && (
        <div className={css.notice}>
          <Notice>{t('invite.staff.otherAccount', { email: signedIn.email })}</Notice>
        </div>
      )}
      <Form form={form} onSubmit={submit} problems={problems}>
        <TextField
          id="field-email"
          type="email"
          name="email"
          label={t('signup.email.label')}
          hint={t('signup.email.locked')}
          autoComplete="username"
          value={email}
          readOnly
          className={css.locked}
        />
        <NewPasswordField label="signup.password.label" />
        <div className={css.notice}>
          <Notice icon="lock">
            <p>
              <b>{t('invite.staff.next')}</b>
            </p>
            <p>{t('invite.staff.secondStep')}</p>
            <p>{t('invite.staff.why')}</p>
          </Notice>
        </div>
        <Button type="submit" wide state={state}>
          {t('invite.staff.submit')}
        </Button>
      </Form>
    </>
  );
}
