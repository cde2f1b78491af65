import {
  displayDate,
  longDate,
  melbourneDate,
  melbourneTime,
  type IsoDate,
} from '../../../../domain/fields.ts';
import type { Language, Translate } from '../../../../domain/i18n/texts.ts';
import { smallest, type ShownNumber } from '../../../../domain/reports/small-numbers.ts';
import { operatorNames } from '../../../config/operator-names.ts';
import { footerParts, pageMarks } from '../../../documents/page-marks.ts';
import type { ReportDocument, ReportTable } from '../../../documents/report-document.ts';
import type { Services } from '../../../pipeline/context.ts';

/** Rows of a report on paper; the file has all. */
export const rowsOnPaper = 200;

/** Language and texts of a paper. */
export type Words = { language: Language; t: Translate };

/** Content of a report's paper. */
export type Content = {
  title: string;
  sentence: string;
  period: { from: IsoDate; to: IsoDate } | null;
  /** The other filters of the page that are set, with their labels. */
  filters?: { label: string; value: string }[];
  tables: ReportTable[];
  notes: string[];
};

/** Author, time and provider of the paper. */
export type Made = { made_by: string; made_at: Date; provider: string | null };

const digits = new Intl.NumberFormat('en-AU');

/** Formats a number, or the words in its place. */
export function numberOnPaper(number: ShownNumber, { t }: Words): string {
  if (typeof number === 'number') return digits.format(number);
  return number === 'small' ? t('reports.fewer', { min: smallest }) : t('reports.withheld');
}

/** Formats a day of a table; `--` for none. */
export const dayOnPaper = (day: IsoDate | null, { t }: Words): string =>
  day === null ? t('common.noneValue') : displayDate(day);

/** Formats a month of a table. */
export const monthOnPaper = (month: IsoDate, { language }: Words): string =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-Hans-CN' : 'en-AU', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}T00:00:00Z`));

/** Puts the content of a report on the operator's letterhead, with the period, who made it and when. */
export function paperOf(
  { company }: Services['config'],
  content: Content,
  { made_by, made_at, provider }: Made,
  words: Words,
): ReportDocument {
  const { language, t } = words;
  const { companyName, companyAddress } = operatorNames(company, language);
  const long = (day: IsoDate) => longDate(day, language);
  const { period } = content;
  return {
    language,
    title: content.title,
    letterhead: [companyName, t('invoice.abn', { abn: company.abn }), companyAddress],
    facts: [
      {
        label: t('reports.pdf.period'),
        value:
          period === null
            ? t('reports.pdf.now')
            : t('reports.period', { from: long(period.from), to: long(period.to) }),
      },
      { label: t('reports.filter.provider'), value: provider ?? t('reports.filter.providerAll') },
      ...(content.filters ?? []),
      { label: t('reports.pdf.madeBy'), value: made_by },
      {
        label: t('reports.pdf.madeOn'),
        value: t('reports.pdf.moment', {
          date: long(melbourneDate(made_at)),
          time: melbourneTime(made_at),
        }),
      },
    ],
    sentence: content.sentence,
    tables: content.tables.filter(({ rows }) => rows.length > 0),
    notes: content.notes,
    footer: footerParts(t('invoice.page', pageMarks)),
  };
}
