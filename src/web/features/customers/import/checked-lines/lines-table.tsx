import { importColumns, listColumns } from '../../../../../domain/customers/import/columns.ts';
import { useText } from '../../../../app/texts.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import type { ListLine } from '../import-api.ts';
import css from '../import.module.css';

/** Returns the name in a line, as it was read. */
const nameIn = ({ first_name, last_name }: ListLine): string => `${first_name} ${last_name}`.trim();

/** Lines of a list with every cell as it was read, and whether they are valid. The table scrolls sideways on its own. */
export function PreviewTable({ caption, lines }: { caption: string; lines: readonly ListLine[] }) {
  const t = useText();
  const columns = listColumns.filter(
    (column) =>
      importColumns.some((required) => required === column) || lines.some((line) => line[column] !== ''),
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={`tblbox ${css.scroll}`} tabIndex={0} role="region" aria-label={caption}>
      <table className={`tbl ${css.table}`}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('import.result.col.line')}</th>
            <th scope="col">{t('import.checked.col.result')}</th>
            {columns.map((column) => (
              <th key={column} scope="col" translate="no" lang="en">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line}>
              <th scope="row" className="num">
                {line.line}
              </th>
              <td className={css.reason}>
                <Reasons problems={line.problems} />
              </td>
              {columns.map((column) => (
                <td key={column}>
                  <OwnWords>{line[column]}</OwnWords>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Reasons({ problems }: Pick<ListLine, 'problems'>) {
  const t = useText();
  if (problems === '') return <span className="dot green">{t('import.checked.good')}</span>;
  return problems.split('\n').map((problem) => (
    <span key={problem} className={css.problem}>
      {problem}
    </span>
  ));
}

/** Lines to correct: line number, name, and reason. */
export function ProblemTable({ lines }: { lines: readonly ListLine[] }) {
  const t = useText();
  return (
    <table className={`tbl ${css.problemTable}`}>
      <thead>
        <tr>
          <th scope="col">{t('import.result.col.line')}</th>
          <th scope="col">{t('import.result.col.name')}</th>
          <th scope="col">{t('import.result.col.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line}>
            <th scope="row" className="num">
              {line.line}
            </th>
            <td>
              <OwnWords>{nameIn(line)}</OwnWords>
            </td>
            <td className={css.reason}>
              <Reasons problems={line.problems} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
