import { useEffect } from 'react';
import { useText } from '../../../app/texts.tsx';
import { useLazyDialog } from '../../../ui/dialogs/use-lazy-dialog.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import type { ColumnsDialogProps } from './columns-dialog.tsx';
import css from './table.module.css';

const loadDialog = async () => (await import('./columns-dialog.tsx')).ColumnsDialog;

/** Opens the dialog in which the person chooses the columns of the table (N-03). */
export function ColumnsButton({ chosen }: Pick<ColumnsDialogProps, 'chosen'>) {
  const t = useText();
  const { Part: Dialog, failed, open, close } = useLazyDialog<ColumnsDialogProps>();
  useEffect(() => {
    if (failed) showSnackbar(t('system.serverDown.title'), 'problem');
  }, [failed, t]);
  return (
    <>
      <button
        type="button"
        className={css.columns}
        aria-haspopup="dialog"
        onClick={() => void open(loadDialog, [])}
      >
        {t('customers.columns.open')}
      </button>
      {Dialog && <Dialog chosen={chosen} onClose={close} />}
    </>
  );
}
