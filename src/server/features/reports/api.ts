export { fillReports, nameEntries } from './rollup/fill.ts';
export { readMonths } from './rollup/read-months.ts';
export { foldReportMonths } from './rollup/fold-months.ts';
