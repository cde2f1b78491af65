/** The exports for other features. */
export { isPublicHttps } from './connection/public-name.ts';
