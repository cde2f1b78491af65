import { first as en } from '../../domain/i18n/en/first.ts';
import { first as zh } from '../../domain/i18n/zh/first.ts';
import { firstLanguage, langOf } from '../app/language.ts';
import { telephoneHref } from '../../domain/i18n/site.ts';
import { site } from '../app/site.ts';
import { make, makeBar } from './elements.ts';
import { endFirstFrame, showsFirstFrame } from './first-frame.ts';

/**
 * Shows that the page could not be loaded, in the words of `FailedFrame` (src/web/app/gates), whose script failed to load. Shows
 * nothing if the page is already there.
 */
export function sayNotLoaded(root: HTMLElement): void {
  if (root.querySelector('#main') && !showsFirstFrame(root)) return;
  endFirstFrame(root);
  const language = firstLanguage();
  const t = { en, zh }[language];
  document.documentElement.lang = langOf[language];
  document.title = `${t['system.serverDown.title']} - ${t['common.appName']}`;
  const again = make('button', 'btn', t['common.tryAgain']);
  again.addEventListener('click', () => location.reload());
  const call = make('a', 'btn two', t['common.helpPhoneLine'].replace('{helpPhone}', site.helpPhone));
  call.setAttribute('href', telephoneHref(site.helpPhone));
  const message = make(
    'div',
    'message',
    make('h1', '', t['system.serverDown.title']),
    make('p', 'lead', t['system.serverDown.body']),
    make('div', 'acts', again, call),
  );
  root.replaceChildren(makeBar(), make('main', 'vis', message));
}
