import { useMay } from '../../../app/allowed.tsx';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { stopUpload, type StoredFile } from '../file-api.ts';
import { keptUploads } from '../sending/uploads/kept-uploads.ts';
import { bytesOf, percentOf } from '../sending/parts.ts';
import css from '../files.module.css';

const resetMs = 2_500;

type Waiting = StoredFile & { size: number; upload: NonNullable<StoredFile['upload']> };

const isWaiting = (file: StoredFile): file is Waiting =>
  file.upload !== null && !file.upload.is_checking && file.upload.problem === null && file.size !== null;

/** Unfinished uploads of an earlier visit: choosing the same file continues them. */
export function UnfinishedUploads({ files }: { files: readonly StoredFile[] }) {
  const t = useText();
  const waiting = files.filter(isWaiting);
  if (waiting.length === 0) return null;
  return (
    <section className={css.unfinished} aria-label={t('upload.unfinished.title')}>
      <h3>{t('upload.unfinished.title')}</h3>
      <p className="small quiet">{t('upload.unfinished.body')}</p>
      <ul>
        {waiting.map((file) => (
          <UnfinishedRow key={file.id} file={file} />
        ))}
      </ul>
    </section>
  );
}

function UnfinishedRow({ file: { id, file_name, size, upload } }: { file: Waiting }) {
  const t = useText();
  const shortDate = useShortDate();
  const mayStop = useMay('files.delete');
  const percent = percentOf(bytesOf(upload.received, { size, partSize: upload.part_size }), size);
  const { run, state, problems } = useAction(
    async () => {
      await stopUpload(id);
      keptUploads.forget(id);
    },
    { resetMs },
  );
  return (
    <li className="file">
      <Icon name="file" />
      <div>
        <b>{file_name}</b>
        <small className={css.small}>
          {t('upload.unfinished.row', { percent, date: shortDate(upload.expires_at) })}
        </small>
        <ProblemList problems={problems} />
      </div>
      {mayStop && (
        <button
          type="button"
          className="iconbtn"
          aria-label={t('upload.unfinished.remove', { file: file_name })}
          aria-disabled={state === 'pending' || undefined}
          onClick={() => void run()}
        >
          <Icon name="trash" />
        </button>
      )}
    </li>
  );
}
