import { useEffect, useRef, useState } from 'react';
import { maxBytesOf, sizeInWords } from '../../../../../domain/files/limits.ts';
import { useText, useTexts } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../../ui/own-words.tsx';
import type { Customer } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { sendDocument } from './send-document.ts';

type AddDocumentDialogProps = { customer: Customer; onClose: () => void };

/** Adds an end-of-life document for the customer (CON-36). */
export function AddDocumentDialog(props: AddDocumentDialogProps) {
  return useTexts(['files', 'file-errors']) ? <AddDialog {...props} /> : null;
}

function AddDialog({ customer, onClose }: AddDocumentDialogProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef(new AbortController());
  const [file, setFile] = useState<File>();
  const [percent, setPercent] = useState(0);
  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);
  const { run, state, problems, clear } = useAction(
    (chosen: File) =>
      sendDocument(customer.id, chosen, { onPercent: setPercent, signal: stop.current.signal }),
    {
      resetMs: adminResetMs.undo,
      onDone({ isChecking }) {
        showSnackbar(t(isChecking ? 'upload.row.kept' : 'upload.row.done', { file: file?.name ?? '' }));
        onClose();
      },
    },
  );
  const isSending = state === 'pending';
  return (
    <Modal
      open
      onClose={onClose}
      title={t('customer.control.upload')}
      lead={<OwnWords>{t('customer.review.lead', { customer: customer.name })}</OwnWords>}
      foot={
        <>
          <Button
            state={state}
            words={{ pending: 'common.sending', complete: 'common.sent', error: 'common.tryAgain' }}
            off={file ? false : t('customer.upload.chooseFirst')}
            onClick={() => file && void run(file)}
          >
            {t('customer.control.upload')}
          </Button>
          <Button variant="two" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      <div className={css.said}>
        <p>{t('upload.limit.ACP', { limit: sizeInWords(maxBytesOf('ACP')) })}</p>
        <p>{t('upload.noCheck')}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".pdf"
          onChange={({ currentTarget: { files } }) => {
            clear();
            setPercent(0);
            setFile(files?.[0]);
          }}
        />
        <p>
          <Button variant="two" icon="upload" off={isSending} onClick={() => input.current?.click()}>
            {t('upload.browse')}
          </Button>
        </p>
        {file && (
          <p className={css.name} role="status">
            <b>{file.name}</b>
          </p>
        )}
        {isSending && file && (
          <span
            className="prog"
            role="progressbar"
            aria-label={file.name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            aria-valuetext={t('upload.row.sending', { file: file.name, percent })}
          >
            <i style={{ width: `${percent}%` }} />
          </span>
        )}
      </div>
      <ProblemList problems={problems} />
    </Modal>
  );
}
