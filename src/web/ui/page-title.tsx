import { useMatch } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';

let seen: string | undefined;

/** The name of a page in the browser: "Page - Wattle". */
export function documentTitle(page: string): string {
  return `${page} - Wattle`;
}

/**
 * The h1 of a page. It names the page in the browser, and takes focus after each navigation, so that screen readers
 * begin there. `browserTitle` is for a title that is not plain text, or that should not stand in the browser.
 */
export function PageTitle({
  browserTitle,
  children,
}: {
  browserTitle?: string | undefined;
  children: ReactNode;
}) {
  const element = useRef<HTMLHeadingElement>(null);
  // The path of the page that holds the title: the address changes while the page before still stands.
  const path = useMatch({ strict: false, select: (match) => match.pathname });
  const name = browserTitle ?? (typeof children === 'string' ? children : '');

  useEffect(() => {
    document.title = documentTitle(name);
  }, [name]);

  useEffect(() => {
    // The first page of a visit begins at the top as any page does.
    if (seen !== undefined && seen !== path) element.current?.focus({ preventScroll: true });
    seen = path;
  }, [path]);

  return (
    <h1 ref={element} tabIndex={-1}>
      {children}
    </h1>
  );
}
