import { useEffectEvent, useLayoutEffect } from 'react';
import { melbourneTime } from '../../../../../domain/fields.ts';
import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { AnchorButton } from '../../../../ui/buttons/link-button.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { Notice } from '../../../../ui/messages/notice.tsx';
import { Spinner } from '../../../../ui/messages/spinner.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { problemsShown, reportPath, type StartedImport } from '../import-api.ts';
import { ProblemTable } from '../checked-lines/lines-table.tsx';
import { useImport } from './use-import.ts';
import { WaitingInvitations } from './waiting-invitations.tsx';
import css from '../import.module.css';

type ImportOutcomeProps = {
  id: string;
  onImported: () => void;
  /** Called when the buttons of a running import were replaced, because one of them may have had focus. */
  onReplaced: () => void;
  onAgain: () => void;
  onClose: () => void;
};

/** Last step: the progress of an import, and its result. The import continues when the dialog is closed. */
export function ImportOutcome({ id, onImported, onReplaced, onAgain, onClose }: ImportOutcomeProps) {
  const t = useText();
  const { row, failed, refresh } = useImport(id, onImported);
  const isOver = row?.state === 'done' || row?.state === 'stopped';
  const replaced = useEffectEvent(onReplaced);
  useLayoutEffect(() => {
    if (isOver) replaced();
  }, [isOver]);
  return (
    <>
      {row && <About row={row} />}
      {row && !isOver && <Working row={row} />}
      <div role="status">{row && isOver && <Result row={row} />}</div>
      {!row && !failed && <Spinner />}
      {failed && (
        <p className="err" role="alert">
          {t('error.general_error')}
        </p>
      )}
      {row && isOver && row.invitations === 'waiting' && (
        <WaitingInvitations id={id} due={row.invitations_due_at} done={row.done} onChanged={refresh} />
      )}
      {row && isOver && row.failed > 0 && <ToFix row={row} />}
      <div className="modalfoot">
        {isOver ? (
          <>
            <Button onClick={onClose}>{t('import.result.seeCustomers')}</Button>
            <Button variant="two" onClick={onAgain}>
              {t('import.again')}
            </Button>
          </>
        ) : (
          <Button variant="two" onClick={onClose}>
            {t('common.close')}
          </Button>
        )}
      </div>
    </>
  );
}

function About({ row }: { row: StartedImport }) {
  const t = useText();
  const shortDate = useShortDate();
  return (
    <p className="quiet">
      <OwnWords>
        {t('import.result.list', {
          file: row.name,
          date: shortDate(row.created_at),
          time: melbourneTime(new Date(row.created_at)),
          actor: row.imported_by ?? t('import.removed'),
        })}
      </OwnWords>
    </p>
  );
}

function Working({ row }: { row: StartedImport }) {
  const t = useText();
  const percent = row.total === 0 ? 0 : Math.floor((100 * row.reached) / row.total);
  // Counts lines with a customer: lines without one are skipped.
  const words = t('import.working', { line: row.reached, total: row.total });
  return (
    <div className={css.working}>
      <ProgressBar label={t('import.progress')} percent={percent} words={words} />
      <p className="num">{words}</p>
      <p className="small quiet">{t('import.close')}</p>
    </div>
  );
}

function Result({ row: { state, done, total, updated, kept, invitations } }: { row: StartedImport }) {
  const t = useText();
  const said =
    done === 0
      ? t('import.result.none')
      : t(done === total ? 'import.result.all' : 'import.result.some', { done, total });
  return (
    <Notice icon={done + updated + kept > 0 ? 'circle-check' : 'circle-alert'}>
      <p>{said}</p>
      {updated > 0 && <p>{t('import.result.updated', { count: updated })}</p>}
      {kept > 0 && <p>{t('import.result.kept', { count: kept })}</p>}
      {invitations === 'taken_back' && <p>{t('import.result.takenBack')}</p>}
      {state === 'stopped' && <p>{t('import.stopped')}</p>}
    </Notice>
  );
}

function ToFix({ row }: { row: StartedImport }) {
  const t = useText();
  return (
    <section className={css.toFix}>
      <h3>{t('import.result.failed', { count: row.failed })}</h3>
      <p>{t('import.result.howToFix')}</p>
      <AnchorButton variant="two" icon="download" href={reportPath(row.id)} download>
        {t('import.result.download')}
      </AnchorButton>
      <ProblemTable lines={row.problems} />
      {row.failed > problemsShown && (
        <p className="small quiet">{t('import.result.first', { count: problemsShown, total: row.failed })}</p>
      )}
    </section>
  );
}
