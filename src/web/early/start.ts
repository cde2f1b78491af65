import { customersText } from '../../domain/lists/definitions/customers/customers-query.ts';
import { applyLook, keptLook } from '../app/look/look.ts';
import { site } from '../app/site.ts';
import '../ui/styles/index.css';
import { askEarly } from './asked.ts';
import {
  customersTitle,
  firstCustomers,
  mayBeList,
  seesPageAtOnce,
  seesCustomers,
  spokenBy,
  type EarlyPerson,
} from './first-page.ts';
import { afterFirstFrame, showsFirstFrame } from './first-frame.ts';
import { drawBar, hasBar } from './frame.ts';
import { sayNotLoaded } from './not-loaded.ts';
import { painted } from './painted.ts';
import type * as PlanQuestions from './plan-questions.ts';
import { currentUserText } from './questions.ts';

async function personOf(response: Response): Promise<EarlyPerson | null> {
  const { data } = (await response.clone().json()) as { data?: { currentUser?: EarlyPerson | null } | null };
  return data?.currentUser ?? null;
}

/** Sends what the page of a customer will ask first. */
async function askPage({ id, acps }: EarlyPerson, loading: Promise<typeof PlanQuestions>): Promise<void> {
  const { definition } = site;
  if (definition === undefined) return;
  const { questionsAt } = await loading;
  const hasSigned = acps.some(({ status }) => status === 'complete');
  for (const { text, variables } of questionsAt(location.pathname, { id, hasSigned, definition }))
    askEarly({ name: /query (\w+)/.exec(text)?.[1], text, variables, person: id }).catch(() => undefined);
}

/**
 * Sends requests while the rest of the script loads: reads the signed-in person, then what a customer's page shows, or for staff who open
 * their list, this list, and draws its frame. The page keeps full control: it uses the responses, and decides what is shown.
 */
async function start(draw?: ReturnType<typeof drawBar>): Promise<void> {
  const questions = import('./plan-questions.ts');
  // Staff do not need it.
  questions.catch(() => undefined);
  const answered = await askEarly({
    name: 'currentUser',
    text: currentUserText,
    variables: {},
    person: null,
  });
  const person = await personOf(answered);
  if (!person) return;
  if (seesPageAtOnce(person)) await askPage(person, questions);
  if (!seesCustomers(location.pathname, person)) return;
  if (location.search === '')
    askEarly({
      name: 'getCustomers',
      text: customersText,
      variables: firstCustomers,
      person: person.id,
    }).catch(() => undefined);
  draw?.(customersTitle(person), spokenBy(person.language));
}

/** Loads and starts the page: first the part that renders, then the rest, so that no step blocks a slow telephone for long. */
async function loadPage(): Promise<void> {
  await import('react-dom/client');
  await new Promise((resolve) => setTimeout(resolve));
  await import('../app/main.tsx');
}

/** Time for which the rest of the script waits for the title, in milliseconds. */
const titleWithinMs = 150;

/** Draws what comes before the page, if the server did not. Resolves when the page may start. */
function beginEarly(root: HTMLElement): Promise<unknown> {
  if (showsFirstFrame(root)) {
    // The page repeats a request that fails here, and reports the failure.
    if (root.dataset['framedPerson'] !== 'visitor') start().catch(() => undefined);
    return afterFirstFrame(root);
  }
  if (document.querySelector('meta[name="wattle-visitor"]')) return Promise.resolve();
  applyLook(keptLook());
  const drawTitle = hasBar(location.pathname) && root.childElementCount === 0 ? drawBar(root) : undefined;
  const draw = mayBeList(location.pathname) ? drawTitle : undefined;
  const titled = start(draw).catch(() => undefined);
  const late = new Promise((resolve) => setTimeout(resolve, titleWithinMs));
  // On a slow telephone the script takes a while to start, and nothing is painted meanwhile.
  return Promise.race([draw ? titled.then(painted) : painted(), late]);
}

function begin(): void {
  const root = document.getElementById('root');
  if (root)
    beginEarly(root)
      .then(loadPage)
      .catch(() => sayNotLoaded(root));
}

// On a page with a session this script is asynchronous: the first frame may not have arrived when it runs.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin, { once: true });
else begin();
