import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { OwnWords } from '../../../ui/own-words.tsx';
import { startImport, type CheckedList } from './import-api.ts';
import { PreviewTable } from './lines-table.tsx';
import css from './import.module.css';

const words: StateWords = { pending: 'import.starting', complete: 'import.start', error: 'import.start' };

type CheckedLinesProps = { list: CheckedList; onBack: () => void; onStarted: () => void };

/** The second step: the first lines as they will be read. Nobody is invited before the button is pressed. */
export function CheckedLines({ list, onBack, onStarted }: CheckedLinesProps) {
  const t = useText();
  const { run, state, problems } = useAction(() => startImport(list.id), {
    resetMs: adminResetMs.save,
    onDone() {
      showSnackbar(t('success.importStarted'));
      onStarted();
    },
  });
  const caption = t('import.checked.title', { count: list.preview.length });
  return (
    <>
      <p role="status">
        <b>
          <OwnWords>{list.name}</OwnWords>
        </b>
        <br />
        {t('import.checked.total', { count: list.total })}
      </p>
      <h3 className={css.caption}>{caption}</h3>
      <PreviewTable caption={caption} lines={list.preview} />
      <ProblemList problems={problems} className={css.problems} />
      <div className="modalfoot">
        <Button state={state} words={words} keepsRoom onClick={() => void run()}>
          {t('import.start')}
        </Button>
        <Button variant="two" off={state === 'pending'} onClick={onBack}>
          {t('common.back')}
        </Button>
      </div>
    </>
  );
}
