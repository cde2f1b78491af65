import type { Narrative } from 'fhir/r4';
import { escapeMarkup } from '../../markup.ts';
import type { Language } from '../../i18n/texts.ts';
import type { Row, Section } from '../../questionnaire/reading/present.ts';

/** Returns a text for XHTML: escaped, with line breaks as elements. */
export const escaped = (text: string): string =>
  escapeMarkup(text).replace(/\r\n|[\n\r\u2028\u2029]/g, '<br/>');

/** Returns a paragraph, nothing for an empty text. */
export const paragraph = (text: string): string => (text.trim() === '' ? '' : `<p>${escaped(text)}</p>`);

export const boldParagraph = (text: string): string => `<p><b>${escaped(text)}</b></p>`;

const inLanguage = (language: Language, content: string): string =>
  `<div lang="${language}" xml:lang="${language}">${content}</div>`;

/** Returns XHTML in English, followed by the Chinese if there is any; then each is marked with its language. */
export const inBoth = (english: string, chinese: string | null): string =>
  chinese === null ? english : inLanguage('en', english) + inLanguage('zh', chinese);

/** Returns a narrative from XHTML. */
export const narrativeOf = (xhtml: string): Narrative => ({
  status: 'generated',
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${xhtml}</div>`,
});

/** Returns an answer with its question and its note, which are never apart. `noteLabel` is the title of the note. */
export function rowPart({ title, lines, note }: Row, noteTitle: (note: string) => string): string {
  const words = lines.map(paragraph).join('');
  const beside =
    note === undefined || note.trim() === ''
      ? ''
      : `<p><i>${escaped(noteTitle(note))}:</i> ${escaped(note)}</p>`;
  return `${boldParagraph(title)}${words}${beside}`;
}

/** Returns sections of a plan with their titles, and with the sentences that stand before the rows of a section. */
export const sectionParts = (
  sections: readonly Section[],
  noteTitle: (note: string) => string,
  introOf: (section: Section) => readonly string[],
): string =>
  sections
    .filter(({ rows }) => rows.length > 0)
    .map(
      (section) =>
        `<h3>${escaped(section.title)}</h3>${introOf(section).map(paragraph).join('')}${section.rows
          .map((row) => rowPart(row, noteTitle))
          .join('')}`,
    )
    .join('');
