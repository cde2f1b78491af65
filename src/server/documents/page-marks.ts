/** A part of the line at the foot of each page. */
export type FooterPart = { text: string } | { count: 'page' | 'pages' };

/**
 * Marks for the numbers that only the typesetting knows. No text can hold them: control characters are taken
 * out first.
 */
export const pageMarks = { page: '\u0001', pages: '\u0002' } as const;

/** Cuts a line that holds the marks. */
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
