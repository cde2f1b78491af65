/** Parsed HTML of the product: its elements, its attributes and its text. Nothing is executed. */
export type ReadMarkup = { elements: Set<string>; attributes: Map<string, Set<string>>; text: string };

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole);

/**
 * Reads markup as a browser's tokenizer does if attributes are quoted: a tag begins at `<` and a letter, and ends at the first
 * `>` outside quotes. The text of `style` elements is left out.
 */
export function readMarkup(html: string): ReadMarkup {
  const elements = new Set<string>();
  const attributes = new Map<string, Set<string>>();
  const shown = html.replace(/<style>[\s\S]*?<\/style>/g, '<style>').replace(/<!doctype html>/i, '');
  const text = shown.replace(
    /<(\/?)([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi,
    (_, closing: string, name: string, rest: string) => {
      elements.add(name.toLowerCase());
      if (!closing) {
        for (const [, attribute = '', , value = ''] of rest.matchAll(/([^\s=/]+)(\s*=\s*"([^"]*)")?/g)) {
          const values = attributes.get(attribute.toLowerCase()) ?? new Set();
          attributes.set(attribute.toLowerCase(), values.add(decoded(value)));
        }
      }
      return '';
    },
  );
  return { elements, attributes, text: decoded(text) };
}

/** Returns a text without white space, to find words regardless of their layout. */
export const compact = (text: string): string => text.replace(/\s/g, '');
