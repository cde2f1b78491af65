import type { ReactNode } from 'react';
import { Logo } from '../layout/logo.tsx';

/** The bar with the logo, and a page below it: the frame where the usual one is not there yet, or could not be loaded. */
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
