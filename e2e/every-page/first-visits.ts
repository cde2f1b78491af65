import { visits, type Readers, type Visit } from './every-page.ts';

/** The content of a page whatever the role: the settings of staff and of customers are the same pages. The dashboards are not. */
const contentOf = (who: string, { page, address }: Visit): string =>
  page === '/dashboard' ? `${who} ${page}` : (address ?? page).replace(/^\/(provider|admin)(?=\/)/, '');

/** The pages by the first role that opens each: for tests of parts that look and work the same for every role. */
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
