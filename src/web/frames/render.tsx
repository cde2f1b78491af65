import { createMemoryHistory } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import type { Language } from '../../domain/i18n/texts.ts';
import type { FramedPerson } from '../../domain/menu/framed-people.ts';
import { WholePage } from '../app/router/whole-page.tsx';
import { router } from '../app/router/routes.tsx';
import { noteFramedUser } from '../app/session.tsx';
import { changeLanguage } from '../app/texts.tsx';
import { framedUsers } from './framed-person.ts';

/** Renders a page as a person sees it first. It can be called only once: the router loads a second page only after the first is mounted. */
export async function renderFrame(path: string, language: Language, who: FramedPerson): Promise<string> {
  noteFramedUser(framedUsers[who]);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  await changeLanguage(language);
  return renderToString(<WholePage />);
}
