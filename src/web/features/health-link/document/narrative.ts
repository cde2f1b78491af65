import type { Language } from '../../../../domain/i18n/texts.ts';

/** A line of the words of a document. A `title` is bold: a question, or a sentence that every reader needs. */
export type Line = { kind: 'heading' | 'title' | 'text' | 'note'; text: string };

/**
 * Returns the words of a document's XHTML in a language, or in the only language that it has. Only texts are taken from it, no
 * markup, so a document cannot bring anything else into the page.
 * @throws if it is not XHTML
 */
export function linesOf(xhtml: string, language: Language): Line[] {
  const parsed = new DOMParser().parseFromString(xhtml, 'application/xhtml+xml');
  const root = parsed.documentElement;
  if (root.localName !== 'div' || parsed.querySelector('parsererror')) throw new Error('not XHTML');
  const languages = [...root.children].filter(
    (each) => each.localName === 'div' && each.hasAttribute('lang'),
  );
  const chosen = languages.find((each) => each.getAttribute('lang') === language) ?? languages[0] ?? root;
  return [...chosen.children].map(lineOf).filter(({ text }) => text !== '');
}

function lineOf(element: Element): Line {
  const text = textIn(element).trim();
  if (element.localName === 'h3') return { kind: 'heading', text };
  const first = element.firstElementChild;
  if (first?.localName === 'i') return { kind: 'note', text };
  return { kind: first?.localName === 'b' && textIn(first).trim() === text ? 'title' : 'text', text };
}

const textIn = (node: Node): string =>
  [...node.childNodes]
    .map((child) =>
      child.nodeName.toLowerCase() === 'br'
        ? '\n'
        : child.nodeType === Node.TEXT_NODE
          ? (child.nodeValue ?? '')
          : textIn(child),
    )
    .join('');
