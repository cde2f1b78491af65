import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { framedPersonOf, isAsRendered, TakeOver } from '../frames/take-over.tsx';
import './look/appearance.ts';
import './old-links/old-links.ts';
import '../ui/layers/shield.ts';
import { showsFirstFrame } from '../early/first-frame.ts';
import { noteFrame } from '../ui/use-is-frame.ts';
import { noteFramedPerson, readSession } from './session.tsx';
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
// is rendered before, with a placeholder (`defaultPendingComponent`); a first frame that the server sent is shown until then.
const { defaultPendingMs } = router.options;
const firstAddress = location.pathname;
const loaded = router.load();
const soon = new Promise<void>((resolve) => setTimeout(resolve, defaultPendingMs));

/** Time for which a first frame waits for its page, in milliseconds. Then a placeholder replaces it, with the telephone number for help. */
const frameWaitMs = 10_000;

async function draw(place: HTMLElement): Promise<void> {
  if (showsFirstFrame(place)) {
    const tooLate = new Promise<void>((resolve) => setTimeout(resolve, frameWaitMs));
    await Promise.race([loaded, tooLate]).catch(() => undefined);
    if (router.state.status !== 'idle') return startTransition(() => createRoot(place).render(page));
    const user = await readSession().catch(() => null);
    const isAtFirstAddress = router.state.location.pathname === firstAddress;
    if (isAsRendered(place, { language: language(), user, isAtFirstAddress })) {
      noteFramedPerson(framedPersonOf(place) ?? 'visitor');
      noteFrame(true);
      return startTransition(() => void hydrateRoot(place, page));
    }
  } else await Promise.race([loaded, soon]).catch(() => undefined);
  return startTransition(() => createRoot(place).render(page));
}
void draw(root);
