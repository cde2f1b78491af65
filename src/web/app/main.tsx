import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/styles/index.css';
import './appearance.ts';
import { router } from './routes.tsx';
import { SessionProvider } from './session.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for Wattle');

createRoot(root).render(
  <StrictMode>
    <SessionProvider>
      <RouterProvider router={router} />
    </SessionProvider>
  </StrictMode>,
);
