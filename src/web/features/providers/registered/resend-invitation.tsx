import { useText } from '../../../app/texts.tsx';
import { waitProblem } from '../../../forms/errors/form-errors.ts';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { resendInvitation, statusOf, type RegisteredProvider } from './registered-api.ts';
import css from './registered.module.css';

type ResendInvitationProps = {
  provider: RegisteredProvider;
  /** The state of the invitation differs from what the page shows. */
  onStale: () => void;
};

/** Sends an invitation that was not accepted again (GAP-90). */
export function ResendInvitation({ provider, onStale }: ResendInvitationProps) {
  const t = useText();
  const { run, state, problems } = useAction(() => resendInvitation(provider.contact_id), {
    texts: {
      'rate-limited': ({ fields, retryAfter }) => (fields.length > 0 ? fields : [waitProblem(retryAfter)]),
      conflict: ({ fields }) => fields,
    },
    resetMs: adminResetMs.send,
    onDone: () => showSnackbar(t('providers.registered.resent')),
    onFailed({ code }) {
      if (code === 'conflict' || code === 'not-found') onStale();
    },
  });
  const status = statusOf(provider);
  if (status !== 'waiting' && status !== 'expired') return null;
  return (
    <div className={css.resend}>
      <Button
        variant="text"
        icon="mail"
        state={state}
        aria-label={t('providers.registered.resendTo', { provider: provider.name })}
        onClick={() => void run()}
      >
        {t('providers.registered.resend')}
      </Button>
      <ProblemList problems={problems} />
    </div>
  );
}
