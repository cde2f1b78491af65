import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import type { Customer, EolDocument } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { changedMeanwhile, removeDocument } from './plan-changes.ts';

type RemoveDocumentDialogProps = {
  customer: Customer;
  document: EolDocument;
  /** Whether no other end-of-life document would remain. */
  isLast: boolean;
  onStale: () => void;
  onClose: () => void;
};

/** Asks before an end-of-life document is removed; a plan without any is not external (LOCK-04, D-60). */
export function RemoveDocumentDialog({
  customer,
  document,
  isLast,
  onStale,
  onClose,
}: RemoveDocumentDialogProps) {
  const t = useText();
  const reverts = isLast && customer.plan?.external === true;
  const isSigned = customer.plan?.status === 'complete';
  const result = isSigned ? 'customer.eol.signedStays' : 'customer.eol.revertsNow';
  const { run, state, problems } = useAction(
    () =>
      removeDocument({
        user_id: customer.id,
        key: document.key,
        version: customer.plan?.version ?? null,
      }),
    {
      ...changedMeanwhile(onStale),
      resetMs: adminResetMs.undo,
      onDone() {
        showSnackbar(t('customer.eol.removed', { file: document.file.file_name }));
        onClose();
      },
    },
  );
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t('confirm.eolRemove.title')}
      lead={<b className={css.name}>{document.file.file_name}</b>}
      foot={
        <>
          <Button variant="danger" state={state} onClick={() => void run()}>
            {t('customer.eol.removeButton')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className={css.said}>
        <p>{t(reverts ? result : 'confirm.eolRemove.body')}</p>
      </div>
      <ProblemList problems={problems} />
    </Modal>
  );
}
