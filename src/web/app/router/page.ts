import { lazyRouteComponent } from '@tanstack/react-router';
import type { TextFile } from '../../../domain/i18n/texts.ts';
import { loadTexts } from '../texts.tsx';

type PageModule = { Page: React.ComponentType; texts?: readonly TextFile[] };

/**
 * A page in its own chunk. `files` are the texts it is known to need, loaded beside the chunk;
 * a page may export `texts` for more.
 */
export function page(load: () => Promise<PageModule>, files: readonly TextFile[]) {
  return {
    component: lazyRouteComponent(load, 'Page'),
    loader: async () => {
      const [module] = await Promise.all([load(), loadTexts(files)]);
      if (module.texts) await loadTexts(module.texts);
    },
  };
}

/** Words in the address that a page reads; whatever else stands there is left alone. */
type PageSearch = { returnPath?: string; reason?: string; token?: string; email?: string };

export const pageSearch = (search: Record<string, unknown>): PageSearch & Record<string, unknown> => search;
