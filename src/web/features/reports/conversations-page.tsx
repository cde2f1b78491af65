import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { outcomesOf, standardActions } from '../../../domain/reports/conversations.ts';
import { conversationsReport } from '../../../domain/reports/report-lists.ts';
import { mapRead } from '../../api/use-read.ts';
import { useShortDate } from '../../app/dates.ts';
import { useText } from '../../app/texts.tsx';
import { useIsPlatform } from '../../app/use-is-platform.ts';
import { ListTable, type Column } from '../../lists/list-table.tsx';
import { useList } from '../../lists/use-list.ts';
import {
  useConversationsReport,
  type ConversationsReport,
  type ConversationsRow,
} from './conversations-api.ts';
import { findVisible } from './parts/find-providers.ts';
import { NextConversations } from './parts/next-conversations.tsx';
import { numberWords, ReportNumber } from './parts/numbers.tsx';
import { ProviderCell } from './parts/provider-cell.tsx';
import { Note, ReportPage } from './parts/report-page.tsx';
import css from './parts/reports.module.css';
import { useReportFilters } from './parts/use-report-filters.ts';

type HouseColumn = Column<typeof conversationsReport, ConversationsRow>;
type Columns = [HouseColumn, ...HouseColumn[]];

const pageOf = ({ getConversationsReport: report }: { getConversationsReport: ConversationsReport }) => ({
  ...report,
  isExact: report.count_is_exact,
});

/**
 * Report of conversations about planning ahead (N-07): numbers for each house, in one table for each action of the aged care
 * standards, and the residents whose next conversation is due.
 */
export function Page() {
  const t = useText();
  const state = useList(conversationsReport);
  const { filters: chosen } = state.request;
  const read = useConversationsReport(state.request);
  const filters = useReportFilters(findVisible, chosen.provider_id);
  const columns = useColumns();
  const report = read.data?.getConversationsReport;
  return (
    <ReportPage
      title={t('reports.conversations.title')}
      lead={t('reports.conversations.lead')}
      state={state}
      read={mapRead(read, pageOf)}
      filters={filters}
      none={<p>{t('reports.conversations.empty')}</p>}
      after={<NextConversations providerId={chosen.provider_id} below={chosen.below} />}
      hasEvidence
    >
      {(rows) => (
        <>
          {standardActions.map((action) => (
            <section key={action} className={css.figures}>
              <h2>{t(`evidence.conversations.${action}`)}</h2>
              <ListTable
                state={state}
                caption={t(`evidence.conversations.${action}`)}
                columns={columns[action]}
                rows={rows}
                keyOf={({ id }) => id}
              />
            </section>
          ))}
          {report && <Counted report={report} />}
        </>
      )}
    </ReportPage>
  );
}

/** Notes below the tables: the period, and which conversations and residents are counted. */
function Counted({ report: { summary } }: { report: ConversationsReport }) {
  const t = useText();
  const shortDate = useShortDate();
  const { from, to } = summary.period;
  return (
    <Note
      texts={[
        t('reports.months', { from: shortDate(from), to: shortDate(to) }),
        t('reports.conversations.counted'),
        t('reports.conversations.now'),
      ]}
    />
  );
}

/**
 * A number of residents of a house, which leads to them in the customer list: not for a house whose list has the residents of
 * others too.
 */
function Residents({ house: { id, name, has_below }, number, status, label }: ResidentsProps) {
  const t = useText();
  const isPlatform = useIsPlatform();
  if (has_below || number === 0) return <ReportNumber>{number}</ReportNumber>;
  const count = numberWords(number, t);
  return (
    <Link
      to={isPlatform ? '/admin/customers' : '/provider/customers'}
      search={{ provider_id: id, ...(status && { status }) }}
      className={`num ${css.number}`}
      aria-label={t(label, { count, house: name })}
    >
      {count}
    </Link>
  );
}

type ResidentsProps = {
  house: ConversationsRow;
  number: number;
  /** Filter of the customer list; none for all residents. */
  status?: 'noConversation';
  label: 'reports.conversations.residentsOf' | 'reports.conversations.withoutOf';
};

function useColumns(): Record<(typeof standardActions)[number], Columns> {
  const t = useText();
  return useMemo(() => {
    const house: HouseColumn = {
      title: t('reports.conversations.col.house'),
      cell: (row) => <ProviderCell provider={row} />,
    };
    const outcomes = (action: (typeof standardActions)[number]): HouseColumn[] =>
      outcomesOf[action].map((outcome) => ({
        title: t(`evidence.conversations.${outcome}`),
        numeric: true,
        cell: (row) => <ReportNumber>{row[outcome]}</ReportNumber>,
      }));
    const residents: HouseColumn[] = [
      {
        title: t('reports.conversations.col.residents'),
        numeric: true,
        cell: (row) => (
          <Residents house={row} number={row.residents} label="reports.conversations.residentsOf" />
        ),
      },
      {
        title: t('reports.conversations.col.without'),
        numeric: true,
        cell: (row) => (
          <Residents
            house={row}
            number={row.without}
            status="noConversation"
            label="reports.conversations.withoutOf"
          />
        ),
      },
    ];
    return {
      // Both tables list the same houses in the same order, so only the first has a button for sorting.
      '3.1.6': [{ ...house, sort: 'name' }, ...residents, ...outcomes('3.1.6')],
      '5.7.2': [house, ...outcomes('5.7.2')],
    };
  }, [t]);
}
