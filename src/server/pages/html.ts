import { escapeMarkup } from '../../domain/markup.ts';

/** Markup that is safe to send: every value in it was escaped, or is a constant of this program. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** A value in an `html` template. Null, undefined and false print nothing. */
export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[];

// Stored texts may contain control characters, for example from before they were refused. Some reverse the reading direction, so
// that a page shows other words than the stored ones.
const disguises = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF]/g;

/** One test for everything that `escaped` changes: most texts contain none of it. */
const mendable =
  /[&<>"'\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uD800-\uDFFF\uFEFF]/;

function escaped(text: string): string {
  if (!mendable.test(text)) return text;
  return escapeMarkup(text.toWellFormed().replace(disguises, ''));
}

function print(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.map(print).join('');
  return escaped(String(value));
}

/**
 * Template tag for HTML. Every value is text and is escaped, in element content and in quoted attributes; only other `html`
 * results are markup. Attributes must be quoted. Control and direction-changing characters are removed.
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(parts.reduce((page, part, index) => page + print(values[index - 1]) + part));
}

/** Returns markup of this program itself, such as its style sheet. Never for user input. */
export function raw(constant: string): Html {
  return new Html(constant);
}
