import type { PlainTextKey, TextKeyWith } from '../../../../../domain/i18n/texts.ts';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import type { Customer, CustomerPlan } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { changedMeanwhile, lockPlan, markExternal } from './plan-changes.ts';

/** Changes of a plan that only need one confirmation. */
export type PlanChange = 'lock' | 'unlock' | 'external' | 'externalUndo';

type Words = {
  title: PlainTextKey;
  lead: TextKeyWith<'customer'>;
  /** Text before the change, one sentence per line. */
  lines: readonly TextKeyWith<'customer'>[];
  button: PlainTextKey;
  pending: PlainTextKey;
  done: PlainTextKey;
  failed: PlainTextKey;
};

const wordsOf: Readonly<Record<PlanChange, Words>> = {
  lock: {
    title: 'confirm.planLock.title',
    lead: 'confirm.planLock.body',
    lines: ['customer.lock.when', 'customer.lock.right', 'customer.lock.told'],
    button: 'customer.lock.button',
    pending: 'customer.lock.pending',
    done: 'success.planLocked',
    failed: 'error.planAdmin.lockFailed',
  },
  unlock: {
    title: 'confirm.planUnlock.title',
    lead: 'customer.unlock.body',
    lines: [],
    button: 'customer.unlock.button',
    pending: 'customer.unlock.pending',
    done: 'success.planUnlocked',
    failed: 'error.planAdmin.unlockFailed',
  },
  external: {
    title: 'confirm.planExternal.title',
    lead: 'confirm.planExternal.body',
    lines: ['customer.external.answersKept', 'customer.external.emergency'],
    button: 'customer.external.button',
    pending: 'customer.external.pending',
    done: 'success.planExternal',
    failed: 'error.planAdmin.externalFailed',
  },
  externalUndo: {
    title: 'customer.externalUndo.title',
    lead: 'customer.externalUndo.body',
    lines: [],
    button: 'customer.externalUndo.button',
    pending: 'customer.external.pending',
    done: 'customer.externalUndo.done',
    failed: 'error.planAdmin.externalFailed',
  },
};

/** Texts for a plan that was signed here: it stays in force with and without the external mark (D-60). */
const ofSigned: Readonly<Partial<Record<PlanChange, Partial<Words>>>> = {
  external: {
    lead: 'customer.external.signedLead',
    lines: ['customer.external.signedStays', 'customer.external.signedEmergency'],
  },
  externalUndo: { lead: 'customer.externalUndo.signedBody' },
};

function change(kind: PlanChange, id: string, { version }: CustomerPlan): Promise<unknown> {
  return kind === 'lock' || kind === 'unlock'
    ? lockPlan({ id, locked: kind === 'lock', version })
    : markExternal({ id, external: kind === 'external', version });
}

type ChangeDialogProps = {
  kind: PlanChange;
  customer: Customer;
  plan: CustomerPlan;
  /** Called if another person has changed the plan since it was read: it is read again. */
  onStale: () => void;
  onClose: () => void;
};

/** Asks before a plan is locked, unlocked, or marked as external or not (LOCK-02, LOCK-03). */
export function ChangeDialog({ kind, customer, plan, onStale, onClose }: ChangeDialogProps) {
  const t = useText();
  const { title, lead, lines, button, pending, done, failed } = {
    ...wordsOf[kind],
    ...(plan.status === 'complete' && ofSigned[kind]),
  };
  const { run, state, problems } = useAction(() => change(kind, customer.id, plan), {
    ...changedMeanwhile(onStale),
    fallback: failed,
    resetMs: adminResetMs.undo,
    onDone() {
      showSnackbar(t(done));
      onClose();
    },
  });
  const named = { customer: customer.name };
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t(title)}
      lead={<OwnWords>{t(lead, named)}</OwnWords>}
      foot={
        <>
          <Button
            state={state}
            words={{ pending, complete: 'common.saved', error: 'common.tryAgain' }}
            onClick={() => void run()}
          >
            {t(button)}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className={css.said}>
        {lines.map((line) => (
          <p key={line}>
            <OwnWords>{t(line, named)}</OwnWords>
          </p>
        ))}
      </div>
      <ProblemList problems={problems} />
    </Modal>
  );
}
