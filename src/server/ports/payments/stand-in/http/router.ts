import type { Handler } from './call.ts';

/** A route: GET reads, the other methods change data. `:name` matches one part of the path. */
export type Route = { method: 'GET' | 'POST' | 'DELETE'; path: string; run: Handler };

export type Match = { route: Route; path: Record<string, string> };

/** Finds the route of a request; null for none. */
export function createRouter(routes: readonly Route[]) {
  const known = routes.map((route) => ({ route, parts: route.path.split('/') }));
  return (method: string, pathname: string): Match | null => {
    const parts = pathname.split('/');
    for (const { route, parts: wanted } of known) {
      if (route.method !== method || wanted.length !== parts.length) continue;
      const path: Record<string, string> = {};
      const fits = wanted.every((part, at) => {
        const given = parts[at] ?? '';
        if (!part.startsWith(':')) return part === given;
        path[part.slice(1)] = given;
        return given !== '';
      });
      if (fits) return { route, path };
    }
    return null;
  };
}
