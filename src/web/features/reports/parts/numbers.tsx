import { smallest } from '../../../../domain/reports/small-numbers.ts';
import type { Translate } from '../../../../domain/i18n/texts.ts';
import { useText } from '../../../app/texts.tsx';

/** Whether the server left a number out to protect people (D-52). */
export const isHidden = (number: number): boolean => number < 0;

const digits = new Intl.NumberFormat('en-AU');

/** Formats a number, or the words in its place. */
export function numberWords(number: number, t: Translate): string {
  if (!isHidden(number)) return digits.format(number);
  return number === -1 ? t('reports.fewer', { min: smallest }) : t('reports.withheld');
}

/** A number of a report. */
export function ReportNumber({ children }: { children: number }) {
  return <span className="num">{numberWords(children, useText())}</span>;
}
