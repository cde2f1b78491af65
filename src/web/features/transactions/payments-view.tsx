import { dollars } from '../../../domain/billing/money.ts';
import type { ListDefinition } from '../../../domain/lists/list.ts';
import { mapRead, type Read } from '../../api/use-read.ts';
import { useText } from '../../app/texts.tsx';
import type { FilterLabels } from '../../lists/filter-bar.tsx';
import { ListTable, type Column } from '../../lists/list-table.tsx';
import { ListView } from '../../lists/list-view.tsx';
import type { ListState } from '../../lists/use-list.ts';
import type { Payment, PaymentPage } from './transactions-api.ts';
import css from './transactions.module.css';

type PaymentsViewProps<List extends ListDefinition> = {
  state: ListState<List>;
  read: Read<PaymentPage>;
  filters: FilterLabels<List>;
  columns: [Column<List, Payment>, ...Column<List, Payment>[]];
  /** Text while there is no payment at all. */
  none: string;
};

/** A list of payments, with the number and the sum of all that match above it. */
export function PaymentsView<List extends ListDefinition>({
  state,
  read,
  filters,
  columns,
  none,
}: PaymentsViewProps<List>) {
  const t = useText();
  const page = mapRead(read, (data) => ({ ...data, isExact: data.count_is_exact }));
  const totals = read.data?.totals;
  return (
    <ListView state={state} read={page} filters={filters} none={<p>{none}</p>}>
      {(rows) => (
        <>
          {totals && (
            <p className={css.total}>
              {t('transactions.total', {
                count: totals.count,
                amount: dollars(totals.amount, { exact: true }),
              })}
            </p>
          )}
          <ListTable
            state={state}
            caption={t('transactions.col.caption')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </>
      )}
    </ListView>
  );
}
