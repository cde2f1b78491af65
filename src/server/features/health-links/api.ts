/** The exports for other features. */
export { readerLinksOf } from './copy-of-links.ts';
