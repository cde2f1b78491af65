/** Text of a mail that an administrator may change: one line, and paragraphs with an empty line between them. */
export type MailWords = { subject: string; body: string };

/** Placeholder for the button of a mail: a paragraph of its own. */
export const buttonValue = 'button';

/** Returns the names of the values in a text, such as `date` for `{date}`, each once, in order. */
export function valuesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))];
}

/** Returns names of values as typed, for a sentence: `{date}, {time}`. */
export function valueList(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(', ');
}

/** Returns the paragraphs of a body. Line breaks inside a paragraph become spaces, as in any letter. */
export function paragraphsOf(body: string): string[] {
  return body
    .split(/\r?\n[^\S\n]*(?:\r?\n)+/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
}

/** Inserts values into a text, once: the content of a value stays unchanged. A name without a value stays too. */
export function fillValues(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** Required and allowed values of the text of one mail. */
export type MailValues = {
  /** All known values. */
  known: readonly string[];
  /** Values of the original subject and the original text, which must stay. */
  inSubject: readonly string[];
  inBody: readonly string[];
};

/** Returns the required values that a text does not contain. The button must be alone in its paragraph, once. */
export function missingValues(text: string, required: readonly string[]): string[] {
  return required.filter((name) => {
    if (name !== buttonValue) return !text.includes(`{${name}}`);
    const sign = `{${buttonValue}}`;
    return text.split(sign).length !== 2 || !paragraphsOf(text).includes(sign);
  });
}
