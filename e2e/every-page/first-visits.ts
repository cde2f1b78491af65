import { visits, type Readers, type Visit } from './every-page.ts';

/** Identifies the content of a page regardless of the role: staff and customers share the settings pages, but not the dashboards. */
const contentOf = (who: string, { page, address }: Visit): string =>
  page === '/dashboard' ? `${who} ${page}` : (address ?? page).replace(/^\/(provider|admin)(?=\/)/, '');

/** Each page with the first role that opens it, for tests of parts that are the same for every role. */
export const firstVisits: Readonly<Record<string, Readers>> = (() => {
  const seen = new Set<string>();
  const isNew = (content: string) => !seen.has(content) && Boolean(seen.add(content));
  return Object.fromEntries(
    Object.entries(visits).map(([who, readers]) => {
      const pages = readers.pages.filter((visit) => isNew(contentOf(who, visit)));
      return [who, { ...readers, pages }];
    }),
  );
})();
