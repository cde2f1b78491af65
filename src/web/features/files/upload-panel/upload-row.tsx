import { useEffect } from 'react';
import { documentTypes, type DocumentType } from '../../../../domain/files/categories.ts';
import { noteMax } from '../../../../domain/files/limits.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Icon, type IconName } from '../../../ui/drawings/icon.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { announce } from '../../../ui/messages/announce.ts';
import { fileProblem } from './choice-remarks.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { bytesOf, percentOf } from '../sending/parts.ts';
import { isSaved, type Upload } from '../sending/uploads/upload-list.ts';
import { sizeWords } from '../../../ui/words/size-words.ts';
import css from '../files.module.css';

type UploadRowProps = {
  upload: Upload;
  /** Whether an upload is running: of this file or another one. */
  sending: boolean;
  onChange: (words: { documentType?: DocumentType; note?: string }) => void;
  onRemove: () => void;
  onAgain: () => void;
};

const icons: Partial<Record<Upload['state']['kind'], IconName>> = {
  saved: 'circle-check',
  kept: 'info',
  failed: 'circle-alert',
};

/** Whether a file is being sent, or is waiting. */
export const isUnderWay = ({ state: { kind } }: Upload): boolean =>
  kind === 'waiting' || kind === 'sending' || kind === 'checking';

/** A chosen file: its name, its progress, and its type and note before it is sent. */
export function UploadRow({ upload, sending, onChange, onRemove, onAgain }: UploadRowProps) {
  const t = useText();
  const { file, state } = upload;
  const underWay = isUnderWay(upload);
  const said = spoken(upload, t);
  useEffect(() => {
    if (said) announce(said);
  }, [said]);
  return (
    <li className={state.kind === 'failed' ? 'file bad' : 'file'} data-upload={upload.key}>
      <Icon name={icons[state.kind] ?? 'file'} />
      <div>
        <State upload={upload} />
      </div>
      {isSaved(upload) ? (
        <span />
      ) : (
        <button
          type="button"
          className="iconbtn"
          aria-label={t(underWay ? 'upload.row.stop' : 'upload.row.remove', { file: file.name })}
          onClick={onRemove}
        >
          <Icon name={underWay ? 'close' : 'trash'} />
        </button>
      )}
      {state.kind === 'failed' && !state.isRefused && !sending && (
        <div className="more">
          <Button variant="two" icon="renew" onClick={onAgain}>
            {t('upload.row.again')}
            <span className="vh">, {file.name}</span>
          </Button>
        </div>
      )}
      {(state.kind === 'chosen' || state.kind === 'failed') && !upload.open && !sending && (
        <Words upload={upload} onChange={onChange} />
      )}
    </li>
  );
}

/**
 * Returns the text that screen readers announce for a new state. Failures are announced elsewhere, and saved files once for all
 * of them.
 */
function spoken({ file, state }: Upload, t: ReturnType<typeof useText>): string | undefined {
  if (state.kind === 'checking') return t('upload.row.checking', { file: file.name });
  if (state.kind === 'sending' && state.lost) return t('upload.row.noConnection', { file: file.name });
  return undefined;
}

function State({ upload: { file, state, open } }: { upload: Upload }) {
  const t = useText();
  const size = sizeWords(file.size, useLanguage());
  const arrived =
    open && percentOf(bytesOf(open.arrived, { size: file.size, partSize: open.partSize }), file.size);
  const { name } = file;
  if (state.kind === 'saved')
    return (
      <>
        <b>{t('upload.row.done', { file: name })}</b>
        <small className={css.small}>{size}</small>
      </>
    );
  if (state.kind === 'kept')
    return (
      <>
        <b>{t('upload.row.kept', { file: name })}</b>
        <small className={css.small}>{t('files.checkingHint')}</small>
      </>
    );
  if (state.kind === 'failed')
    return (
      <div role="alert">
        <b>{t(state.isRefused ? 'upload.row.refused' : 'upload.row.failed', { file: name })}</b>
        <p>{fileProblem(t, { name, problem: state.problem })}</p>
      </div>
    );
  return (
    <>
      <b>{name}</b>
      {state.kind === 'chosen' && <small className={css.small}>{size}</small>}
      {state.kind === 'chosen' && arrived !== undefined && (
        <small className={css.small}>{t('success.uploadProgress', { percent: arrived })}</small>
      )}
      {state.kind === 'waiting' && <small className={css.small}>{t('upload.row.waiting')}</small>}
      {state.kind === 'checking' && (
        <small className={css.small}>{t('upload.row.checking', { file: name })}</small>
      )}
      {state.kind === 'sending' && (
        <>
          <ProgressBar
            label={name}
            percent={state.percent}
            words={t('upload.row.sending', { file: name, percent: state.percent })}
          />
          <small className={css.small}>
            {state.lost
              ? t('upload.row.noConnection', { file: name })
              : t('success.uploadProgress', { percent: state.percent })}
          </small>
        </>
      )}
    </>
  );
}

/** Type of a document and a note: editable until the upload begins at the server. */
function Words({ upload: { documentType, note }, onChange }: Pick<UploadRowProps, 'upload' | 'onChange'>) {
  const t = useText();
  return (
    <div className="more">
      {documentType !== null && (
        <SelectField
          label={t('upload.docType.label')}
          value={documentType}
          choices={documentTypes.map((type) => ({ value: type, label: t(`upload.docType.${type}`) }))}
          onChange={({ target }) => {
            const chosen = documentTypes.find((type) => type === target.value);
            if (chosen) onChange({ documentType: chosen });
          }}
        />
      )}
      <TextField
        label={t('upload.note.label')}
        hint={t('upload.note.hint')}
        value={note}
        maxLength={noteMax}
        autoComplete="off"
        onChange={({ target }) => onChange({ note: target.value })}
      />
    </div>
  );
}
