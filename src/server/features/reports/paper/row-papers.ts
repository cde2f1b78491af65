import { dollars } from '../../../../domain/billing/money.ts';
import { displayDate, melbourneDate, melbourneTime } from '../../../../domain/fields.ts';
import { fullName } from '../../../../domain/names.ts';
import type { getAuditReport } from '../audit/operations.ts';
import type { getCustomersReport } from '../customers/operations.ts';
import type { getSubscriptionsReport } from '../subscriptions/operations.ts';
import { dayOnPaper, numberOnPaper, type Content, type Words } from './paper.ts';

type Customers = Awaited<ReturnType<typeof getCustomersReport.call>>;
type Subscriptions = Awaited<ReturnType<typeof getSubscriptionsReport.call>>;
type Audit = Awaited<ReturnType<typeof getAuditReport.call>>;

const statuses = ['invited', 'active', 'suspended', 'archived'] as const;

/** The content of the report of customers on paper. */
export function customersPaper({ summary, data }: Customers, words: Words): Content {
  const { t } = words;
  const { customers, from, to } = summary;
  const none = t('common.noneValue');
  const number = (value: number) => numberOnPaper(value, words);
  const { invited, active, suspended, archived } = summary;
  return {
    title: t('reports.customers.title'),
    sentence:
      customers === 0
        ? t('reports.customers.resultNone')
        : t('reports.customers.result', {
            count: customers,
            invited: number(invited),
            active: number(active),
            suspended: number(suspended),
            archived: number(archived),
          }),
    period: from === null || to === null ? null : { from, to },
    tables: [
      {
        title: t('reports.customers.byStatus'),
        head: [t('reports.customers.col.status'), t('reports.customers.col.count')],
        rows: statuses.map((status) => [t(`reports.customers.status.${status}`), number(summary[status])]),
        numbersFrom: 1,
      },
      {
        title: t('reports.customers.caption'),
        head: [
          t('reports.customers.col.name'),
          t('reports.customers.col.provider'),
          t('reports.customers.col.status'),
          t('reports.customers.col.planStatus'),
          t('reports.customers.col.added'),
          t('reports.customers.col.signed'),
        ],
        rows: data.map((row) => [
          fullName(row) || none,
          row.provider ?? none,
          t(`reports.customers.status.${row.status}`),
          t(`reports.customers.plan.${row.plan}`),
          dayOnPaper(row.added_on, words),
          dayOnPaper(row.signed_on, words),
        ]),
        numbersFrom: 6,
      },
    ],
    notes: [
      from === null && to === null
        ? t('reports.customers.always')
        : t('reports.customers.months', {
            from: from === null ? t('reports.customers.beginning') : displayDate(from),
            to: to === null ? t('reports.customers.today') : displayDate(to),
          }),
    ],
  };
}

const counted = ['paid', 'pending', 'overdue'] as const;

export function subscriptionsPaper(
  { summary, data }: Subscriptions,
  withGst: boolean,
  words: Words,
): Content {
  const { t } = words;
  const { count, paid, pending, overdue, partner_fees } = summary;
  const number = (value: number) => numberOnPaper(value, words);
  const money = (cents: number) => dollars(cents, { exact: true });
  return {
    title: t('reports.subscriptions.title'),
    sentence:
      count === 0
        ? t('reports.subscriptions.resultNone')
        : t('reports.subscriptions.result', {
            count,
            paid: number(paid),
            pending: number(pending),
            overdue: number(overdue),
          }),
    period: null,
    tables: [
      {
        title: t('reports.subscriptions.byStatus'),
        head: [t('reports.subscriptions.col.status'), t('reports.subscriptions.count')],
        rows: counted.map((state) => [t(`reports.subscriptions.status.${state}`), number(summary[state])]),
        numbersFrom: 1,
      },
      {
        title: t('reports.subscriptions.caption'),
        head: [
          t('reports.subscriptions.col.payer'),
          t('reports.subscriptions.col.plan'),
          t('reports.subscriptions.col.status'),
          t('reports.subscriptions.col.next'),
          t('reports.subscriptions.col.fee'),
          t('reports.subscriptions.col.paid'),
          t('reports.subscriptions.col.open'),
        ],
        rows: data.map((row) => [
          row.payer,
          row.payment_plan,
          t(`reports.subscriptions.status.${row.status}`),
          dayOnPaper(row.next, words),
          money(row.fee),
          money(row.paid),
          money(row.open),
        ]),
        numbersFrom: 4,
      },
    ],
    notes: [
      t('reports.subscriptions.both'),
      ...(withGst ? [t('reports.subscriptions.gst')] : []),
      ...(partner_fees > 0 ? [t('reports.subscriptions.partnerFees', { amount: money(partner_fees) })] : []),
    ],
  };
}

function trailWords({ check }: Audit['summary'], helpPhone: string, words: Words): string {
  const { t } = words;
  if (check === null) return t('reports.audit.check.never');
  const when = `${displayDate(melbourneDate(check.checked_at))}, ${melbourneTime(check.checked_at)}`;
  return check.broken_chains === 0
    ? t('reports.audit.check.whole', { count: numberOnPaper(check.entries, words), when })
    : t('reports.audit.check.broken', { count: check.broken_chains, when, helpPhone });
}

/** Names the filters that are set. A person whom the caller does not see has no name. */
function auditFilters(
  { customer, person, event }: Audit['summary'],
  { user_id, actor_id }: Readonly<Record<string, unknown>>,
  { t }: Words,
): NonNullable<Content['filters']> {
  const none = t('common.noneValue');
  return [
    typeof user_id === 'string' && { label: t('reports.filter.customer'), value: customer ?? none },
    typeof actor_id === 'string' && { label: t('reports.filter.actor'), value: person ?? none },
    event !== null && { label: t('reports.filter.event'), value: t(`reports.event.${event}`) },
  ].filter((filter) => filter !== false);
}

/** Who was beside the customer, and where; null for anything that the customer or another person did alone. */
const besideWords = ({ beside, place }: { beside: string | null; place: string | null }, t: Words['t']) =>
  beside === null
    ? null
    : t('reports.audit.beside', {
        staff: beside || t('notification.part.someone'),
        place: place ?? t('common.noneValue'),
      });

/** The content of the audit report on paper. */
export function auditPaper(
  { summary, data }: Audit,
  asked: Readonly<Record<string, unknown>>,
  helpPhone: string,
  words: Words,
): Content {
  const { t } = words;
  const { entries, more, plans, people } = summary;
  const filters = auditFilters(summary, asked, words);
  const none = t('common.noneValue');
  const number = (value: number) => numberOnPaper(value, words);
  return {
    title: t('reports.audit.title'),
    sentence:
      entries === 0
        ? t(filters.length > 0 ? 'reports.audit.resultNoneOf' : 'reports.audit.resultNone')
        : more
          ? t('reports.audit.resultMany', { count: number(entries) })
          : t('reports.audit.result', { count: entries, plans: number(plans), people: number(people) }),
    period: summary.period,
    filters,
    tables: [
      {
        title: t('reports.audit.caption'),
        head: [
          t('reports.audit.col.time'),
          t('reports.audit.col.person'),
          t('reports.audit.col.event'),
          t('reports.audit.col.customer'),
        ],
        rows: data.map(({ at, person, by, event, customer, acting, organisation, beside, place }) => [
          `${displayDate(melbourneDate(at))}, ${melbourneTime(at)}`,
          [
            person ?? t(`reports.audit.by.${by}`),
            organisation,
            acting && t('reports.audit.actingAs'),
            besideWords({ beside, place }, t),
          ]
            .filter((words) => typeof words === 'string')
            .join(', '),
          t(`reports.event.${event}`),
          customer ?? none,
        ]),
        numbersFrom: 4,
      },
    ],
    notes: [`${t('reports.audit.check.title')} ${trailWords(summary, helpPhone, words)}`],
  };
}
