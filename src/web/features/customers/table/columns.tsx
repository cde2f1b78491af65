import { useMemo } from 'react';
import type { CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import type { Translate } from '../../../../domain/i18n/texts.ts';
import {
  columnsInTable,
  fewColumns,
  type ChosenColumn,
} from '../../../../domain/lists/definitions/customers/chosen-columns.ts';
import {
  customerColumns,
  type ShownColumnKey,
} from '../../../../domain/lists/definitions/customers/customer-columns.ts';
import type { customerList } from '../../../../domain/lists/definitions/customers.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import type { Column } from '../../../lists/list-table.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { ActionsButton } from '../actions/actions-button.tsx';
import { TakeBackButton } from '../actions/take-back-button.tsx';
import type { OpenDialog } from '../actions/use-customer-dialogs.tsx';
import { customerName } from '../staff.ts';
import { ColumnsButton } from './columns-button.tsx';
import { EmergencyLink, PlanDot, StatusCell, ViewLink, Who } from './cells.tsx';
import { CprCell } from './cpr-words.tsx';
import type { CustomerRow } from './customers-api.ts';
import css from './table.module.css';

type CustomerColumn = Column<typeof customerList, CustomerRow>;

type ColumnsOptions = {
  staff: CustomerStaff;
  /** Keys of the chosen columns; null for the usual ones. */
  chosen: readonly string[] | null;
  open: OpenDialog;
  onStale: () => void;
};

/** The cells of a column, and its place. */
type Cells = Pick<CustomerColumn, 'cell' | 'wideOnly' | 'inCards' | 'numeric' | 'cut' | 'plainInCards'>;

/** Renders the cells of each column. The type requires an entry for every column of the list definition. */
const cellsOf = (
  t: Translate,
  shortDate: (day: string) => string,
  staff: CustomerStaff,
): Record<ShownColumnKey | ChosenColumn, Cells> => {
  const dayOf = (day: string | null) => (
    <span className="num">{day === null ? t('common.noneValue') : shortDate(day)}</span>
  );
  return {
    name: { cell: (customer) => <Who customer={customer} staff={staff} /> },
    customer_id: {
      wideOnly: true,
      inCards: 'none',
      cell: ({ customer_id }) => <span className="num">{customer_id ?? t('common.noneValue')}</span>,
    },
    room: {
      wideOnly: true,
      cell: ({ room }) =>
        room === null ? (
          t('common.noneValue')
        ) : (
          <span className={css.room}>
            <OwnWords>{room}</OwnWords>
          </span>
        ),
    },

    provider: {
      wideOnly: true,
      cut: true,
      plainInCards: true,
      inCards: staff.side === 'platform' ? 'line' : 'none',
      cell: ({ provider }) =>
        provider === null ? (
          t('common.noneValue')
        ) : (
          <span className={css.wholeWords}>
            <OwnWords>{provider}</OwnWords>
          </span>
        ),
    },
    acp_status: { plainInCards: true, cell: ({ plan_state }) => <PlanDot state={plan_state} /> },
    cpr: { plainInCards: true, cell: ({ id }) => <CprCell id={id} /> },
    latest_update: {
      wideOnly: true,
      inCards: 'none',
      cell: ({ latest_update }) => dayOf(latest_update),
    },
    customer_status: {
      cut: true,
      plainInCards: true,
      cell: (customer) => <StatusCell customer={customer} />,
    },
    invite_date: { inCards: 'none', cell: ({ created_at }) => dayOf(created_at) },
  };
};

/**
 * Returns the columns of the customer table (CTABLE-05). Editors have the actions and the bin, readers a link to view (CTABLE-04,
 * CTABLE-25).
 */
export function useColumns({
  staff,
  chosen,
  open,
  onStale,
}: ColumnsOptions): readonly [CustomerColumn, ...CustomerColumn[]] {
  const t = useText();
  const shortDate = useShortDate();
  return useMemo(() => {
    const cells = cellsOf(t, shortDate, staff);
    const shown = columnsInTable(chosen);
    const everywhere = chosen !== null &&
      shown.length <= fewColumns && { wideOnly: false, inCards: 'line' as const };
    const columnOf = (key: ShownColumnKey | ChosenColumn) => {
      if (key === 'cpr') return { title: t('customers.col.cpr'), ...cells[key] };
      const column = customerColumns.find((each) => each.key === key)!;
      return { title: t(column.title), ...('sort' in column && { sort: column.sort }), ...cells[key] };
    };
    const more = shown.map((key) => ({ ...columnOf(key), ...everywhere }));
    return [columnOf('name'), ...more, ...actionColumns(t, { staff, chosen, open, onStale })];
  }, [t, shortDate, staff, chosen, open, onStale]);
}

/** Columns without a visible title, with the actions on a customer. */
function actionColumns(t: Translate, { staff, chosen, open, onStale }: ColumnsOptions): CustomerColumn[] {
  const tool = <ColumnsButton chosen={chosen} />;
  const emergency: CustomerColumn = {
    title: t('customers.col.emergency'),
    quietTitle: true,
    inCards: 'foot',
    cell: (customer) => <EmergencyLink customer={customer} />,
  };
  const view: CustomerColumn = {
    title: t('customers.action.view'),
    tool,
    quietTitle: true,
    inCards: 'foot',
    cell: (customer) => <ViewLink customer={customer} staff={staff} />,
  };
  if (!staff.isEditor) return [emergency, view];
  const actions: CustomerColumn = {
    title: t('customers.col.actions'),
    tool,
    quietTitle: true,
    inCards: 'foot',
    cell: (customer) => (
      <ActionsButton staff={staff} customer={customer} onAction={(action) => open(action, customer)} />
    ),
  };
  const remove: CustomerColumn = {
    title: t('customers.col.remove'),
    quietTitle: true,
    inCards: 'head',
    cell: (customer) =>
      customer.removal_on !== null ? (
        <TakeBackButton inRow customer={customer} onStale={onStale} />
      ) : (
        <button
          type="button"
          className="iconbtn"
          aria-haspopup="dialog"
          aria-label={t('customers.cell.removeIcon', { customer: customerName(customer) })}
          onClick={() => open('remove', customer)}
        >
          <Icon name="trash" />
        </button>
      ),
  };
  return [emergency, actions, remove];
}
