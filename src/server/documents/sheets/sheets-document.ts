import { longDate, melbourneDate, melbourneTime } from '../../../domain/fields.ts';
import type { Translate } from '../../../domain/i18n/texts.ts';
import type { PlanPageOptions } from '../../pages/emergency/plan-page/page-parts.ts';
import { sheetsOnPaper } from '../../pages/emergency/staff-page.ts';
import { footerParts, pageMarks } from '../page-marks.ts';
import { sheetSections } from './sheet-sections.ts';
import type { SheetsDocument } from './sheets-data.ts';

type Sheets = {
  t: Translate;
  sheets: readonly PlanPageOptions[];
  /** The number of chosen people whom the reader may not see. */
  missing: number;
  printedAt: Date;
};

/**
 * Returns the document with the sheet of each person, in English, in the words of the sheet on the screen, and with long texts in full
 * where they are not too many: paper has no links.
 */
export function sheetsDocument({ t, sheets, missing, printedAt }: Sheets): SheetsDocument {
  const title = t('emergency.sheets.title', { count: sheets.length });
  const printed = {
    date: longDate(melbourneDate(printedAt), 'en'),
    time: melbourneTime(printedAt),
  };
  return {
    language: 'en',
    title,
    header: t('emergency.header'),
    missing: missing === 0 ? null : t('emergency.sheets.missing', { count: missing }),
    people: sheetsOnPaper(sheets).map((main) => ({ sections: sheetSections(main, 'en') })),
    footer: footerParts(t('emergency.sheets.footer', { title, ...printed, ...pageMarks })),
  };
}
