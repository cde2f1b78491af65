import { useRef, useState } from 'react';
import { replacesTheOneBefore, type FileCategory } from '../../../domain/files/categories.ts';
import { filesAtOnce } from '../../../domain/files/limits.ts';
import { useText } from '../../app/texts.tsx';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { useButtonState } from '../../ui/buttons/use-button-state.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { showSnackbar } from '../../ui/messages/snackbars.ts';
import { rescueFocus } from '../../ui/rescue-focus.ts';
import { ChoiceRemarks } from './choice-remarks.tsx';
import { DropZone } from './drop-zone.tsx';
import type { StoredFile } from './file-api.ts';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { isUnderWay, UploadRow } from './upload-row.tsx';
import { isSaved, type Upload } from './sending/uploads.ts';
import { useChosenNews } from './use-chosen-news.ts';
import type { useUploads } from './use-uploads.ts';
import css from './files.module.css';

/** Time for which the button shows the result, in milliseconds (UPLOAD-14). */
const doneResetMs = 5_000;

const words: StateWords = {
  pending: 'common.sending',
  complete: 'upload.finished',
  error: 'upload.failed',
};

type UploadPanelProps = {
  category: FileCategory;
  uploads: ReturnType<typeof useUploads>;
  /** Stored files of the category. */
  files: readonly StoredFile[];
  onClose: () => void;
};

/** Area to choose files and to send them (UPLOAD-13). */
export function UploadPanel({ category, uploads, files, onClose }: UploadPanelProps) {
  const t = useText();
  const { state, set } = useButtonState(doneResetMs);
  const section = useRef<HTMLElement>(null);
  const acts = useRef<HTMLDivElement>(null);
  const [isAlerted, setAlerted] = useState(false);
  const { sending } = uploads;
  useChosenNews(section, uploads.uploads);
  const open = uploads.uploads.filter((upload) => !isSaved(upload));
  const saved = uploads.uploads.some(({ state: { kind } }) => kind === 'saved');
  // After a later check the list below shows the result, so the row here must not say that the check continues.
  const isChecked = ({ state, open: sent }: Upload) =>
    state.kind === 'kept' && files.some(({ id, upload }) => id === sent?.fileId && !upload?.is_checking);
  const shown = uploads.uploads.filter((upload) => !isChecked(upload));
  const before = replacesTheOneBefore(category) ? files.find(({ is_active }) => is_active) : undefined;

  const send = async (key?: string) => {
    setAlerted(false);
    set('pending');
    const outcome = await uploads.start(key);
    if (outcome.saved > 0) showSnackbar(t('success.fileSaved', { count: outcome.saved }));
    if (outcome.kept > 0) showSnackbar(t('upload.kept', { count: outcome.kept }));
    if (outcome.failed > 0) set('error');
    else set(outcome.saved > 0 ? 'complete' : 'initial');
  };

  return (
    <section ref={section}>
      <DropZone
        category={category}
        off={sending}
        onFiles={(chosen) => {
          setAlerted(false);
          set('initial');
          uploads.choose(chosen);
        }}
      />
      <ChoiceRemarks {...uploads} count={filesAtOnce[category]} />
      <UnfinishedUploads files={files.filter(({ id }) => !uploads.begun.has(id))} />
      {shown.length > 0 && (
        <ul className={css.rows} aria-label={t('upload.chosen', { count: shown.length })}>
          {shown.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              sending={sending}
              onChange={(change) => uploads.change(upload.key, change)}
              onRemove={() => {
                if (sending) showSnackbar(t('error.file.uploadStopped'), 'problem');
                uploads.remove(upload.key);
                rescueFocus(() => section.current?.querySelector('button'));
              }}
              onAgain={() => {
                void send(upload.key);
                rescueFocus(() => acts.current?.querySelector('button'));
              }}
            />
          ))}
        </ul>
      )}
      {before && open.length > 0 && (
        <div className={css.remark}>
          <Notice>{t('upload.replace', { file: before.file_name })}</Notice>
        </div>
      )}
      {saved && !sending && (
        <div className={css.remark}>
          <Notice live icon="circle-check">
            <p>{t('upload.tellContacts')}</p>
            <LinkButton variant="text" to="/trusted-contacts" className={css.flush}>
              {t('upload.next')}
            </LinkButton>
          </Notice>
        </div>
      )}
      <div role="alert">
        {isAlerted && (
          <p className={`err ${css.remark}`}>
            <Icon name="circle-alert" />
            <span>{t('error.selectFiles')}</span>
          </p>
        )}
      </div>
      <div ref={acts} className={`modalfoot ${css.acts}`}>
        <Button
          state={state}
          words={words}
          saysDone={false}
          keepsRoom
          off={open.length === 0 && state === 'initial' && t('error.selectFiles')}
          // The disabled button still shows the reason when it is pressed (UPLOAD-03, UPLOAD-08).
          onClickCapture={() => setAlerted(open.length === 0 && state === 'initial')}
          onClick={() => void send()}
        >
          {t('upload.done')}
        </Button>
        <Button variant="two" onClick={onClose}>
          {t(open.length > 0 ? 'common.cancel' : 'common.close')}
        </Button>
        {sending && (
          <p className="small quiet">
            {t('upload.stillSending', { count: open.filter(isUnderWay).length })} {t('upload.sending')}
          </p>
        )}
      </div>
    </section>
  );
}
