import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { deleteFile, type StoredFile } from './file-api.ts';

const resetMs = 2_500;

type DeleteFileDialogProps = {
  file: Pick<StoredFile, 'id' | 'file_name'>;
  /** Whether it is the only directive in use. */
  isLast: boolean;
  onDone: () => void;
  onClose: () => void;
};

/** Asks before a file is deleted. */
export function DeleteFileDialog({
  file: { id, file_name },
  isLast,
  onDone,
  onClose,
}: DeleteFileDialogProps) {
  const t = useText();
  const { run, state, problems } = useAction(() => deleteFile(id), {
    resetMs,
    onDone() {
      showSnackbar(t('success.fileDeleted'));
      onClose();
      onDone();
    },
  });
  return (
    <Modal
      open
      role="alertdialog"
      onClose={onClose}
      title={t('confirm.fileDelete.title', { file: file_name })}
      lead={t('confirm.fileDelete.body')}
      foot={
        <>
          <Button variant="danger" state={state} onClick={() => void run()}>
            {t('common.delete')}
          </Button>
          <Button variant="two" off={state === 'pending'} onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </>
      }
    >
      {isLast && <p>{t('files.deleteLast')}</p>}
      <ProblemList problems={problems} />
    </Modal>
  );
}
