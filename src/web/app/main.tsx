import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { isAsRendered, TakeOver } from '../frames/take-over.tsx';
import './look/appearance.ts';
import './old-links/old-links.ts';
import '../ui/layers/shield.ts';
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
const loaded = router.load();
const soon = new Promise<void>((resolve) => setTimeout(resolve, defaultPendingMs));
const isFramed = isAsRendered(root, language());
const draw = () =>
  startTransition(() => {
    if (isFramed) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
void (isFramed ? loaded : Promise.race([loaded, soon])).then(draw, draw);
