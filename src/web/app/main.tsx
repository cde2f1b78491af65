import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { isAsRendered, TakeOver } from '../frames/take-over.tsx';
import './look/appearance.ts';
import './old-links/old-links.ts';
import '../ui/layers/shield.ts';
import { showsFirstFrame } from '../early/first-frame.ts';
import { noteFrame } from '../frames/use-is-frame.ts';
import { noteFramedUser, readSession } from './session.tsx';
import { WholePage } from './router/whole-page.tsx';
import { router } from './router/routes.tsx';
import { language } from './texts.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for Wattle');

// A page from the browser's back/forward cache must not show data that was read before signing out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

const page = (
  <TakeOver root={root}>
    <WholePage />
  </TakeOver>
);

// Rendered once, when the data is loaded, and in short steps, so that a slow telephone stays responsive. A page that takes long
// is rendered before, with a placeholder (`defaultPendingComponent`); a first frame that the server sent is shown longer.
const firstAddress = location.pathname;
const isFramed = showsFirstFrame(root);
const loaded = router.load();
const waitMs = isFramed ? 10_000 : router.options.defaultPendingMs;
const late = new Promise<void>((resolve) => setTimeout(resolve, waitMs));

/** Whether the page is the frame that the server sent; then hydration renders it as this frame first. */
async function isTheFrame(place: HTMLElement): Promise<boolean> {
  if (!isFramed || router.state.status !== 'idle') return false;
  const user = await readSession();
  const framed = user && (await import('../frames/framed-person.ts'));
  const who = framed ? framed.frameFor(user) : 'visitor';
  const isThere = !user || router.state.location.pathname === firstAddress;
  if (!isThere || !isAsRendered(place, language(), who)) return false;
  noteFramedUser(framed && who ? framed.framedUsers[who] : null);
  noteFrame(true);
  return true;
}

async function draw(place: HTMLElement): Promise<void> {
  await Promise.race([loaded, late]).catch(() => undefined);
  const hydrates = await isTheFrame(place).catch(() => false);
  startTransition(() => {
    if (hydrates) hydrateRoot(place, page);
    else createRoot(place).render(page);
  });
}
void draw(root);
