import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { melbourneTime } from '../../../domain/fields.ts';
import { auditReport } from '../../../domain/reports/report-lists.ts';
import { planEvents, type PlanEvent } from '../../../domain/reports/audit-events.ts';
import { oneOf } from '../../api/one-of.ts';
import { mapRead } from '../../api/use-read.ts';
import { useShortDate } from '../../app/dates.ts';
import { site } from '../../app/site.ts';
import { useText } from '../../app/texts.tsx';
import { useIsPlatform } from '../../app/use-is-platform.ts';
import { ListTable, type Column } from '../../lists/list-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { findCustomers, findStaff } from './parts/find-people.ts';
import { findVisible } from './parts/find-providers.ts';
import { numberWords } from './parts/numbers.tsx';
import { ReportPage, Sentence } from './parts/report-page.tsx';
import { useAuditReport, type AuditReport, type AuditRow } from './rows-api.ts';
import css from './parts/reports.module.css';
import { useReportFilters } from './parts/use-report-filters.ts';

type AuditColumn = Column<typeof auditReport, AuditRow>;

const doers = ['owner', 'staff', 'contact', 'card', 'clinical', 'system'] as const;
const roles = ['provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin'] as const;

const pageOf = ({ getAuditReport: report }: { getAuditReport: AuditReport }) => ({
  ...report,
  isExact: report.count_is_exact,
});

/** Who opened or changed which plan, and when (REP-01, REP-02, GAP-114). */
export function Page() {
  const t = useText();
  const state = useList(auditReport);
  const read = useAuditReport(state.request);
  const filters = useAuditFilters(state.request.filters.provider_id);
  const columns = useColumns();
  const report = read.data?.getAuditReport;
  return (
    <ReportPage
      title={t('reports.audit.title')}
      lead={t('reports.audit.lead')}
      state={state}
      read={mapRead(read, pageOf)}
      filters={filters}
      none={
        <>
          <Sentence>{t('reports.audit.resultNone')}</Sentence>
          {report && <Check check={report.summary.check} />}
        </>
      }
      namesPeople
      hasEvidence
    >
      {(rows) => (
        <>
          {report && <Summary summary={report.summary} />}
          <ListTable
            state={state}
            caption={t('reports.audit.caption')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        </>
      )}
    </ReportPage>
  );
}

function useAuditFilters(provider: string | null) {
  const t = useText();
  const common = useReportFilters(findVisible, provider);
  return useMemo(
    () => ({
      ...common,
      user_id: {
        label: t('reports.filter.customer'),
        all: t('reports.filter.customerAll'),
        find: findCustomers,
      },
      actor_id: { label: t('reports.filter.actor'), all: t('reports.filter.actorAll'), find: findStaff },
      event: {
        label: t('reports.filter.event'),
        all: t('reports.filter.eventAll'),
        values: Object.fromEntries(planEvents.map((event) => [event, t(`reports.event.${event}`)])) as Record<
          PlanEvent,
          string
        >,
      },
    }),
    [common, t],
  );
}

function Summary({ summary }: { summary: AuditReport['summary'] }) {
  const t = useText();
  const shortDate = useShortDate();
  const { entries, more, plans, people, period, check } = summary;
  return (
    <>
      <Sentence>
        {more
          ? t('reports.audit.resultMany', { count: numberWords(entries, t) })
          : t('reports.audit.result', {
              count: entries,
              plans: numberWords(plans, t),
              people: numberWords(people, t),
            })}{' '}
        {t('reports.period', { from: shortDate(period.from), to: shortDate(period.to) })}
      </Sentence>
      <Check check={check} />
    </>
  );
}

/** Whether the whole trail fits together, by its last check. */
function Check({ check }: { check: AuditReport['summary']['check'] }) {
  const t = useText();
  const shortDate = useShortDate();
  const words = () => {
    if (check === null) return t('reports.audit.check.never');
    const when = `${shortDate(check.checked_at)}, ${melbourneTime(new Date(check.checked_at))}`;
    return check.broken_chains === 0
      ? t('reports.audit.check.whole', { count: numberWords(check.entries, t), when })
      : t('reports.audit.check.broken', { count: check.broken_chains, when, helpPhone: site.helpPhone });
  };
  return (
    <section className={css.check}>
      <h2>{t('reports.audit.check.title')}</h2>
      <p className={check !== null && check.broken_chains > 0 ? 'err' : undefined}>{words()}</p>
    </section>
  );
}

function Who({ row: { by, person, role, organisation, acting, beside, place } }: { row: AuditRow }) {
  const t = useText();
  const kind = oneOf(doers, by);
  const notes = [
    role !== null && t(`reports.audit.role.${oneOf(roles, role)}`),
    organisation,
    kind === 'contact' && person !== null && t('reports.audit.contact'),
    kind === 'clinical' && person !== null && t('reports.audit.clinical'),
    acting && t('reports.audit.actingAs'),
    beside !== null &&
      t('reports.audit.beside', {
        staff: beside || t('notification.part.someone'),
        place: place ?? t('common.noneValue'),
      }),
  ].filter((note) => typeof note === 'string');
  return (
    <div className={css.name}>
      {person === null ? t(`reports.audit.by.${kind}`) : <OwnWords>{person}</OwnWords>}
      {notes.length > 0 && <small>{notes.join(' · ')}</small>}
    </div>
  );
}

function useColumns(): [AuditColumn, ...AuditColumn[]] {
  const t = useText();
  const shortDate = useShortDate();
  const isPlatform = useIsPlatform();
  return useMemo(
    () => [
      {
        title: t('reports.audit.col.time'),
        sort: 'at',
        cell: ({ at, entry }) => (
          <div className={css.time}>
            <span className="num">
              {shortDate(at)}, {melbourneTime(new Date(at))}
            </span>
            <small>{t('reports.audit.entry', { entry })}</small>
          </div>
        ),
      },
      { title: t('reports.audit.col.person'), cell: (row) => <Who row={row} /> },
      {
        title: t('reports.audit.col.event'),
        cell: ({ event, plan_version }) => (
          <div className={css.name}>
            {t(`reports.event.${oneOf(planEvents, event)}`)}
            {plan_version !== null && <small>{t('reports.audit.version', { version: plan_version })}</small>}
          </div>
        ),
      },
      {
        title: t('reports.audit.col.customer'),
        cell: ({ customer, customer_id, customer_user_id }) => (
          <div className={css.name}>
            <Link
              to={isPlatform ? '/admin/customers/$customerId' : '/provider/customers/$customerId'}
              params={{ customerId: customer_user_id }}
            >
              <OwnWords>{customer ?? t('common.noneValue')}</OwnWords>
            </Link>
            {customer_id !== null && <small>{customer_id}</small>}
          </div>
        ),
      },
    ],
    [t, shortDate, isPlatform],
  );
}
