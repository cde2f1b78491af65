import { useId, useSyncExternalStore, type ReactNode } from 'react';
import { orderName, ordersOf, type ListDefinition, type SortOf } from '../../domain/lists/list.ts';
import { changeRequest } from '../../domain/lists/request.ts';
import { useText } from '../app/texts.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/drawings/icon.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import css from './lists.module.css';
import type { ListState } from './use-list.ts';

/** One column of a table, and one line of a card on small screens. */
export type Column<List extends ListDefinition, Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** What it is sorted by, where the list can be. */
  sort?: SortOf<List>;
  /** Left out below 1440 px. */
  wideOnly?: boolean;
  /** Numbers stand to the right. */
  numeric?: boolean;
};

type ListTableProps<List extends ListDefinition, Row> = {
  state: ListState<List>;
  /** What the table holds, for screen readers. */
  caption: string;
  /** The first one names the row. */
  columns: readonly [Column<List, Row>, ...Column<List, Row>[]];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
};

const narrowScreen = matchMedia('(max-width: 1023px)');

const useIsNarrow = () =>
  useSyncExternalStore(
    (listener) => {
      narrowScreen.addEventListener('change', listener);
      return () => narrowScreen.removeEventListener('change', listener);
    },
    () => narrowScreen.matches,
  );

/** Rows as a table on wide screens, as cards below 1024 px. */
export function ListTable<List extends ListDefinition, Row>(props: ListTableProps<List, Row>) {
  return useIsNarrow() ? <Cards {...props} /> : <Table {...props} />;
}

const columnClass = ({ wideOnly, numeric }: { wideOnly?: boolean; numeric?: boolean }) =>
  classNames(wideOnly && css.wideOnly, numeric && 'r') || undefined;

function Table<List extends ListDefinition, Row>({
  state,
  caption,
  columns,
  rows,
  keyOf,
}: ListTableProps<List, Row>) {
  const [name, ...more] = columns;
  return (
    // It scrolls sideways where it is too wide, and the keyboard must reach that.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={css.box} tabIndex={0} aria-label={caption}>
      <table className={`tbl ${css.table}`}>
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.title} state={state} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row" className={columnClass(name)}>
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
    </section>
  );
}

function Heading<List extends ListDefinition, Row>({
  state: { list, request, show },
  column: { title, sort, ...column },
}: {
  state: ListState<List>;
  column: Column<List, Row>;
}) {
  if (sort === undefined || !list.sorts.includes(sort))
    return (
      <th scope="col" className={columnClass(column)}>
        {title}
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
}: ListTableProps<List, Row>) {
  const [name, ...more] = columns;
  return (
    <>
      <SortField state={state} columns={columns} />
      <ul className={css.cards} aria-label={caption}>
        {rows.map((row) => (
          <li key={keyOf(row)}>
            {name.cell(row)}
            <dl>
              {more.map(({ title, cell }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Cards have no headings to sort by. */
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
  );
}
