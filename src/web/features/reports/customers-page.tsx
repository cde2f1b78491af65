import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { customersReport } from '../../../domain/reports/report-lists.ts';
import { fullName } from '../../../domain/names.ts';
import { mapRead } from '../../api/use-read.ts';
import { oneOf } from '../../api/one-of.ts';
import { planProgresses } from '../../../domain/customers/plan-state.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { ListTable, type Column } from '../../lists/list-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { Figures } from './parts/figures.tsx';
import { findManaged } from './parts/find-providers.ts';
import { numberWords } from './parts/numbers.tsx';
import { Note, ReportPage, Sentence } from './parts/report-page.tsx';
import { useCustomersReport, type CustomersReport, type CustomersRow } from './rows-api.ts';
import css from './parts/reports.module.css';
import { useReportFilters } from './parts/use-report-filters.ts';

type CustomersColumn = Column<typeof customersReport, CustomersRow>;

const statuses = ['invited', 'active', 'suspended', 'archived'] as const;

const pageOf = ({ getCustomersReport: report }: { getCustomersReport: CustomersReport }) => ({
  ...report,
  isExact: report.count_is_exact,
});

/** Customers with status and dates (REP-02, GAP-114). */
export function Page() {
  const t = useText();
  const state = useList(customersReport);
  const read = useCustomersReport(state.request);
  const common = useReportFilters(findManaged, state.request.filters.provider_id);
  const filters = useMemo(
    () => ({
      ...common,
      status: {
        label: t('reports.filter.customerStatus'),
        all: t('reports.customers.statusAll'),
        values: Object.fromEntries(
          statuses.map((status) => [status, t(`reports.customers.status.${status}`)]),
        ) as Record<(typeof statuses)[number], string>,
      },
    }),
    [common, t],
  );
  const columns = useColumns();
  const report = read.data?.getCustomersReport;
  return (
    <ReportPage
      title={t('reports.customers.title')}
      lead={t('reports.customers.lead')}
      state={state}
      read={mapRead(read, pageOf)}
      filters={filters}
      none={<p>{t('reports.customers.empty')}</p>}
      namesPeople
    >
      {(rows) => (
        <>
          {report && <Summary summary={report.summary} />}
          <ListTable
            state={state}
            caption={t('reports.customers.caption')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </>
      )}
    </ReportPage>
  );
}

function Summary({ summary }: { summary: CustomersReport['summary'] }) {
  const t = useText();
  const shortDate = useShortDate();
  const { customers, from, to } = summary;
  const words = Object.fromEntries(
    statuses.map((status) => [status, numberWords(summary[status], t)]),
  ) as Record<(typeof statuses)[number], string>;
  return (
    <>
      <Sentence>
        {customers === 0
          ? t('reports.customers.resultNone')
          : t('reports.customers.result', { ...words, count: customers })}
      </Sentence>
      <Figures
        title={t('reports.customers.byStatus')}
        of={t('reports.customers.col.status')}
        columns={[t('reports.customers.col.count')]}
        figures={statuses.map((status) => ({
          name: t(`reports.customers.status.${status}`),
          values: [summary[status]],
        }))}
        charted={[0]}
      />
      <Note
        texts={[
          from === null && to === null
            ? t('reports.customers.always')
            : t('reports.customers.months', {
                from: from === null ? t('reports.customers.beginning') : shortDate(from),
                to: to === null ? t('reports.customers.today') : shortDate(to),
              }),
        ]}
      />
    </>
  );
}

function useColumns(): [CustomersColumn, ...CustomersColumn[]] {
  const t = useText();
  const shortDate = useShortDate();
  return useMemo(() => {
    const none = t('common.noneValue');
    const date = (
      name: 'added' | 'accepted' | 'signed' | 'changed',
      more: Partial<CustomersColumn> = {},
    ): CustomersColumn => ({
      title: t(`reports.customers.col.${name}`),
      cell: (row) => {
        const day = row[`${name}_on`];
        return day === null ? none : <span className="num">{shortDate(day)}</span>;
      },
      ...more,
    });
    return [
      {
        title: t('reports.customers.col.name'),
        cell: ({ id, first_name, last_name, customer_id, room, on_behalf }) => (
          <div className={css.name}>
            <Link to="/admin/customers/$customerId" params={{ customerId: id }}>
              <OwnWords>{fullName({ first_name, last_name }) || none}</OwnWords>
            </Link>
            {customer_id !== null && <small>{customer_id}</small>}
            {room !== null && (
              <small>
                <OwnWords>{t('reports.customers.room', { room })}</OwnWords>
              </small>
            )}
            {on_behalf && <small>{t('reports.customers.onBehalf')}</small>}
          </div>
        ),
      },
      {
        title: t('reports.customers.col.provider'),
        wideOnly: true,
        cell: ({ provider }) => (provider === null ? none : <OwnWords>{provider}</OwnWords>),
      },
      {
        title: t('reports.customers.col.status'),
        cell: ({ status }) => t(`reports.customers.status.${oneOf(statuses, status)}`),
      },
      {
        title: t('reports.customers.col.planStatus'),
        cell: ({ plan }) => t(`reports.customers.plan.${oneOf(planProgresses, plan)}`),
      },
      date('added', { sort: 'created_at' }),
      date('accepted', { wideOnly: true }),
      date('signed'),
      date('changed', { wideOnly: true }),
    ];
  }, [t, shortDate]);
}
