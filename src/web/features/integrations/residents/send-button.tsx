import type { PlanState } from '../../../../domain/integrations/plan-state.ts';
import { useText } from '../../../app/texts.tsx';
import { messageOf } from '../../../forms/errors/messages.ts';
import { useAction } from '../../../forms/use-action.ts';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import css from '../integrations.module.css';
import { sendPlan } from '../sync-api.ts';
import type { Resident } from '../residents-api.ts';
import { nameOr } from '../words.ts';

/** States in which a plan can be sent. */
const sendable: readonly PlanState['state'][] = ['waiting', 'old', 'failed', 'withdrawn'];

/** Sends the plan of one resident now, if it can be sent. */
export function SendButton({
  providerId,
  resident,
  onDone,
}: {
  providerId: string;
  resident: Resident;
  onDone: () => void;
}) {
  const t = useText();
  const name = nameOr(resident, resident.resident_id);
  const { run, state, problems } = useAction(() => sendPlan(providerId, resident.resident_id), {
    resetMs: adminResetMs.send,
    onDone({ plan }) {
      const isSent = plan.state === 'same';
      showSnackbar(
        t(isSent ? 'integrations.sync.oneDone' : 'integrations.sync.oneFailed'),
        isSent ? 'done' : 'problem',
      );
      onDone();
    },
    onFailed: onDone,
  });
  if (!sendable.includes(resident.plan.state)) return null;
  return (
    <>
      <button
        type="button"
        className="mini"
        aria-label={t('integrations.sync.oneOf', { resident: name })}
        aria-disabled={state === 'pending' || undefined}
        onClick={() => void run()}
      >
        {t(state === 'pending' ? 'integrations.sync.onePending' : 'integrations.sync.one')}
      </button>
      {problems.length > 0 && (
        <span role="alert" className={css.rowProblem}>
          {problems.map((problem) => messageOf(t, problem)).join(' ')}
        </span>
      )}
    </>
  );
}
