import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './look/appearance.ts';
import './old-links/old-links.ts';
import '../ui/layers/shield.ts';
import { router } from './router/routes.tsx';
import { SessionProvider } from './session.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for Wattle');

// A page from the browser's back/forward cache must not show data that was read before signing out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

const page = (
  <StrictMode>
    <SessionProvider>
      <RouterProvider router={router} />
    </SessionProvider>
  </StrictMode>
);

// Rendered once, when the data is loaded, and in short steps, so that a slow telephone stays responsive. A page that takes long
// is rendered before, with a placeholder (`defaultPendingComponent`).
const { defaultPendingMs } = router.options;
const soon = new Promise<void>((resolve) => setTimeout(resolve, defaultPendingMs));
const draw = () => startTransition(() => createRoot(root).render(page));
void Promise.race([router.load(), soon]).then(draw, draw);
