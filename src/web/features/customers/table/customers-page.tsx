import { customerList } from '../../../../domain/lists/definitions/customers.ts';
import { MessagePage } from '../../../app/gates/message-page.tsx';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { useLatest } from '../../../lists/use-latest.ts';
import { mapRead } from '../../../api/use-read.ts';
import { ListTable } from '../../../lists/list-table.tsx';
import { ListView } from '../../../lists/list-view.tsx';
import { useList } from '../../../lists/use-list.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { DuplicatesLink } from '../../duplicates/api.ts';
import { useCustomerDialogs, type OpenDialog } from '../actions/use-customer-dialogs.tsx';
import { useReturnToPlace } from '../list-place.ts';
import { staffOf } from '../staff.ts';
import { ChosenArea } from './chosen-area.tsx';
import { AddButton, HeadButtons } from './head-buttons.tsx';
import { useCustomers, useViews, type CustomerPage } from './customers-api.ts';
import { useColumns } from './columns.tsx';
import { FoundElsewhere } from './found-elsewhere.tsx';
import { CprOfRows } from './cpr-words.tsx';
import { useImportOfAddress } from './use-import-of-address.ts';
import { useFilterLabels } from './filter-labels.ts';
import { usePicked } from './use-picked.ts';
import { ViewTabs } from './view-tabs.tsx';
import css from './table.module.css';

/** Customers of a provider and its descendants, or of all providers (CTABLE-01). */
export function Page() {
  const t = useText();
  const user = useSession();
  const state = useList(customerList);
  const read = useCustomers(state.request);
  if (!user) return null;
  if (!read.data && read.failed?.code === 'forbidden') {
    const home = <LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>;
    return (
      <MessagePage title={t('system.noAccess.title')} action={home}>
        {t('system.noAccess.body')}
      </MessagePage>
    );
  }
  return <CustomerTable staff={staffOf(user)} chosen={user.customer_columns} state={state} read={read} />;
}

type CustomerTableProps = {
  staff: ReturnType<typeof staffOf>;
  /** Keys of the chosen columns; null for the usual ones. */
  chosen: readonly string[] | null;
  state: ReturnType<typeof useList<typeof customerList>>;
  read: ReturnType<typeof useCustomers>;
};

const pageOf = ({ getCustomers }: { getCustomers: CustomerPage }) => ({
  ...getCustomers,
  isExact: getCustomers.count_is_exact,
  data: getCustomers.data,
});

function CustomerTable({ staff, chosen, state, read }: CustomerTableProps) {
  const t = useText();
  const filters = useFilterLabels(staff);
  const { dialog, open, failed } = useCustomerDialogs(staff, read.retry);
  useImportOfAddress(open);
  useReturnToPlace(read.data !== undefined);
  const views = useViews(state.request.filters.provider_id, !read.data);
  const columns = useColumns({ staff, chosen, open, onStale: read.retry });
  const picked = usePicked(staff);
  const counts = useLatest(read.data?.getCustomers);
  const houseId = state.request.filters.provider_id ?? staff.onlyHouseId ?? null;
  return (
    <>
      <TableHead isEditor={staff.isEditor} counts={counts} houseId={houseId} open={open} />
      <ViewTabs state={state} counts={views.data?.getCustomerViews} />
      {failed && (
        <p className="err" role="alert">
          {t('customers.action.failed')}
        </p>
      )}
      <ChosenArea picked={picked} request={state.request} page={read.data?.getCustomers} open={open} />
      <ListView
        state={state}
        read={mapRead(read, pageOf)}
        filters={filters}
        found={(count) => t('customers.count.found', { count })}
        noneMatch={<FoundElsewhere state={state} />}
        none={
          <div className={css.none}>
            <p>{t('customers.empty.none')}</p>
            {staff.isEditor && <AddButton words="customers.empty.noneAdd" onAdd={() => open('add')} />}
          </div>
        }
      >
        {(rows) => (
          <CprOfRows rows={rows} isOn={chosen?.includes('cpr') === true}>
            <ListTable
              state={state}
              caption={t('customers.col.caption')}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              selection={staff.isEditor ? picked.selection : undefined}
            />
          </CprOfRows>
        )}
      </ListView>
      {houseId !== null && (
        <HandoverLink houseId={houseId} className={`mob btn two wide ${css.handoverBelow}`} />
      )}
      {staff.isEditor && <DuplicatesLink className={`mob btn two wide ${css.handoverBelow}`} />}
      {dialog}
    </>
  );
}

type TableHeadProps = {
  isEditor: boolean;
  counts: Pick<CustomerPage, 'complete' | 'total'> | undefined;
  /** The only house whose customers the list shows; null for several. */
  houseId: string | null;
  open: OpenDialog;
};

/** Title, the number of complete plans among all customers, and the buttons of editors. */
function TableHead({ isEditor, counts, houseId, open }: TableHeadProps) {
  const t = useText();
  return (
    <div className={`pagehead ${css.head}`}>
      <div>
        <PageTitle>{t(isEditor ? 'customers.title' : 'customers.titleView')}</PageTitle>
        <p className={css.counts}>
          {counts
            ? t('customers.count.complete', { complete: counts.complete, total: counts.total })
            : '\u00A0'}
          {isEditor && <DuplicatesLink className={`desk ${css.duplicates}`} />}
        </p>
        {houseId !== null && <HandoverLink houseId={houseId} className={`desk ${css.handover}`} />}
      </div>
      {isEditor && <HeadButtons onAdd={() => open('add')} onImport={() => open('import')} />}
    </div>
  );
}

/** Opens the handover list of a house, to print (N-06): beside the title, and on a telephone below the list. */
function HandoverLink({ houseId, className }: { houseId: string; className: string }) {
  const t = useText();
  return (
    <a className={className} href={`/api/providers/${houseId}/handover`} target="_blank" rel="noopener">
      {t('customers.handover')} <span className="vh">{t('common.newTab')}</span>
    </a>
  );
}
