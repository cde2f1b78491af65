import type { Language } from '../../domain/i18n/texts.ts';

/** How many rows stand in for those that come. */
const rows = 5;

const make = (tag: string, className: string, ...children: Node[]) => {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
};

/**
 * Draws the frame of a page with its title, where it will stand, until the page itself is there and takes its place. It has nothing
 * to press or to type into, and nothing of anyone.
 */
export function drawFrame(root: HTMLElement, title: string, language: Language): void {
  const heading = make('h1', '', document.createTextNode(title));
  const coming = make('div', 'coming', ...Array.from({ length: rows }, () => make('i', '')));
  coming.setAttribute('aria-hidden', 'true');
  const page = make('div', 'wrap', make('div', 'pagehead', make('div', '', heading)), coming);
  const main = make('main', 'main', page);
  main.setAttribute('aria-busy', 'true');
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en-AU';
  root.replaceChildren(make('header', 'bar'), make('div', 'frame', make('nav', 'side'), main));
}
