import { useEffect, useRef, useState } from 'react';
import { maxBytesOf, sizeInWords } from '../../../../../domain/files/limits.ts';
import { useText, useTexts } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { Button, type StateWords } from '../../../../ui/buttons/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import type { Customer } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { sendDocument } from './send-document.ts';

const words: StateWords = { pending: 'common.sending', complete: 'common.sent', error: 'common.tryAgain' };

type AddDocumentDialogProps = { customer: Customer; onClose: () => void };

/** Adds an end-of-life document for the customer (CON-36). */
export function AddDocumentDialog(props: AddDocumentDialogProps) {
  return useTexts(['files', 'file-errors']) ? <AddDialog {...props} /> : null;
}

/** The chosen file, and the action that sends it; sending stops when the dialog is closed. */
function useSending({ customer, onClose }: AddDocumentDialogProps) {
  const t = useText();
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
  return {
    file,
    /** Share of the file that was sent. */
    percent,
    choose(chosen: File | undefined) {
      clear();
      setPercent(0);
      setFile(chosen);
    },
    send: () => file && void run(file),
    state,
    problems,
  };
}

function AddDialog({ customer, onClose }: AddDocumentDialogProps) {
  const t = useText();
  const { file, percent, choose, send, state, problems } = useSending({ customer, onClose });
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
            words={words}
            off={file ? false : t('customer.upload.chooseFirst')}
            onClick={send}
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
        <FileInput off={isSending} onFile={choose} />
        {file && (
          <p className={css.name} role="status">
            <b>{file.name}</b>
          </p>
        )}
        {isSending && file && (
          <ProgressBar
            label={file.name}
            percent={percent}
            words={t('upload.row.sending', { file: file.name, percent })}
          />
        )}
      </div>
      <ProblemList problems={problems} />
    </Modal>
  );
}

type FileInputProps = { off: boolean; onFile: (file: File | undefined) => void };

/** Hidden file field, opened by a button. */
function FileInput({ off, onFile }: FileInputProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".pdf"
        onChange={({ currentTarget: { files } }) => onFile(files?.[0])}
      />
      <p>
        <Button variant="two" icon="upload" off={off} onClick={() => input.current?.click()}>
          {t('upload.browse')}
        </Button>
      </p>
    </>
  );
}
