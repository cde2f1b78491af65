import { useState } from 'react';
import { errorOfProblem } from '../../../../../domain/files/check-problems.ts';
import { useShortDate } from '../../../../app/dates.ts';
import { useLanguage, useText, useTexts } from '../../../../app/texts.tsx';
import { messageOf } from '../../../../forms/errors/messages.ts';
import { Icon } from '../../../../ui/drawings/icon.tsx';
import { sizeWords } from '../../../../ui/words/size-words.ts';
import { RemoveDocumentDialog } from '../control/remove-document-dialog.tsx';
import { filePath, type Customer, type CustomerFile, type EolDocument } from '../customer-api.ts';
import css from '../customer-page.module.css';
import { NotTheirs } from '../papers/not-theirs.tsx';
import { PapersSetAside } from '../papers/papers-set-aside.tsx';
import { Part } from './part.tsx';

type DocumentsProps = { customer: Customer; isEditor: boolean; onStale: () => void };

/** End-of-life documents with download links, and a remove button for staff who may change the plan (CDET-02, LOCK-04). */
export function EndOfLifeDocuments({ customer, isEditor, onStale }: DocumentsProps) {
  const t = useText();
  const [removing, setRemoving] = useState<EolDocument>();
  const documents = customer.end_of_life_documents;
  const waiting = customer.waiting_documents;
  return (
    <Part title={t('customer.part.otherDocuments')}>
      <WaitingDocuments documents={waiting} />
      {documents.length === 0 && waiting.length === 0 && <p>{t('customer.eol.none')}</p>}
      <ul className={css.lines}>
        {documents.map((document) => (
          <FileLine key={document.key} file={document.file} userId={customer.id}>
            {isEditor && (
              <button
                type="button"
                className="mini"
                aria-haspopup="dialog"
                aria-label={t('customer.eol.remove', { file: document.file.file_name })}
                onClick={() => setRemoving(document)}
              >
                <Icon name="trash" small />
                {t('common.remove')}
              </button>
            )}
          </FileLine>
        ))}
      </ul>
      {removing && (
        <RemoveDocumentDialog
          customer={customer}
          document={removing}
          isLast={documents.length === 1}
          onStale={onStale}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Part>
  );
}

/** Documents that are still being checked, or were refused after that. */
function WaitingDocuments({ documents }: { documents: Customer['waiting_documents'] }) {
  const t = useText();
  const ready = useTexts(['files', 'file-errors']);
  if (!ready || documents.length === 0) return null;
  return (
    <ul className={css.lines}>
      {documents.map(({ id, file_name, problem }) => (
        <li key={id}>
          <Icon name={problem === null ? 'file' : 'circle-alert'} />
          <div className={css.name}>
            <b>{problem === null ? file_name : t('upload.row.refused', { file: file_name })}</b>
            <small>
              {problem === null ? t('files.checking') : messageOf(t, errorOfProblem(problem, 'ACP'))}
            </small>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The customer's other papers. */
export function Files({ customer, isEditor }: { customer: Customer; isEditor: boolean }) {
  const t = useText();
  const { files } = customer;
  return (
    <Part title={t('customer.part.files')}>
      {files.length === 0 && <p>{t('customer.files.none')}</p>}
      <ul className={css.lines}>
        {files.map((file) => (
          <FileLine key={file.id} file={file} userId={customer.id}>
            {isEditor && file.category === 'ACP' && !file.waits && (
              <NotTheirs customer={customer} file={file} />
            )}
          </FileLine>
        ))}
      </ul>
      <PapersSetAside customer={customer} isEditor={isEditor} />
    </Part>
  );
}

type FileLineProps = { file: CustomerFile; userId: string; children?: React.ReactNode };

/** A paper: its name, when it was added and checked, and a link to download it. */
export function FileLine({ file, userId, children }: FileLineProps) {
  const t = useText();
  const language = useLanguage();
  const shortDate = useShortDate();
  const { id, file_name, size, added_at, reviewed_at, reviewed_by } = file;
  const added = t('files.added', { date: shortDate(added_at) });
  return (
    <li>
      <Icon name="file" />
      <div className={css.name}>
        <b>{file_name}</b>
        <small className="num">
          {size === null ? added : t('upload.row.size', { file: added, size: sizeWords(size, language) })}
        </small>
        {reviewed_at !== null && (
          <small>
            {t('customer.review.doneBy', {
              actor: reviewed_by ?? t('notification.part.someone'),
              date: shortDate(reviewed_at),
            })}
          </small>
        )}
      </div>
      <div className={css.does}>
        <a
          className="mini"
          href={filePath(userId, id)}
          target="_blank"
          rel="noopener"
          aria-label={t('customer.files.download', { file: file_name })}
        >
          <Icon name="download" small />
          {t('files.downloadState.idle')}
        </a>
        {children}
      </div>
    </li>
  );
}
