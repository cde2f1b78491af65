import { errorOfProblem } from '../../../domain/files/check-problems.ts';
import { useMay } from '../../app/allowed.tsx';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { messageOf } from '../../forms/errors/messages.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import { StatusDot } from '../../ui/messages/badge.tsx';
import { stopUpload, type StoredFile } from './file-api.ts';
import css from './files.module.css';

const resetMs = 2_500;

/** A file that arrived and is still being checked, or was refused after that. */
export type ArrivedFile = StoredFile & { upload: NonNullable<StoredFile['upload']> };

export const isAfterArrival = (file: StoredFile): file is ArrivedFile =>
  file.upload !== null && (file.upload.is_checking || file.upload.problem !== null);

/** A file that cannot be opened: the server still checks it, or refused it. It can be taken out. */
export function WaitingRow({ file, onGone }: { file: ArrivedFile; onGone: () => void }) {
  const t = useText();
  const mayStop = useMay('files.delete');
  const { run, state, problems } = useAction(() => stopUpload(file.id), { resetMs, onDone: onGone });
  const { problem } = file.upload;
  const name = file.file_name;
  return (
    <li className={css.row}>
      <Icon name={problem === null ? 'file' : 'circle-alert'} />
      <div className={css.facts}>
        {problem === null ? (
          <>
            <b>{name}</b>
            <StatusDot colour="amber">{t('files.checking')}</StatusDot>
            <small>{t('files.checkingHint')}</small>
          </>
        ) : (
          <>
            <b>{t('upload.row.refused', { file: name })}</b>
            <small>{messageOf(t, errorOfProblem(problem, file.category))}</small>
          </>
        )}
        <ProblemList problems={problems} />
      </div>
      {mayStop && (
        <div className={css.does}>
          <button
            type="button"
            className="iconbtn"
            aria-label={t('upload.row.remove', { file: name })}
            aria-disabled={state === 'pending' || undefined}
            onClick={() => void run()}
          >
            <Icon name="trash" />
          </button>
        </div>
      )}
    </li>
  );
}
