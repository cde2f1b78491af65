/** Exports of duplicate records for other features. */
export { DuplicatesLink } from './duplicates-link.tsx';
export { DuplicateNotices } from './notices/duplicate-notices.tsx';
export { EarlierRecords } from './notices/earlier-records.tsx';
