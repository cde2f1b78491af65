import { applyLook, keptLook } from '../app/look.ts';
import { askEarly } from './asked.ts';
import { customersTitle, firstCustomers, seesCustomers, spokenBy, type EarlyPerson } from './first-page.ts';
import { drawFrame } from './frame.ts';
import { currentUserText, customersText } from './questions.ts';

/**
 * Begins what needs the server while the rest of the script is on its way: asks who is signed in, and for staff who open their list
 * asks for it and draws its frame. All of it again stays with the page: it takes the answers, and decides what is shown.
 */
async function start(): Promise<void> {
  const answered = await askEarly({
    name: 'currentUser',
    text: currentUserText,
    variables: {},
    person: null,
  });
  const { data } = (await answered.clone().json()) as { data?: { currentUser?: EarlyPerson | null } | null };
  const person = data?.currentUser;
  if (!person || !seesCustomers(location.pathname, person)) return;
  if (location.search === '')
    askEarly({
      name: 'getCustomers',
      text: customersText,
      variables: firstCustomers,
      person: person.id,
    }).catch(() => undefined);
  const title = await customersTitle(person);
  const root = document.getElementById('root');
  if (root?.childElementCount === 0) drawFrame(root, title, spokenBy(person.language));
}

// What fails here is asked for again by the page, which says so.
if (!document.querySelector('meta[name="wattle-visitor"]')) {
  applyLook(keptLook());
  start().catch(() => undefined);
}
