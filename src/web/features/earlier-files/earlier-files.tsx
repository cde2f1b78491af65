import { useMemo, useState, type ReactNode } from 'react';
import { errorOfProblem } from '../../../domain/files/check-problems.ts';
import { earlierFileList, earlierFileStatuses } from '../../../domain/lists/definitions/earlier-files.ts';
import type { Page as RowsPage } from '../../../domain/lists/page.ts';
import type { Read } from '../../api/use-read.ts';
import { MessagePage } from '../../app/gates/message-page.tsx';
import { useSession } from '../../app/session.tsx';
import { useText } from '../../app/texts.tsx';
import { ProblemList } from '../../forms/errors/problem-list.tsx';
import { ListTable, type Column } from '../../lists/list-table.tsx';
import { ListView } from '../../lists/list-view.tsx';
import type { ListState } from '../../lists/use-list.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { StatusDot } from '../../ui/messages/badge.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { DeleteDialog, RelinkDialog, SettleDialog } from './dialogs.tsx';
import { previewOf, type EarlierFile } from './earlier-files-api.ts';
import css from './earlier-files.module.css';

type FileColumn = Column<typeof earlierFileList, EarlierFile>;
type Asked = { dialog: 'relink' | 'settle' | 'delete'; file: EarlierFile };

const dotOf = { waiting: 'amber', refused: 'red', done: 'green' } as const;

type FilesProps = {
  kind: 'legacy' | 'eol';
  state: ListState<typeof earlierFileList>;
  read: Read<RowsPage<EarlierFile>>;
};

/**
 * Content for the system administrator whom the operator names; the server decides again (SUPER-01, SUPER-02, GAP-115).
 */
export function ForNamedAdministrator({ children }: { children: ReactNode }) {
  const t = useText();
  if (useSession()?.super_admin) return children;
  return (
    <MessagePage
      title={t('system.noAccess.title')}
      action={<LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>}
    >
      {t('system.noAccess.body')}
    </MessagePage>
  );
}

/** The files of one kind of the earlier system. */
export function Files({ kind, state, read }: FilesProps) {
  const t = useText();
  const [asked, setAsked] = useState<Asked>();
  const columns = useColumns(kind, setAsked);
  const statuses = Object.fromEntries(
    earlierFileStatuses.map((each) => [each, t(`earlierFiles.status.${each}`)]),
  ) as Record<(typeof earlierFileStatuses)[number], string>;
  const dialog = asked && {
    file: asked.file,
    onStale: read.retry,
    onClose: () => setAsked(undefined),
  };
  return (
    <>
      <div className="pagehead">
        <div>
          <PageTitle>{t(`earlierFiles.${kind}.title`)}</PageTitle>
          <p className="lead">{t(`earlierFiles.${kind}.lead`)}</p>
        </div>
      </div>
      <ListView
        state={state}
        read={read}
        filters={{ status: { label: t('earlierFiles.status.label'), values: statuses } }}
        found={(count) => t('earlierFiles.count', { count })}
        none={<p>{t(`earlierFiles.${kind}.empty`)}</p>}
      >
        {(rows) => (
          <ListTable
            state={state}
            caption={t('earlierFiles.col.caption')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </ListView>
      {dialog && asked.dialog === 'relink' && <RelinkDialog {...dialog} />}
      {dialog && asked.dialog === 'settle' && <SettleDialog {...dialog} kind={kind} />}
      {dialog && asked.dialog === 'delete' && <DeleteDialog {...dialog} />}
    </>
  );
}

function useColumns(kind: FilesProps['kind'], ask: (asked: Asked) => void): [FileColumn, ...FileColumn[]] {
  const t = useText();
  return useMemo(
    () => [
      {
        title: t('earlierFiles.col.file'),
        cell: ({ file_name }) => (
          <span className={css.name}>
            <OwnWords>{file_name}</OwnWords>
          </span>
        ),
      },
      {
        title: t('earlierFiles.col.address'),
        cell: ({ earlier_email }) => <EmailAddress>{earlier_email}</EmailAddress>,
      },
      {
        title: t('earlierFiles.col.customer'),
        cell: ({ user_id, customer_name, customer_email }) =>
          user_id === null ? (
            t('earlierFiles.noCustomer')
          ) : (
            <OwnWords>{customer_name ?? customer_email ?? t('common.noneValue')}</OwnWords>
          ),
      },
      {
        title: t('earlierFiles.col.status'),
        cell: ({ status, problem }) => (
          <>
            <StatusDot colour={dotOf[status]}>{t(`earlierFiles.status.${status}`)}</StatusDot>
            {problem !== null && <ProblemList problems={[errorOfProblem(problem, 'ACP')]} />}
          </>
        ),
      },
      {
        title: t('earlierFiles.col.actions'),
        quietTitle: true,
        inCards: 'foot',
        cell: (file) => <Actions file={file} kind={kind} ask={ask} />,
      },
    ],
    [t, kind, ask],
  );
}

type ActionsProps = { file: EarlierFile; kind: FilesProps['kind']; ask: (asked: Asked) => void };

function Actions({ file, kind, ask }: ActionsProps) {
  const t = useText();
  if (file.status === 'done') return null;
  const verb = kind === 'legacy' ? 'activate' : 'migrate';
  const named = { file: file.file_name };
  return (
    <div className={css.acts}>
      <a
        className="mini"
        href={previewOf(file.id)}
        target="_blank"
        rel="noreferrer"
        aria-label={t('earlierFiles.preview.of', named)}
      >
        {t('earlierFiles.preview')}
      </a>
      {file.user_id !== null && (
        <button
          type="button"
          className="mini"
          aria-haspopup="dialog"
          aria-label={t(`earlierFiles.${verb}.of`, named)}
          onClick={() => ask({ dialog: 'settle', file })}
        >
          {t(`earlierFiles.${verb}`)}
        </button>
      )}
      <button
        type="button"
        className="mini"
        aria-haspopup="dialog"
        aria-label={t('earlierFiles.relink.of', named)}
        onClick={() => ask({ dialog: 'relink', file })}
      >
        {t('earlierFiles.relink')}
      </button>
      <button
        type="button"
        className="mini"
        aria-haspopup="dialog"
        aria-label={t('earlierFiles.delete.of', named)}
        onClick={() => ask({ dialog: 'delete', file })}
      >
        {t('earlierFiles.delete')}
      </button>
    </div>
  );
}
