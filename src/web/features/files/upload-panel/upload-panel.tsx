import { useRef, useState } from 'react';
import { replacesTheOneBefore, type FileCategory } from '../../../../domain/files/categories.ts';
import { filesAtOnce } from '../../../../domain/files/limits.ts';
import { useText } from '../../../app/texts.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { rescueFocus } from '../../../ui/rescue-focus.ts';
import { ChoiceRemarks } from './choice-remarks.tsx';
import { DropZone, type DropZoneProps } from './drop-zone.tsx';
import type { StoredFile } from '../file-api.ts';
import { PhotographPanel } from '../photographs/photograph-panel.tsx';
import type { UsedPhotographs } from '../photographs/use-photographs.ts';
import { UnfinishedUploads } from './unfinished-uploads.tsx';
import { UploadPanelFoot } from './upload-panel-foot.tsx';
import { UploadRow } from './upload-row.tsx';
import { isSaved, type Upload } from '../sending/uploads/upload-list.ts';
import { useChosenNews } from './use-chosen-news.ts';
import { useSendFiles } from './use-send-files.ts';
import type { useUploads } from './use-uploads.ts';
import css from '../files.module.css';

type UploadPanelProps = {
  category: FileCategory;
  uploads: ReturnType<typeof useUploads>;
  photographs: UsedPhotographs;
  /** Stored files of the category. */
  files: readonly StoredFile[];
  onClose: () => void;
};

/** Area to choose files and to send them (UPLOAD-13), or to photograph the pages of a directive. */
export function UploadPanel({ photographs, ...props }: UploadPanelProps) {
  const { category, files, onClose } = props;
  const [isPhotographing, setPhotographing] = useState(false);
  const [isSent, setSent] = useState(false);
  const takesPhotographs = category === 'ACP';
  if (takesPhotographs && (isPhotographing || photographs.pages.length > 0))
    return (
      <PhotographPanel
        photographs={photographs}
        before={files.find(({ is_active }) => is_active)}
        onFile={() => setPhotographing(false)}
        onSent={() => {
          setPhotographing(false);
          setSent(true);
        }}
        onClose={onClose}
      />
    );
  return (
    <>
      <FilePanel {...props} onPhotograph={takesPhotographs ? () => setPhotographing(true) : undefined} />
      {isSent && <TellContacts />}
    </>
  );
}

/** Area to choose files and to send them. */
function FilePanel(props: Omit<UploadPanelProps, 'photographs'> & Pick<DropZoneProps, 'onPhotograph'>) {
  const { category, uploads, files, onClose, onPhotograph } = props;
  const t = useText();
  const sending = useSendFiles(uploads);
  const section = useRef<HTMLElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  useChosenNews(section, uploads.uploads);
  const open = uploads.uploads.filter((upload) => !isSaved(upload));
  const saved = uploads.uploads.some(({ state: { kind } }) => kind === 'saved');
  const shown = uploads.uploads.filter((upload) => !isCheckedLater(upload, files));
  const before = replacesTheOneBefore(category) ? files.find(({ is_active }) => is_active) : undefined;

  const remove = (key: string) => {
    if (uploads.sending) showSnackbar(t('error.file.uploadStopped'), 'problem');
    uploads.remove(key);
    rescueFocus(() => section.current?.querySelector('button'));
  };
  const sendAgain = (key: string) => {
    void sending.send(key);
    rescueFocus(() => buttons.current?.querySelector('button'));
  };

  return (
    <section ref={section}>
      <DropZone
        category={category}
        off={uploads.sending}
        onFiles={sending.choose}
        onPhotograph={uploads.uploads.length === 0 ? onPhotograph : undefined}
      />
      <ChoiceRemarks {...uploads} count={filesAtOnce[category]} />
      <UnfinishedUploads files={files.filter(({ id }) => !uploads.begun.has(id))} />
      {shown.length > 0 && (
        <ul className={css.rows} aria-label={t('upload.chosen', { count: shown.length })}>
          {shown.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              sending={uploads.sending}
              onChange={(change) => uploads.change(upload.key, change)}
              onRemove={() => remove(upload.key)}
              onAgain={() => sendAgain(upload.key)}
            />
          ))}
        </ul>
      )}
      {before && open.length > 0 && <Replaced file={before.file_name} />}
      {saved && !uploads.sending && <TellContacts />}
      <UploadPanelFoot
        buttons={buttons}
        open={open}
        running={uploads.sending}
        sending={sending}
        onClose={onClose}
      />
    </section>
  );
}

/** The directive that the chosen file will replace. */
function Replaced({ file }: { file: string }) {
  const t = useText();
  return (
    <div className={css.remark}>
      <Notice>{t('upload.replace', { file })}</Notice>
    </div>
  );
}

/** After a later check the list of files shows the result, so the row here must not say that the check continues. */
const isCheckedLater = ({ state, open }: Upload, files: readonly StoredFile[]): boolean =>
  state.kind === 'kept' && files.some(({ id, upload }) => id === open?.fileId && !upload?.is_checking);

/** Next step after a file was saved: telling the contacts. */
function TellContacts() {
  const t = useText();
  return (
    <div className={css.remark}>
      <Notice live icon="circle-check">
        <p>{t('upload.tellContacts')}</p>
        <LinkButton variant="text" to="/trusted-contacts" className={css.flush}>
          {t('upload.next')}
        </LinkButton>
      </Notice>
    </div>
  );
}
