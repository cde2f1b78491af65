import { useState } from 'react';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import type { Customer, CustomerFile } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { setPaperAside } from './set-aside-api.ts';

type NotTheirsProps = { customer: Customer; file: CustomerFile };

/** Button for a directive that is about another person; it asks before the paper is set aside (UPLOAD-22). */
export function NotTheirs({ customer, file }: NotTheirsProps) {
  const t = useText();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <button
        type="button"
        className="mini"
        aria-haspopup="dialog"
        aria-label={t('customer.setAside.buttonLabel', { file: file.file_name })}
        onClick={() => setAsks(true)}
      >
        {t('customer.setAside.button')}
      </button>
      {asks && <SetAsideDialog customer={customer} file={file} onClose={() => setAsks(false)} />}
    </>
  );
}

function SetAsideDialog({ customer, file, onClose }: NotTheirsProps & { onClose: () => void }) {
  const t = useText();
  const named = { customer: customer.name };
  const { run, state, problems } = useAction(() => setPaperAside(customer.id, file.id), {
    fallback: 'customer.setAside.failed',
    texts: { 'not-found': 'error.planAdmin.changed' },
    resetMs: adminResetMs.undo,
    onDone() {
      showSnackbar(t('customer.setAside.done', { file: file.file_name }));
      onClose();
    },
  });
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t('customer.setAside.title')}
      lead={<b className={css.name}>{file.file_name}</b>}
      foot={
        <>
          <Button variant="danger" state={state} onClick={() => void run()}>
            {t('customer.setAside.confirm')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className={css.said}>
        <p>
          <OwnWords>{t('customer.setAside.onlyIf', named)}</OwnWords>
        </p>
        <p>
          <OwnWords>{t('customer.setAside.does', named)}</OwnWords>
        </p>
        {customer.email === null && (
          <p>
            <b>
              <OwnWords>{t('customer.setAside.noAddress', named)}</OwnWords>
            </b>
          </p>
        )}
      </div>
      <ProblemList problems={problems} />
    </Modal>
  );
}
