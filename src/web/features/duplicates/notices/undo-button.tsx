import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { undoKeptRecord } from '../duplicates-api.ts';

type UndoButtonProps = { archivedId: string; onStale: () => void };

/** Button that brings an archived duplicate back and removes its link with the kept record. */
export function UndoButton({ archivedId, onStale }: UndoButtonProps) {
  const t = useText();
  const { run, state, problems } = useAction(() => undoKeptRecord(archivedId), {
    resetMs: adminResetMs.save,
    fallback: 'duplicates.notice.undoFailed',
    onDone() {
      showSnackbar(t('duplicates.notice.undone'));
      onStale();
    },
  });
  return (
    <>
      <Button
        variant="two"
        icon="bring-back"
        state={state}
        words={{
          pending: 'duplicates.notice.undoPending',
          complete: 'customers.undone',
          error: 'customers.action.failed',
        }}
        onClick={() => void run()}
      >
        {t('duplicates.notice.undo')}
      </Button>
      <ProblemList problems={problems} />
    </>
  );
}
