import { useRef } from 'react';
import type { FileCategory } from '../../../domain/files/categories.ts';
import { StaffLimit, useMay } from '../../app/allowed.tsx';
import { useText } from '../../app/texts.tsx';
import type { Read } from '../../api/use-read.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { moveFocus } from '../../ui/rescue-focus.ts';
import type { StoredFile } from './file-api.ts';
import { FileRow } from './file-row.tsx';
import { isAfterArrival, WaitingRow, type ArrivedFile } from './waiting-row.tsx';
import css from './files.module.css';

/** Files of a category: those in use, and below them the replaced ones (GAP-63). */
export function FileList({
  category,
  read,
  title,
}: {
  category: FileCategory;
  read: Read<readonly StoredFile[]>;
  title: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className={css.list} aria-label={title}>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      <Loaded read={read}>
        {(files) => (
          <Files
            category={category}
            files={files.filter(({ upload }) => upload === null)}
            waiting={files.filter(isAfterArrival)}
            onGone={() => moveFocus(() => heading.current)}
          />
        )}
      </Loaded>
    </section>
  );
}

type FilesProps = {
  category: FileCategory;
  files: readonly StoredFile[];
  waiting: readonly ArrivedFile[];
  onGone: () => void;
};

function Files({ category, files, waiting, onGone }: FilesProps) {
  const t = useText();
  const mayDelete = useMay('files.delete');
  const current = files.filter(({ is_active }) => is_active);
  // A paper that staff set aside has its question above.
  const older = files.filter(({ is_active, set_aside_at }) => !is_active && set_aside_at === null);
  const directives = current.filter((file) => file.category === 'ACP').length;
  const rows = (shown: readonly StoredFile[]) => (
    <ul>
      {shown.map((file) => (
        <FileRow key={file.id} file={file} isLast={file.is_active && directives === 1} onGone={onGone} />
      ))}
    </ul>
  );
  return (
    <>
      {waiting.length > 0 && (
        <ul>
          {waiting.map((file) => (
            <WaitingRow key={file.id} file={file} onGone={onGone} />
          ))}
        </ul>
      )}
      {current.length === 0 && waiting.length === 0 && (
        <p className="quiet">{t(`files.empty.${category}`)}</p>
      )}
      {!mayDelete && files.length > 0 && (
        <p className="small quiet">
          <StaffLimit action="files.delete" /> <StaffLimit action="contacts.change" />
        </p>
      )}
      {rows(current)}
      {older.length > 0 && <Disclosure summary={t('files.older')}>{rows(older)}</Disclosure>}
      {files.length > 0 && <p className={`small quiet ${css.reminder}`}>{t('files.printReminder')}</p>}
    </>
  );
}
