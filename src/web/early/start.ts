import { customersText } from '../../domain/lists/definitions/customers/customers-query.ts';
import { applyLook, keptLook } from '../app/look/look.ts';
import '../ui/styles/index.css';
import { askEarly } from './asked.ts';
import {
  customersTitle,
  firstCustomers,
  mayBeList,
  seesCustomers,
  spokenBy,
  type EarlyPerson,
} from './first-page.ts';
import { afterFirstFrame, showsFirstFrame } from './first-frame.ts';
import { drawBar } from './frame.ts';
import { sayNotLoaded } from './not-loaded.ts';
import { painted } from './painted.ts';
import { currentUserText } from './questions.ts';

async function personOf(response: Response): Promise<EarlyPerson | null> {
  const { data } = (await response.clone().json()) as { data?: { currentUser?: EarlyPerson | null } | null };
  return data?.currentUser ?? null;
}

/**
 * Sends requests while the rest of the script loads: reads the signed-in person, and for staff who open their list, reads it and
 * draws its frame. The page keeps full control: it uses the responses, and decides what is shown.
 */
async function start(draw: ReturnType<typeof drawBar> | undefined): Promise<void> {
  const answered = await askEarly({
    name: 'currentUser',
    text: currentUserText,
    variables: {},
    person: null,
  });
  const person = await personOf(answered);
  if (!person || !seesCustomers(location.pathname, person)) return;
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
  if (showsFirstFrame(root)) return afterFirstFrame(root);
  if (document.querySelector('meta[name="wattle-visitor"]')) return Promise.resolve();
  applyLook(keptLook());
  const isList = mayBeList(location.pathname) && root.childElementCount === 0;
  const draw = isList ? drawBar(root) : undefined;
  // The page repeats a request that fails here, and reports the failure.
  const titled = start(draw).catch(() => undefined);
  const late = new Promise((resolve) => setTimeout(resolve, titleWithinMs));
  // On a slow telephone the script takes a while to start, and nothing is painted meanwhile.
  return draw ? Promise.race([titled.then(painted), late]) : Promise.resolve();
}

const root = document.getElementById('root');
if (root)
  beginEarly(root)
    .then(loadPage)
    .catch(() => sayNotLoaded(root));
