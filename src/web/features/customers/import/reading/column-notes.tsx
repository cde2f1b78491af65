import { listColumns } from '../../../../../domain/customers/import/columns.ts';
import { useText } from '../../../../app/texts.tsx';
import css from '../import.module.css';

/** Explains the content of each column. The column names are the same in every language. */
export function ColumnNotes() {
  const t = useText();
  return (
    <details className={css.columns}>
      <summary>{t('import.columns')}</summary>
      <dl>
        {listColumns.map((column) => (
          <div key={column}>
            <dt translate="no" lang="en">
              <code>{column}</code>
            </dt>
            <dd>{t(`import.column.${column}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
