import { useState } from 'react';
import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Button, type StateWords } from '../../../../ui/buttons/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { RadioCards } from '../../../../ui/fields/choices.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { useVersions, type Customer, type CustomerPlan } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { ComparedVersions } from '../plan/compare-dialog.tsx';
import { earlierVersions } from '../parts/versions.tsx';
import { changedMeanwhile, rollBack } from './plan-changes.ts';

/** Maximum number of versions that can be restored, newest first. */
const most = 50;

const words: StateWords = {
  pending: 'customer.rollback.pending',
  complete: 'common.saved',
  error: 'common.tryAgain',
};

type RollbackDialogProps = {
  customer: Customer;
  plan: CustomerPlan;
  onStale: () => void;
  onClose: () => void;
};

/** The earlier versions, the chosen one, and the action that restores it. `date`: the day of the chosen version, in words. */
function useRollback({ customer, plan, onStale, onClose }: RollbackDialogProps) {
  const t = useText();
  const shortDate = useShortDate();
  const [chosen, setChosen] = useState<string | null>(null);
  const read = useVersions(customer.id, most);
  const versions = read.data && earlierVersions(plan, read.data);
  const version = versions?.find(({ plan_version }) => String(plan_version) === chosen);
  const date = version && shortDate(version.changed_at);
  const { run, state, problems } = useAction(
    () => rollBack({ id: customer.id, plan_version: version?.plan_version ?? 0, version: plan.version }),
    {
      ...changedMeanwhile(onStale),
      fallback: 'error.planAdmin.rollbackFailed',
      resetMs: adminResetMs.undo,
      onDone() {
        showSnackbar(t('success.planRolledBack', { date: date ?? '' }));
        onClose();
      },
    },
  );
  return { read, versions, chosen, setChosen, version, date, run, state, problems };
}

/** Restores an earlier version, after its changes were shown (LOCK-01, GAP-116). */
export function RollbackDialog(props: RollbackDialogProps) {
  const { customer, onClose } = props;
  const t = useText();
  const [compared, setCompared] = useState<string | null>(null);
  const { read, versions, chosen, setChosen, version, date, run, state, problems } = useRollback(props);
  const named = { customer: customer.name };
  const hasRead = compared !== null && compared === chosen;
  return (
    <Modal
      open
      width={780}
      onClose={onClose}
      title={date ? t('confirm.planRollback.title', { date }) : t('customer.control.rollback')}
      lead={<OwnWords>{t('confirm.planRollback.body', named)}</OwnWords>}
      foot={
        <>
          <Button
            state={state}
            words={words}
            off={hasRead ? false : t('customer.rollback.compareFirst')}
            onClick={() => void run()}
          >
            {t('customer.rollback.button')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className={css.said}>
        <p>
          <OwnWords>{t('customer.rollback.when', named)}</OwnWords>
        </p>
      </div>
      <Loaded read={read}>
        {() => <VersionChoice versions={versions ?? []} value={chosen} onChange={setChosen} />}
      </Loaded>
      {version && (
        <div className={css.said}>
          <Effects signedAt={version.signed_at} />
          {!hasRead && (
            <p>
              <Button variant="two" onClick={() => setCompared(chosen)}>
                {t('customer.rollback.compare')}
              </Button>
            </p>
          )}
          {hasRead && <ComparedVersions key={chosen} customer={customer} now={version.plan_version} />}
        </div>
      )}
      <ProblemList problems={problems} />
    </Modal>
  );
}

type VersionChoiceProps = {
  versions: ReturnType<typeof earlierVersions>;
  /** Number of the chosen version. */
  value: string | null;
  onChange: (version: string) => void;
};

function VersionChoice({ versions, value, onChange }: VersionChoiceProps) {
  const t = useText();
  const shortDate = useShortDate();
  return versions.length > 0 ? (
    <RadioCards
      id="rollback"
      name="rollback"
      label={t('customer.rollback.choose')}
      low
      value={value}
      onChange={onChange}
      choices={versions.map(({ plan_version, changed_at }) => ({
        value: String(plan_version),
        label: t('versions.row.old', { version: plan_version, date: shortDate(changed_at) }),
      }))}
    />
  ) : (
    <p>{t('error.planAdmin.rollbackNone')}</p>
  );
}

/** Effects on the signature, the cards and the contacts. `signedAt` is null for a version that was not signed. */
function Effects({ signedAt }: { signedAt: string | null }) {
  const t = useText();
  const shortDate = useShortDate();
  return (
    <>
      {signedAt !== null && <p>{t('customer.rollback.signature', { date: shortDate(signedAt) })}</p>}
      <p>{t('customer.rollback.cards')}</p>
      <p>{t('customer.rollback.contacts')}</p>
    </>
  );
}
