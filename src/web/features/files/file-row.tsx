import { useState } from 'react';
import { replacesTheOneBefore } from '../../../domain/files/categories.ts';
import { canPreview } from '../../../domain/files/file-types.ts';
import { useMay } from '../../app/allowed.tsx';
import { useShortDate } from '../../app/dates.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { StatusDot } from '../../ui/messages/badge.tsx';
import { DeleteFileDialog } from './delete-file-dialog.tsx';
import { eolUrl, fileUrl, type StoredFile } from './file-api.ts';
import { openInNewPage, type PageOutcome } from './new-page.ts';
import { ShareDialog } from './share-dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { sizeWords } from '../../ui/words/size-words.ts';
import { useDownload } from './use-download.ts';
import css from './files.module.css';

type FileRowProps = { file: StoredFile; isLast: boolean; onGone: () => void };

const downloadWords: StateWords = {
  pending: 'files.downloadState.downloadingNoTotal',
  complete: 'files.downloadState.success',
  error: 'common.tryAgain',
};

/** A stored file, and the actions on it. */
export function FileRow({ file, isLast, onGone }: FileRowProps) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const [sharing, setSharing] = useState(false);
  const mayShare = useMay('contacts.change');
  const mayDelete = useMay('files.delete');
  const download = useDownload(file);
  const { file_name: name } = file;
  return (
    <li className={css.row}>
      <Icon name={file.category === 'WISHES' ? 'video' : 'file'} />
      <div className={css.facts}>
        <b>{name}</b>
        <Facts file={file} />
      </div>
      <div className={css.does}>
        <PreviewButton file={file} />
        {file.is_eol ? <EolDownload file={file} /> : <DownloadButton file={file} download={download} />}
        {file.is_active && mayShare && (
          <Button
            variant="text"
            icon="users"
            aria-haspopup="dialog"
            aria-label={t('files.share', { file: name })}
            onClick={() => setSharing(true)}
          >
            {t('dash.share.title')}
          </Button>
        )}
        {!file.is_eol && mayDelete && (
          <Button
            variant="text"
            icon="trash"
            aria-haspopup="dialog"
            aria-label={t('files.delete', { file: name })}
            onClick={() => setAsking(true)}
          >
            {t('common.delete')}
          </Button>
        )}
      </div>
      {download.state === 'pending' && download.percent !== undefined && (
        <DownloadProgress name={name} percent={download.percent} />
      )}
      <div role="alert" className={css.below}>
        {download.failed && <Problem words={t('error.downloadFailed')} />}
      </div>
      {sharing && <ShareDialog file={file} onClose={() => setSharing(false)} />}
      {asking && (
        <DeleteFileDialog file={file} isLast={isLast} onDone={onGone} onClose={() => setAsking(false)} />
      )}
    </li>
  );
}

function Problem({ words }: { words: string }) {
  return (
    <p className="err">
      <Icon name="circle-alert" />
      <span>{words}</span>
    </p>
  );
}

function DownloadButton({ file, download }: { file: StoredFile; download: ReturnType<typeof useDownload> }) {
  const t = useText();
  return (
    <Button
      variant="text"
      icon="download"
      state={download.state}
      words={downloadWords}
      aria-label={download.state === 'initial' ? t('files.download', { file: file.file_name }) : undefined}
      onClick={download.download}
    >
      {t('files.downloadState.idle')}
    </Button>
  );
}

function DownloadProgress({ name, percent }: { name: string; percent: number }) {
  const t = useText();
  const words = t('success.downloadProgress', { percent });
  return (
    <div className={css.below}>
      <ProgressBar label={name} percent={percent} words={words} />
      <small className={css.small}>{words}</small>
    </div>
  );
}

/** State of a file, its type, its date, and who can see it. */
function Facts({ file }: { file: StoredFile }) {
  const t = useText();
  const language = useLanguage();
  const shortDate = useShortDate();
  const added = t('files.added', { date: shortDate(file.activated_timestamp ?? file.created_at) });
  return (
    <>
      {file.is_active && replacesTheOneBefore(file.category) && (
        <StatusDot colour="green">{t('files.inUse')}</StatusDot>
      )}
      {file.replaced_at && (
        <StatusDot colour="grey">{t('files.replaced', { date: shortDate(file.replaced_at) })}</StatusDot>
      )}
      {file.document_type && <small>{t(`upload.docType.${file.document_type}`)}</small>}
      <small>
        {file.size === null
          ? added
          : t('upload.row.size', { file: added, size: sizeWords(file.size, language) })}
      </small>
      {file.is_eol && <small>{t('files.eol')}</small>}
      {file.note && <small>{file.note}</small>}
      {file.is_active && <small>{t('files.sharedWith', { count: file.shared_with_count })}</small>}
    </>
  );
}

/** Opens a file in a new page; for a Word document it says that this is not possible (FILE-03, FILE-04). */
function PreviewButton({ file }: { file: StoredFile }) {
  const t = useText();
  const [explaining, setExplaining] = useState(false);
  const { open, outcome } = useNewPage(() => fileUrl(file.id, 'inline'));
  return (
    <>
      <Button
        variant="text"
        icon="eye"
        aria-label={t('files.preview', { file: file.file_name })}
        onClick={canPreview(file.file_name) ? open : () => setExplaining(true)}
      >
        {t('common.preview')}
      </Button>
      <PageProblem outcome={outcome} failed={t('error.failedToPreview')} />
      {explaining && (
        <Modal
          open
          onClose={() => setExplaining(false)}
          title={t('error.wordPreview.title')}
          lead={t('error.wordPreview.content')}
          foot={<Button onClick={() => setExplaining(false)}>{t('error.wordPreview.button')}</Button>}
        />
      )}
    </>
  );
}

/** Downloads a document of the care provider in a new page (FILE-08). */
function EolDownload({ file }: { file: StoredFile }) {
  const t = useText();
  const { open, outcome } = useNewPage(() => eolUrl(file));
  return (
    <>
      <Button
        variant="text"
        icon="download"
        aria-label={`${t('files.download', { file: file.file_name })} ${t('common.newTab')}`}
        onClick={open}
      >
        {t('files.downloadState.idle')}
      </Button>
      <PageProblem outcome={outcome} failed={t('error.downloadFailed')} />
    </>
  );
}

function useNewPage(address: () => Promise<string>) {
  const t = useText();
  const [outcome, setOutcome] = useState<PageOutcome>();
  const open = () => {
    setOutcome(undefined);
    void openInNewPage(address, t('files.previewOpening')).then(setOutcome);
  };
  return { open, outcome };
}

function PageProblem({ outcome, failed }: { outcome: PageOutcome | undefined; failed: string }) {
  const t = useText();
  return (
    <div role="alert" className={css.pageProblem}>
      {outcome === 'blocked' && <Problem words={t('files.previewBlocked')} />}
      {outcome === 'failed' && <Problem words={failed} />}
    </div>
  );
}
