import { percentOf } from '../../../../domain/reports/months.ts';
import { smallest } from '../../../../domain/reports/small-numbers.ts';
import { displayDate } from '../../../../domain/fields.ts';
import type { getCompanyReport } from '../company/operations.ts';
import type { getCompletionsReport } from '../completions/operations.ts';
import { dayOnPaper, monthOnPaper, numberOnPaper, type Content, type Words } from './paper.ts';

type Company = Awaited<ReturnType<typeof getCompanyReport.call>>;
type Completions = Awaited<ReturnType<typeof getCompletionsReport.call>>;

const shareOf = (complete: unknown, customers: unknown, { t }: Words): string => {
  const share =
    typeof complete === 'number' && typeof customers === 'number' ? percentOf(complete, customers) : null;
  return share === null ? t('common.noneValue') : String(share);
};

function companySentence({ customers, complete, before }: Company['summary'], words: Words): string {
  const { t } = words;
  if (customers === 0) return t('reports.company.resultNone');
  if (typeof customers !== 'number' || typeof complete !== 'number') return t('reports.company.resultHidden');
  const result = t('reports.company.result', {
    complete: numberOnPaper(complete, words),
    total: numberOnPaper(customers, words),
    percent: percentOf(complete, customers) ?? 0,
  });
  const earlier =
    typeof before.complete === 'number' && typeof before.customers === 'number'
      ? percentOf(before.complete, before.customers)
      : null;
  if (earlier === null) return result;
  return `${result} ${t('reports.company.before', { date: displayDate(before.month), percent: earlier })}`;
}

/** The content of the company report on paper. */
export function companyPaper({ summary, data }: Company, words: Words): Content {
  const { t } = words;
  const number = (value: Parameters<typeof numberOnPaper>[0]) => numberOnPaper(value, words);
  return {
    title: t('reports.company.title'),
    sentence: companySentence(summary, words),
    period: summary.period,
    tables: [
      {
        title: t('reports.company.byMonth'),
        head: [
          t('reports.company.col.month'),
          t('reports.company.col.complete'),
          t('reports.company.col.customers'),
          t('reports.company.col.completeShare'),
        ],
        rows: summary.months.map(({ month, complete, customers }) => [
          monthOnPaper(month, words),
          number(complete),
          number(customers),
          shareOf(complete, customers, words),
        ]),
        numbersFrom: 1,
      },
      {
        title: t('reports.company.caption'),
        head: [
          t('reports.company.col.provider'),
          t('reports.company.col.customers'),
          t('reports.company.col.complete'),
          t('reports.company.col.completeShare'),
          t('reports.company.col.drafts'),
          t('reports.company.col.users'),
          t('reports.company.col.trialEnd'),
        ],
        rows: data.map((row) => [
          row.name,
          number(row.customers),
          number(row.complete),
          shareOf(row.complete, row.customers, words),
          number(row.drafts),
          number(row.users),
          dayOnPaper(row.trial_end, words),
        ]),
        numbersFrom: 1,
      },
    ],
    notes: [
      t('reports.company.note'),
      ...(summary.names_shown ? [] : [t('reports.withheldNote', { min: smallest })]),
    ],
  };
}

const counts = ['completed', 'external', 'changed', 'started', 'drafts'] as const;
const waits = ['days_7', 'days_28', 'days_90', 'days_more'] as const;

/** The content of the report of completed plans on paper. */
export function completionsPaper({ summary, data }: Completions, words: Words): Content {
  const { t } = words;
  const { period, completed } = summary;
  const facts = {
    from: displayDate(period.from),
    to: displayDate(period.to),
    drafts: numberOnPaper(summary.drafts, words),
  };
  const numbers = (row: Readonly<Record<(typeof counts)[number], number>>) =>
    counts.map((name) => numberOnPaper(row[name], words));
  const heads = counts.map((name) => t(`reports.completions.col.${name}`));
  return {
    title: t('reports.completions.title'),
    sentence:
      completed === 0
        ? t('reports.completions.resultNone', facts)
        : t('reports.completions.result', { ...facts, count: completed }),
    period,
    tables: [
      {
        title: t('reports.completions.byMonth'),
        head: [t('reports.completions.col.month'), ...heads],
        rows: summary.months.map((month) => [monthOnPaper(month.month, words), ...numbers(month)]),
        numbersFrom: 1,
      },
      {
        title: t('reports.completions.waits'),
        head: [t('reports.completions.wait.col'), t('reports.completions.col.completed')],
        rows: waits.map((name) => [
          t(`reports.completions.wait.${name}`),
          numberOnPaper(summary[name], words),
        ]),
        numbersFrom: 1,
      },
      {
        title: t('reports.completions.byProvider'),
        head: [
          t('reports.completions.col.provider'),
          ...heads.slice(0, -1),
          t('reports.completions.inDraft'),
        ],
        rows: data.map((row) => [row.name, ...numbers(row)]),
        numbersFrom: 1,
      },
    ],
    notes: [t('reports.completions.note'), t('reports.completions.places'), t('reports.completions.begin')],
  };
}
