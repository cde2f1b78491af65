import { useMemo } from 'react';
import { companyReport } from '../../../domain/reports/report-lists.ts';
import { percentOf } from '../../../domain/reports/months.ts';
import { smallest } from '../../../domain/reports/small-numbers.ts';
import { mapRead } from '../../api/use-read.ts';
import { useShortDate } from '../../app/dates.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { ListTable, type Column } from '../../lists/list-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { findManaged } from './parts/find-providers.ts';
import { Figures } from './parts/figures.tsx';
import { monthName } from '../../app/month-name.ts';
import { isHidden, numberWords, ReportNumber } from './parts/numbers.tsx';
import { ProviderCell } from './parts/provider-cell.tsx';
import { Note, ReportPage, Sentence } from './parts/report-page.tsx';
import { useCompanyReport, type CompanyReport, type CompanyRow } from './reports-api.ts';
import css from './parts/reports.module.css';
import { useReportFilters } from './parts/use-report-filters.ts';

type CompanyColumn = Column<typeof companyReport, CompanyRow>;

const pageOf = ({ getCompanyReport: report }: { getCompanyReport: CompanyReport }) => ({
  ...report,
  isExact: report.count_is_exact,
});

/** Customers, plans and users of each provider (REP-01, REP-02, GAP-114). */
export function Page() {
  const t = useText();
  const state = useList(companyReport);
  const read = useCompanyReport(state.request);
  const filters = useReportFilters(findManaged, state.request.filters.provider_id);
  const columns = useColumns();
  const report = read.data?.getCompanyReport;
  return (
    <ReportPage
      title={t('reports.company.title')}
      lead={t('reports.company.lead')}
      state={state}
      read={mapRead(read, pageOf)}
      filters={filters}
      none={<p>{t('reports.company.empty')}</p>}
      hasEvidence={report?.summary.names_shown === true}
    >
      {(rows) => (
        <>
          {report && <Summary summary={report.summary} />}
          <ListTable
            state={state}
            caption={t('reports.company.caption')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </>
      )}
    </ReportPage>
  );
}

function Summary({ summary }: { summary: CompanyReport['summary'] }) {
  const t = useText();
  const language = useLanguage();
  const shortDate = useShortDate();
  const { months, names_shown } = summary;
  return (
    <>
      <Answer summary={summary} />
      <Figures
        title={t('reports.company.byMonth')}
        of={t('reports.company.col.month')}
        columns={[
          t('reports.company.col.complete'),
          t('reports.company.col.customers'),
          t('reports.company.col.completeShare'),
        ]}
        charted={[0, 1]}
        figures={months.map(({ month, complete, customers }) => ({
          name: monthName(month, language),
          values: [
            complete,
            customers,
            isHidden(complete) ? complete : (percentOf(complete, customers) ?? 0),
          ],
        }))}
      />
      <Note
        texts={[
          t('reports.months', { from: shortDate(summary.period.from), to: shortDate(summary.period.to) }),
          t('reports.company.note'),
          !names_shown && t('reports.withheldNote', { min: smallest }),
        ]}
      />
    </>
  );
}

/** How many customers have a complete plan, and how many had three months ago. */
function Answer({ summary: { customers, complete, before } }: { summary: CompanyReport['summary'] }) {
  const t = useText();
  const shortDate = useShortDate();
  if (customers === 0) return <Sentence>{t('reports.company.resultNone')}</Sentence>;
  if (isHidden(customers) || isHidden(complete))
    return <Sentence>{t('reports.company.resultHidden')}</Sentence>;
  const earlier = isHidden(before.complete) ? null : percentOf(before.complete, before.customers);
  return (
    <Sentence>
      {t('reports.company.result', {
        complete: numberWords(complete, t),
        total: numberWords(customers, t),
        percent: percentOf(complete, customers) ?? 0,
      })}{' '}
      {earlier !== null && t('reports.company.before', { date: shortDate(before.month), percent: earlier })}
    </Sentence>
  );
}

function useColumns(): [CompanyColumn, ...CompanyColumn[]] {
  const t = useText();
  const shortDate = useShortDate();
  return useMemo(() => {
    const count = (
      name: 'customers' | 'invited' | 'active' | 'complete' | 'drafts' | 'users',
      more: Partial<CompanyColumn> = {},
    ): CompanyColumn => ({
      title: t(`reports.company.col.${name}`),
      numeric: true,
      cell: (row) => <ReportNumber>{row[name]}</ReportNumber>,
      ...more,
    });
    return [
      {
        title: t('reports.company.col.provider'),
        sort: 'name',
        cell: (row) => <ProviderCell provider={row} />,
      },
      count('customers'),
      count('invited', { wideOnly: true }),
      count('active', { wideOnly: true }),
      count('complete'),
      {
        title: t('reports.company.col.completeShare'),
        numeric: true,
        cell: ({ complete, customers }) => {
          const share = isHidden(complete) || isHidden(customers) ? null : percentOf(complete, customers);
          return <span className="num">{share ?? t('common.noneValue')}</span>;
        },
      },
      count('drafts'),
      count('users'),
      {
        title: t('reports.company.col.paymentPlan'),
        wideOnly: true,
        cell: ({ payment_plan, trial_end }) => (
          <div className={css.name}>
            {payment_plan === null ? t('common.noneValue') : <OwnWords>{payment_plan}</OwnWords>}
            {trial_end !== null && (
              <small>
                {t('reports.company.col.trialEnd')} {shortDate(trial_end)}
              </small>
            )}
          </div>
        ),
      },
    ];
  }, [t, shortDate]);
}
