import { useEffect } from 'react';

/** Where staff left the list of customers: its address, the scroll position, and the customer whose page they opened. */
type Place = { path: string; search: string; scroll: number; customerId: string };

let left: Place | undefined;

/** Keeps the place in the list while the page of a customer is open. Only in memory: it ends with the page. */
export function leaveList(customerId: string): void {
  left = { path: location.pathname, search: location.search, scroll: scrollY, customerId };
}

/** Whether this list was left for the page of a customer. */
export const wasLeft = (path: string): boolean => left?.path === path;

/** Returns the search parameters of the list as it was left; none for another list. */
export const listSearch = (path: string): Record<string, string> =>
  left?.path === path ? Object.fromEntries(new URLSearchParams(left.search)) : {};

/** Number of frames for which the row is awaited. */
const frames = 60;

/** Restores scroll position and focus when the list is shown again as it was left (S-74). `isReady`: it has its rows. */
export function useReturnToPlace(isReady: boolean): void {
  // After the effect of the page's title, which takes the focus of a new page.
  useEffect(() => {
    if (!isReady || !left || left.path !== location.pathname || left.search !== location.search)
      return undefined;
    const { customerId, scroll } = left;
    let frame = 0;
    let tries = 0;
    const attempt = () => {
      const link = document.querySelector<HTMLElement>(`a[data-customer="${CSS.escape(customerId)}"]`);
      if (!link && (tries += 1) < frames) frame = requestAnimationFrame(attempt);
      if (!link) return;
      left = undefined;
      scrollTo(0, scroll);
      link.focus({ preventScroll: true });
    };
    attempt();
    return () => cancelAnimationFrame(frame);
  }, [isReady]);
}
