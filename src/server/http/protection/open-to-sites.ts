import { documentPath, manifestPath } from '../../../domain/health-links/health-link.ts';

/** True for the path of one of the two routes that every site may call, with a link as the only credential. */
export const isOpenToSites = (routePath: string): boolean =>
  [manifestPath, documentPath].some((start) => routePath.startsWith(start));
