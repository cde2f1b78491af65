import { useMemo } from 'react';
import { completionsReport } from '../../../domain/reports/report-lists.ts';
import { mapRead } from '../../api/use-read.ts';
import { useShortDate } from '../../app/dates.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { ListTable, type Column } from '../../lists/list-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { findManaged } from './parts/find-providers.ts';
import { Figures } from './parts/figures.tsx';
import { monthName } from '../../app/month-name.ts';
import { numberWords, ReportNumber } from './parts/numbers.tsx';
import { ProviderCell } from './parts/provider-cell.tsx';
import { Note, ReportPage, Sentence } from './parts/report-page.tsx';
import { useCompletionsReport, type CompletionsReport, type CompletionsRow } from './reports-api.ts';
import { useReportFilters } from './parts/use-report-filters.ts';

type CompletionsColumn = Column<typeof completionsReport, CompletionsRow>;

const waits = ['days_7', 'days_28', 'days_90', 'days_more'] as const;
const counts = ['completed', 'external', 'changed', 'started', 'drafts'] as const;

const pageOf = ({ getCompletionsReport: report }: { getCompletionsReport: CompletionsReport }) => ({
  ...report,
  isExact: report.count_is_exact,
});

/** Plans completed and drafts started, by month, by provider and by the time since the customer was added (REP-02, GAP-114). */
export function Page() {
  const t = useText();
  const state = useList(completionsReport);
  const read = useCompletionsReport(state.request);
  const filters = useReportFilters(findManaged, state.request.filters.provider_id);
  const columns = useColumns();
  const report = read.data?.getCompletionsReport;
  return (
    <ReportPage
      title={t('reports.completions.title')}
      lead={t('reports.completions.lead')}
      state={state}
      read={mapRead(read, pageOf)}
      filters={filters}
      none={<p>{t('reports.completions.empty')}</p>}
    >
      {(rows) => (
        <>
          {report && <Summary summary={report.summary} />}
          <ListTable
            state={state}
            caption={t('reports.completions.byProvider')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </>
      )}
    </ReportPage>
  );
}

function Summary({ summary }: { summary: CompletionsReport['summary'] }) {
  const t = useText();
  const language = useLanguage();
  const shortDate = useShortDate();
  const { completed, months, period } = summary;
  const words = {
    from: shortDate(period.from),
    to: shortDate(period.to),
    drafts: numberWords(summary.drafts, t),
  };
  return (
    <>
      <Sentence>
        {completed === 0
          ? t('reports.completions.resultNone', words)
          : t('reports.completions.result', { ...words, count: completed })}
      </Sentence>
      <Figures
        title={t('reports.completions.byMonth')}
        of={t('reports.completions.col.month')}
        columns={counts.map((name) => t(`reports.completions.col.${name}`))}
        charted={[0, 4]}
        figures={months.map((month) => ({
          name: monthName(month.month, language),
          values: counts.map((name) => month[name]),
        }))}
      />
      <Figures
        title={t('reports.completions.waits')}
        of={t('reports.completions.wait.col')}
        columns={[t('reports.completions.col.completed')]}
        figures={waits.map((name) => ({
          name: t(`reports.completions.wait.${name}`),
          values: [summary[name]],
        }))}
      />
      <Note
        texts={[
          t('reports.months', words),
          t('reports.completions.note'),
          t('reports.completions.places'),
          t('reports.completions.begin'),
        ]}
      />
    </>
  );
}

function useColumns(): [CompletionsColumn, ...CompletionsColumn[]] {
  const t = useText();
  return useMemo(
    () => [
      {
        title: t('reports.completions.col.provider'),
        sort: 'name',
        cell: (row) => <ProviderCell provider={row} />,
      },
      ...counts.map((name): CompletionsColumn => ({
        title: t(name === 'drafts' ? 'reports.completions.inDraft' : `reports.completions.col.${name}`),
        numeric: true,
        cell: (row) => <ReportNumber>{row[name]}</ReportNumber>,
      })),
    ],
    [t],
  );
}
