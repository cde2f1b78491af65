import { lazyRouteComponent, redirect, type ParsedLocation } from '@tanstack/react-router';
import type { PageRule } from '../../../domain/menu/page.ts';
import { pages, type BuiltPath, type LeadingPath } from '../../../domain/menu/pages.ts';
import { loadTexts } from '../texts.tsx';
import { guardOf } from './guards.ts';
import { loadedBeside, pageComponents, type Params } from './page-components.ts';

/** Search parameters that a page reads; all others are left unchanged. */
type PageSearch = { returnPath?: string; reason?: string; email?: string };

const pageSearch = (search: Record<string, unknown>): PageSearch & Record<string, unknown> => search;

/** Returns the router options of a page of the table, except its path. */
export function pageOptions(path: BuiltPath) {
  const { for: audience, texts }: Pick<PageRule, 'for'> & Required<Pick<PageRule, 'texts'>> = pages[path];
  const load = pageComponents[path];
  return {
    validateSearch: pageSearch,
    beforeLoad: guardOf(audience),
    component: lazyRouteComponent(load, 'Page'),
    loader: async ({ params }: { params: Params }) => {
      const [{ loadPlace }] = await Promise.all([load(), loadTexts(texts), loadedBeside[path]?.()]);
      await loadPlace?.(params);
    },
  };
}

/** The same for an address that only redirects to another page. */
export function leadingOptions(path: LeadingPath) {
  const { for: audience, leadsTo }: Pick<PageRule, 'for'> & { leadsTo: string } = pages[path];
  const guard = guardOf(audience);
  return {
    beforeLoad: async (place: { location: ParsedLocation; search: { returnPath?: string } }) => {
      await guard(place);
      throw redirect({ href: leadsTo, replace: true });
    },
  };
}
