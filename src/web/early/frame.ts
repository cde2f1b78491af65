import type { Language } from '../../domain/i18n/texts.ts';
import { langOf } from '../app/language.ts';
import { make, makeBar } from './elements.ts';

const pathsOfStaff = /^\/(admin|provider|super-admin)\//;
const pathsOfCustomers =
  /^\/(dashboard|notifications|need-help|questionnaire|my-acp|care-plan|trusted-contacts|manage-file-access|my-health-record|account-and-billing|settings)(\/|$)/;

/** Whether the page of a signed-in person at this path has the bar. */
export const hasBar = (path: string): boolean => pathsOfStaff.test(path) || pathsOfCustomers.test(path);

/** Number of placeholder rows. */
const rows = 5;

/**
 * Draws the bar of a page, until the page itself replaces it. Returns a function that draws the rest of the frame: the title at
 * its final position, and placeholder rows, without personal data.
 */
export function drawBar(root: HTMLElement): (title: string, language: Language) => void {
  const bar = makeBar();
  if (pathsOfStaff.test(location.pathname)) bar.classList.add('dense');
  root.replaceChildren(bar);
  return (title, language) => {
    // The page is already shown.
    if (!bar.isConnected) return;
    const coming = make('div', 'coming', ...Array.from({ length: rows }, () => make('i', '')));
    coming.setAttribute('aria-hidden', 'true');
    const page = make('div', 'wrap', make('div', 'pagehead', make('div', '', make('h1', '', title))), coming);
    const main = make('main', 'main', page);
    main.setAttribute('aria-busy', 'true');
    document.documentElement.lang = langOf[language];
    root.append(make('div', 'frame dense', make('nav', 'side'), main));
  };
}
