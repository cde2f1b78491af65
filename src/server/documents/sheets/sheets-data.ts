import type { FooterPart } from '../page-marks.ts';
import { plainText, runsOf, type Coverage } from '../runs/text-runs.ts';
import type { SheetPart, SheetSection, SheetWords } from './sheet-sections.ts';

/** The emergency sheets of several people on paper, each on a page of its own. Text only, never interpreted as markup. */
export type SheetsDocument = {
  language: 'en';
  title: string;
  header: string;
  /** Says that some of the chosen people are not in the document; null if all are. */
  missing: string | null;
  people: { sections: SheetSection[] }[];
  footer: FooterPart[];
};

/** Returns the document as its template reads it: each text as runs of one font and one language. */
export function sheetsData(
  { title, header, missing, people, footer }: SheetsDocument,
  coverage: Coverage,
): Record<string, unknown> {
  const spoken = ({ text, language }: Omit<SheetWords, 'strong'>) => [
    { language: language === 'en' ? '' : language, lines: runsOf(text, language, coverage) },
  ];
  const english = (text: string) => spoken({ text, language: 'en' });
  const inRuns = (words: readonly SheetWords[]) =>
    words.map(({ strong, ...text }) => ({ strong, text: spoken(text) }));
  const partData = (part: SheetPart) => {
    if (part.part === 'list') return { part: part.part, items: part.items.map(inRuns) };
    if (part.part === 'row') return { part: part.part, cells: part.cells.map(inRuns) };
    return { part: part.part, words: inRuns(part.words) };
  };
  return {
    plainTitle: plainText(title, coverage),
    header: english(header),
    missing: missing === null ? [] : english(missing),
    people: people.map(({ sections }) => ({
      sections: sections.map(({ heavy, parts }) => ({ heavy, parts: parts.map(partData) })),
    })),
    footer: footer.map((item) => ('text' in item ? { text: english(item.text) } : item)),
  };
}
