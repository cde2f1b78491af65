/** A part of the page footer. */
export type FooterPart = { text: string } | { count: 'page' | 'pages' };

/**
 * Placeholders for the page numbers, which only the typesetting knows. Text cannot contain them: control characters are removed
 * first.
 */
export const pageMarks = { page: '\u0001', pages: '\u0002' } as const;

/** Splits a line at the placeholders. */
export function footerParts(line: string): FooterPart[] {
  return line
    .split(new RegExp(`(${pageMarks.page}|${pageMarks.pages})`))
    .filter((part) => part !== '')
    .map((part) =>
      part === pageMarks.page
        ? { count: 'page' }
        : part === pageMarks.pages
          ? { count: 'pages' }
          : { text: part },
    );
}
