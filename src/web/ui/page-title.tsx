import { useMatch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

let seen: string | undefined;
/** A title that had focus was removed, for example that of a loading page: the title that replaces it takes the focus. */
let orphaned = false;

/** Returns the title of a page in the browser: "Page - Wattle". */
export function documentTitle(page: string): string {
  return `${page} - Wattle`;
}

/**
 * The h1 of a page. It sets the title in the browser, and takes focus after each navigation, so that screen readers begin there.
 * `browserTitle` is for a title that is not plain text, or that should not be shown in the browser.
 */
export function PageTitle({
  browserTitle,
  describedBy,
  children,
}: {
  browserTitle?: string | undefined;
  /** Id of the element that screen readers read after the title, such as the number of a step. */
  describedBy?: string | undefined;
  children: ReactNode;
}) {
  const element = useRef<HTMLHeadingElement>(null);
  // Path of the page that contains the title: the address changes while the previous page is still shown.
  const path = useMatch({ strict: false, select: (match) => match.pathname });
  const name = browserTitle ?? (typeof children === 'string' ? children : '');

  useEffect(() => {
    document.title = documentTitle(name);
  }, [name]);

  useLayoutEffect(() => {
    const title = element.current;
    return () => {
      orphaned = title !== null && document.activeElement === title;
    };
  }, []);

  useEffect(() => {
    // The first page of a visit begins at the top, as usual.
    if (orphaned || (seen !== undefined && seen !== path)) element.current?.focus({ preventScroll: true });
    seen = path;
    orphaned = false;
  }, [path]);

  return (
    <h1 ref={element} tabIndex={-1} aria-describedby={describedBy}>
      {children}
    </h1>
  );
}
