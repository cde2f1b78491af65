import { useMemo } from 'react';
import { dollars } from '../../../domain/billing/money.ts';
import { subscriptionsReport } from '../../../domain/reports/report-lists.ts';
import { oneOf } from '../../api/one-of.ts';
import { mapRead } from '../../api/use-read.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { site } from '../../app/site.ts';
import { ListTable, type Column } from '../../lists/list-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { Figures } from './parts/figures.tsx';
import { findManaged } from './parts/find-providers.ts';
import { numberWords, ReportNumber } from './parts/numbers.tsx';
import { Note, ReportPage, Sentence } from './parts/report-page.tsx';
import { useSubscriptionsReport, type SubscriptionsReport, type SubscriptionsRow } from './rows-api.ts';
import css from './parts/reports.module.css';
import { useReportFilters } from './parts/use-report-filters.ts';

type SubscriptionsColumn = Column<typeof subscriptionsReport, SubscriptionsRow>;

const states = ['paid', 'pending', 'overdue', 'ended', 'none'] as const;
const counted = ['paid', 'pending', 'overdue'] as const;

const pageOf = ({ getSubscriptionsReport: report }: { getSubscriptionsReport: SubscriptionsReport }) => ({
  ...report,
  isExact: report.count_is_exact,
});

/** Who pays for what, and how much came in (REP-02, GAP-114). */
export function Page() {
  const t = useText();
  const state = useList(subscriptionsReport);
  const read = useSubscriptionsReport(state.request);
  const common = useReportFilters(findManaged, state.request.filters.provider_id);
  const filters = useMemo(
    () => ({
      ...common,
      payer: {
        label: t('reports.subscriptions.payers'),
        all: t('reports.subscriptions.providers'),
        values: { individual: t('reports.subscriptions.individuals') },
      },
    }),
    [common, t],
  );
  const columns = useColumns();
  const report = read.data?.getSubscriptionsReport;
  return (
    <ReportPage
      title={t('reports.subscriptions.title')}
      lead={t('reports.subscriptions.lead')}
      state={state}
      read={mapRead(read, pageOf)}
      filters={filters}
      none={<p>{t('reports.subscriptions.empty')}</p>}
      namesPeople
    >
      {(rows) => (
        <>
          {report && <Summary summary={report.summary} />}
          <ListTable
            state={state}
            caption={t('reports.subscriptions.caption')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </>
      )}
    </ReportPage>
  );
}

function Summary({ summary }: { summary: SubscriptionsReport['summary'] }) {
  const t = useText();
  const { count, paid, pending, overdue, partner_fees } = summary;
  return (
    <>
      <Sentence>
        {count === 0
          ? t('reports.subscriptions.resultNone')
          : t('reports.subscriptions.result', {
              count,
              paid: numberWords(paid, t),
              pending: numberWords(pending, t),
              overdue: numberWords(overdue, t),
            })}
      </Sentence>
      <Figures
        title={t('reports.subscriptions.byStatus')}
        of={t('reports.subscriptions.col.status')}
        columns={[t('reports.subscriptions.count')]}
        figures={counted.map((state) => ({
          name: t(`reports.subscriptions.status.${state}`),
          values: [summary[state]],
        }))}
        charted={[0]}
      />
      <Note
        texts={[
          t('reports.subscriptions.both'),
          t('reports.subscriptions.ran'),
          site.gstRegistered === true && t('reports.subscriptions.gst'),
          partner_fees > 0 &&
            t('reports.subscriptions.partnerFees', { amount: dollars(partner_fees, { exact: true }) }),
        ]}
      />
    </>
  );
}

function useColumns(): [SubscriptionsColumn, ...SubscriptionsColumn[]] {
  const t = useText();
  const shortDate = useShortDate();
  return useMemo(() => {
    const none = t('common.noneValue');
    const date = (name: 'start' | 'next' | 'end'): SubscriptionsColumn => ({
      title: t(`reports.subscriptions.col.${name}`),
      wideOnly: name !== 'next',
      cell: (row) => {
        const day = row[name];
        return day === null ? none : <span className="num">{shortDate(day)}</span>;
      },
    });
    const amount = (name: 'fee' | 'discount' | 'paid' | 'open'): SubscriptionsColumn => ({
      title: t(`reports.subscriptions.col.${name}`),
      numeric: true,
      wideOnly: name === 'discount',
      cell: (row) => <span className="num">{dollars(row[name], { exact: true })}</span>,
    });
    return [
      {
        title: t('reports.subscriptions.col.payer'),
        sort: 'name',
        cell: ({ payer, payment_plan }) => (
          <div className={css.name}>
            <OwnWords>{payer}</OwnWords>
            <small>
              <OwnWords>{payment_plan}</OwnWords>
            </small>
          </div>
        ),
      },
      {
        title: t('reports.subscriptions.col.status'),
        cell: ({ status }) => t(`reports.subscriptions.status.${oneOf(states, status)}`),
      },
      date('start'),
      date('next'),
      date('end'),
      {
        title: t('reports.subscriptions.col.units'),
        numeric: true,
        wideOnly: true,
        cell: ({ units }) => <ReportNumber>{units}</ReportNumber>,
      },
      amount('fee'),
      amount('discount'),
      amount('paid'),
      amount('open'),
    ];
  }, [t, shortDate]);
}
