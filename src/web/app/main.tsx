import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/styles/index.css';
import './appearance.ts';
import './old-links.ts';
import { router } from './router/routes.tsx';
import { SessionProvider } from './session.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for Wattle');

// Going back to a page that the browser kept must not show what was read before signing out.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

createRoot(root).render(
  <StrictMode>
    <SessionProvider>
      <RouterProvider router={router} />
    </SessionProvider>
  </StrictMode>,
);
