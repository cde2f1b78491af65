/** Words of a mail that an administrator may change: one line, and paragraphs with an empty line between them. */
export type MailWords = { subject: string; body: string };

/** Placeholder for the button of a mail: a paragraph of its own. */
export const buttonValue = 'button';

/** The names of the values in a text, such as `date` for `{date}`, each once, in order. */
export function valuesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))];
}

/** Names of values as they are typed, for a sentence: `{date}, {time}`. */
export function valueList(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ');
}

/** The paragraphs of a body. Line breaks inside a paragraph become spaces, as in any letter. */
export function paragraphsOf(body: string): string[] {
  return body
    .split(/\r?\n[^\S\n]*(?:\r?\n)+/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
}

/** Puts values into a text, once: what a value itself holds stays as it is. A name without a value stays too. */
export function fillValues(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** What the words of one mail must and may hold. */
export type MailValues = {
  /** All that there is a value for. */
  known: readonly string[];
  /** Those of the original subject and the original text, which must stay. */
  inSubject: readonly string[];
  inBody: readonly string[];
};

/** The values that a text should hold and does not. The button must stand alone in its paragraph, once. */
export function missingValues(text: string, required: readonly string[]): string[] {
  return required.filter((name) => {
    if (name !== buttonValue) return !text.includes(`{${name}}`);
    const sign = `{${buttonValue}}`;
    return text.split(sign).length !== 2 || !paragraphsOf(text).includes(sign);
  });
}
