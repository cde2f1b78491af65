import type { Language } from '../../domain/i18n/texts.ts';
import type { FooterPart } from './page-marks.ts';

/** A table of a report. Columns from `numbersFrom` on are numbers, aligned to the right. */
export type ReportTable = {
  title: string;
  head: string[];
  rows: string[][];
  numbersFrom: number;
  /** The first column is a short name, and the second one has sentences. */
  narrowFirst?: true;
};

/** The content of a report on paper. Text only, never interpreted as markup. */
export type ReportDocument = {
  language: Language;
  title: string;
  /** Lines of the letterhead: the operator's name, ABN and address. */
  letterhead: string[];
  /** The period, the provider, who made it and when. */
  facts: { label: string; value: string }[];
  /** The sentence that answers the report's question. */
  sentence: string;
  tables: ReportTable[];
  notes: string[];
  footer: FooterPart[];
};
