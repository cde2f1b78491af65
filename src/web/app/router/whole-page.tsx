import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, type ReactNode } from 'react';
import { router } from './routes.tsx';
import { SessionProvider } from '../session.tsx';

/** The whole page, as the browser and the build (src/web/frames) render it. */
export function WholePage(): ReactNode {
  return (
    <StrictMode>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </StrictMode>
  );
}
