import { Fragment, useCallback, useId, useRef, useState, type ReactNode, type RefCallback } from 'react';
import { orderName, ordersOf, type ListDefinition, type SortOf } from '../../domain/lists/list.ts';
import { changeRequest } from '../../domain/lists/request.ts';
import { useText } from '../app/texts.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/drawings/icon.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { useIsNarrow } from '../ui/use-is-narrow.ts';
import { hasRowKeys, useRowKeys } from '../ui/keyboard/row-keys.ts';
import { KeysHelp } from './keys/keys-help.tsx';
import css from './lists.module.css';
import { RowTick, TickAll, type Selection } from './selection.tsx';
import type { ListState } from './use-list.ts';
import { WholeText } from './whole-text.tsx';

/** Column of a table, and line of a card on small screens. */
export type Column<List extends ListDefinition, Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Sort key, if the list can be sorted by it. */
  sort?: SortOf<List>;
  /** Left out below 1440 px. */
  wideOnly?: boolean;
  /** Whether its heading is only for screen readers, for example over buttons. */
  quietTitle?: boolean;
  /** A button about the whole table, in the heading of a column with a quiet title; below the cards on small screens. */
  tool?: ReactNode;
  /** Place on a card: a line of its own, beside the name, below the lines, or nowhere. */
  inCards?: 'line' | 'head' | 'foot' | 'none';
  /** Whether its text is cut with an ellipsis where there is no room; the whole text is shown on hover and focus (D-58). */
  cut?: boolean;
  /** Whether cards leave its title to screen readers. */
  plainInCards?: boolean;
  /** Numbers are aligned to the right. */
  numeric?: boolean;
};

type ListTableProps<List extends ListDefinition, Row> = {
  state: ListState<List>;
  /** Content of the table, for screen readers. */
  caption: string;
  /** The first column names the row. */
  columns: readonly [Column<List, Row>, ...Column<List, Row>[]];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Lets users select rows; without it there are no checkboxes. */
  selection?: Selection<Row> | undefined;
};

/**
 * Returns whether a table is wider than the available space, for example with large letters. It is measured again when the space
 * is that wide.
 */
function useIsTooWide() {
  const [needed, setNeeded] = useState(0);
  const [width, setWidth] = useState(Infinity);
  const place = useCallback((element: HTMLDivElement) => {
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const table = useCallback((element: HTMLTableElement) => {
    const measure = () => {
      const box = element.parentElement;
      if (box && box.scrollWidth > box.clientWidth) setNeeded(box.scrollWidth);
    };
    // Letters of a fallback font may be wider.
    const observer = new ResizeObserver(() => void document.fonts.ready.then(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { place, table, isTooWide: width < needed };
}

/** Rows as a table if it fits, as cards below 1024 px and if it does not fit. */
export function ListTable<List extends ListDefinition, Row>(props: ListTableProps<List, Row>) {
  const isNarrow = useIsNarrow();
  const { place, table, isTooWide } = useIsTooWide();
  const area = useRef<HTMLDivElement>(null);
  useRowKeys(area);
  return (
    <div ref={place}>
      <div ref={area}>
        {isNarrow || isTooWide ? <Cards {...props} /> : <Table {...props} tableRef={table} />}
      </div>
      <KeysHelp area={area} kind="table" hasKeys={hasRowKeys} />
    </div>
  );
}

type ColumnLook = { wideOnly?: boolean; numeric?: boolean; quietTitle?: boolean; cut?: boolean };

const columnClass = ({ wideOnly, numeric, quietTitle, cut }: ColumnLook) =>
  classNames(wideOnly && css.wideOnly, numeric && 'r', quietTitle && css.buttons, cut && css.cut) ||
  undefined;

function Table<List extends ListDefinition, Row>({
  state,
  caption,
  columns,
  rows,
  keyOf,
  selection,
  tableRef,
}: ListTableProps<List, Row> & { tableRef: RefCallback<HTMLTableElement> }) {
  const [name, ...more] = columns;
  const [box, setBox] = useState<HTMLElement | null>(null);
  return (
    // It scrolls sideways where it is too wide, and the keyboard must reach that.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={css.box} tabIndex={0} aria-label={caption} ref={setBox}>
      <table ref={tableRef} className={`tbl ${css.table}`}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {selection && (
              <td className={css.tick}>
                <TickAll selection={selection} rows={rows} />
              </td>
            )}
            {columns.map((column) => (
              <Heading key={column.title} state={state} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {selection && (
                <td className={css.tick}>
                  <RowTick selection={selection} row={row} />
                </td>
              )}
              <th scope="row" data-row-name="" className={columnClass(name)}>
                {name.cell(row)}
              </th>
              {more.map((column) => (
                <td key={column.title} className={columnClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <WholeText box={box} />
    </section>
  );
}

function Heading<List extends ListDefinition, Row>({
  state: { list, request, show },
  column: { title, sort, tool, ...column },
}: {
  state: ListState<List>;
  column: Column<List, Row>;
}) {
  if (sort === undefined || !list.sorts.includes(sort))
    return (
      <th scope="col" className={columnClass(column)}>
        {column.quietTitle ? <span className="vh">{title}</span> : title}
        {tool}
      </th>
    );
  const direction = request.sort.by === sort ? request.sort.direction : undefined;
  const other = direction === 'asc' ? 'desc' : 'asc';
  return (
    <th
      scope="col"
      className={columnClass(column)}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
    >
      <button
        type="button"
        onClick={() => show(changeRequest(request, { sort: { by: sort, direction: other } }))}
      >
        {title}
        {direction && <Icon name={direction === 'asc' ? 'arrow-up' : 'arrow-down'} small />}
      </button>
    </th>
  );
}

function Cards<List extends ListDefinition, Row>({
  state,
  caption,
  columns,
  rows,
  keyOf,
  selection,
}: ListTableProps<List, Row>) {
  const [name, ...more] = columns;
  const at = (place: Column<List, Row>['inCards']) =>
    more.filter(({ inCards = 'line' }) => inCards === place);
  const [head, lines, foot] = [at('head'), at('line'), at('foot')];
  const cellsOf = (cells: typeof more, row: Row) =>
    cells.map(({ title, cell }) => <Fragment key={title}>{cell(row)}</Fragment>);
  return (
    <>
      <SortField state={state} columns={columns} />
      {selection && <TickAll selection={selection} rows={rows} inWords />}
      <ul className={css.cards} aria-label={caption}>
        {rows.map((row) => (
          <li key={keyOf(row)} data-row="">
            <div className={css.cardHead}>
              {selection && <RowTick selection={selection} row={row} />}
              <div data-row-name="">{name.cell(row)}</div>
              {cellsOf(head, row)}
            </div>
            {lines.length > 0 && (
              <dl>
                {lines.map(({ title, cell, plainInCards }) => (
                  <div key={title}>
                    <dt className={plainInCards ? 'vh' : undefined}>{title}</dt>
                    <dd>{cell(row)}</dd>
                  </div>
                ))}
              </dl>
            )}
            {foot.length > 0 && <div className={css.cardFoot}>{cellsOf(foot, row)}</div>}
          </li>
        ))}
      </ul>
      {more.map(({ title, tool }) => tool && <div key={title}>{tool}</div>)}
    </>
  );
}

/** Sort field: cards have no headings to sort by. */
function SortField<List extends ListDefinition, Row>({
  state: { list, request, show },
  columns,
}: Pick<ListTableProps<List, Row>, 'state' | 'columns'>) {
  const t = useText();
  const id = useId();
  const orders = ordersOf(list);
  const choices = [...orders].flatMap(([value, { by, direction }]) => {
    const column = columns.find(({ sort }) => sort === by)?.title;
    const words = direction === 'asc' ? 'lists.ascending' : 'lists.descending';
    return column === undefined ? [] : [{ value, label: t(words, { column }) }];
  });
  if (choices.length === 0) return null;
  return (
    <div className={css.sort}>
      <SelectField
        id={id}
        label={t('lists.sort')}
        choices={choices}
        value={orderName(request.sort)}
        onChange={({ target }) => {
          const sort = orders.get(target.value);
          if (sort) show(changeRequest(request, { sort }));
        }}
      />
    </div>
  );
}
