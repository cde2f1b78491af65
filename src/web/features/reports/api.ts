/** Exports of reports for other features. */
export { monthName } from './parts/month-name.ts';
