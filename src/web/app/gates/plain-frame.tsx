import type { ReactNode } from 'react';
import { Logo } from '../layout/logo.tsx';

/** The bar with the logo, and a page below it: the frame while the usual one is not loaded, or failed to load. */
export function PlainFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="bar">
        <Logo />
      </header>
      <main className="vis" id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
