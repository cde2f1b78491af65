import { first as en } from '../../domain/i18n/en/first.ts';
import drawings from '../ui/drawings/wattle.svg?no-inline';

/** Creates an element with its children. */
export function make(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

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
  return make('div', 'logo', drawing, make('span', '', en['common.appName']));
}

/** Creates the bar with the logo, the same for everyone, without controls. */
export const makeBar = (): HTMLElement => make('header', 'bar', logo());
