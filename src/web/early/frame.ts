import { first as en } from '../../domain/i18n/en/first.ts';
import type { Language } from '../../domain/i18n/texts.ts';
import drawings from '../ui/drawings/wattle.svg?no-inline';

/** How many rows stand in for those that come. */
const rows = 5;

const make = (tag: string, className: string, ...children: Node[]) => {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
};

const words = (text: string) => document.createTextNode(text);

function logo(): HTMLElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const [drawing, symbol] = [
    document.createElementNS(namespace, 'svg'),
    document.createElementNS(namespace, 'use'),
  ];
  drawing.setAttribute('viewBox', '0 0 40 40');
  drawing.setAttribute('aria-hidden', 'true');
  symbol.setAttribute('href', `${drawings}#logo`);
  drawing.append(symbol);
  const name = make('span', '', words(en['common.appName']));
  return make('div', 'logo', drawing, name);
}

/**
 * Draws the bar of a page with its logo, the same for everyone, until the page itself takes its place. Nothing there can be pressed or
 * typed into. Gives what draws the rest of the frame: the title where it will stand, and places of rows, with nothing of anyone.
 */
export function drawBar(root: HTMLElement): (title: string, language: Language) => void {
  const bar = make('header', 'bar', logo());
  root.replaceChildren(bar);
  return (title, language) => {
    // The page is there already.
    if (!bar.isConnected) return;
    const coming = make('div', 'coming', ...Array.from({ length: rows }, () => make('i', '')));
    coming.setAttribute('aria-hidden', 'true');
    const heading = make('h1', '', words(title));
    const page = make('div', 'wrap', make('div', 'pagehead', make('div', '', heading)), coming);
    const main = make('main', 'main', page);
    main.setAttribute('aria-busy', 'true');
    document.documentElement.lang = language === 'zh' ? 'zh-Hans' : 'en-AU';
    root.append(make('div', 'frame', make('nav', 'side'), main));
  };
}
