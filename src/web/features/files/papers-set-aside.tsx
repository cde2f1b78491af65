import { useRef, useState } from 'react';
import { useMay } from '../../app/allowed.tsx';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { useAction } from '../../forms/use-action.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { moveFocus } from '../../ui/rescue-focus.ts';
import { DeleteFileDialog } from './delete-file-dialog.tsx';
import { confirmPaper, type StoredFile } from './file-api.ts';
import css from './files.module.css';

const resetMs = 2_500;

type SaidOf = {
  /** The person who owns the files, if another person writes for them. */
  person: string | undefined;
  /** Name of the care provider. */
  provider: string | null;
};

/** Directives that staff say are about another person: their owner uses them again, or deletes them (UPLOAD-22). */
export function PapersSetAside({ files, ...said }: SaidOf & { files: readonly StoredFile[] }) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} tabIndex={-1}>
      {files
        .filter(({ set_aside_at }) => set_aside_at !== null)
        .map((file) => (
          <div key={file.id} className={css.about}>
            <Notice icon="circle-alert">
              <Question file={file} {...said} onGone={() => moveFocus(() => box.current)} />
            </Notice>
          </div>
        ))}
    </div>
  );
}

type QuestionProps = SaidOf & { file: StoredFile; onGone: () => void };

function Question({ file, person, provider, onGone }: QuestionProps) {
  const t = useText();
  const shortDate = useShortDate();
  const said = {
    provider: provider ?? t('files.setAside.staff'),
    date: shortDate(file.set_aside_at ?? file.created_at),
  };
  return (
    <>
      <p className={css.words}>
        <b>{person ? t('files.setAside.titleOnBehalf', { person }) : t('files.setAside.title')}</b>{' '}
        {file.file_name}
      </p>
      <p>{person ? t('files.setAside.bodyOnBehalf', { ...said, person }) : t('files.setAside.body', said)}</p>
      <Answers file={file} onGone={onGone} />
    </>
  );
}

/** The two answers of the owner; staff in the account see none. */
function Answers({ file, onGone }: Pick<QuestionProps, 'file' | 'onGone'>) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const mayAnswer = useMay('files.delete');
  const named = { file: file.file_name };
  const { run, state, problems } = useAction(() => confirmPaper(file.id), {
    resetMs,
    onDone() {
      showSnackbar(t('files.setAside.used', named));
      onGone();
    },
  });
  if (!mayAnswer) return null;
  return (
    <>
      <ProblemList problems={problems} />
      <div className={css.answers}>
        <Button
          state={state}
          aria-label={state === 'initial' ? t('files.setAside.mineLabel', named) : undefined}
          onClick={() => void run()}
        >
          {t('files.setAside.mine')}
        </Button>
        <Button
          variant="two"
          aria-haspopup="dialog"
          aria-label={t('files.setAside.deleteLabel', named)}
          onClick={() => setAsking(true)}
        >
          {t('files.setAside.delete')}
        </Button>
      </div>
      {asking && (
        <DeleteFileDialog file={file} isLast={false} onDone={onGone} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
