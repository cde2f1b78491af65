import { useState } from 'react';
import { useText } from '../../../../app/texts.tsx';
import { mapRead } from '../../../../api/use-read.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { linesShown, useLines } from '../list-api.ts';
import { PreviewTable } from './lines-table.tsx';
import css from '../import.module.css';

type ShownLinesProps = { importId: string; count: number };

/** New customers of a checked list, in pages. */
export function ShownLines({ importId, count }: ShownLinesProps) {
  const t = useText();
  const [page, setPage] = useState(0);
  const read = mapRead(
    useLines(importId, 'new', page),
    ({ getCustomerImportLines }) => getCustomerImportLines,
  );
  const title = t('import.lines.new', { count });
  return (
    <section className={css.toFix}>
      <h3>{title}</h3>
      <Loaded read={read}>{(lines) => <PreviewTable caption={title} lines={lines} />}</Loaded>
      <Pages page={page} count={count} of={title} onPage={setPage} />
    </section>
  );
}

type PagesProps = { page: number; count: number; of: string; onPage: (page: number) => void };

/** Links to the previous and next page; nothing if there is only one page. */
export function Pages({ page, count, of, onPage }: PagesProps) {
  const t = useText();
  const pages = Math.ceil(count / linesShown);
  if (pages <= 1) return null;
  return (
    <div className={`acts ${css.pages}`} role="group" aria-label={of}>
      <Button variant="text" off={page === 0} onClick={() => onPage(page - 1)}>
        {t('import.lines.before')}
      </Button>
      <span className="num">{t('import.lines.page', { page: page + 1, pages })}</span>
      <Button variant="text" off={page === pages - 1} onClick={() => onPage(page + 1)}>
        {t('import.lines.next')}
      </Button>
    </div>
  );
}
