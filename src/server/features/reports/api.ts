export { fillReports, nameEntries } from './rollup/fill.ts';
export { foldReportMonths } from './rollup/fold-months.ts';
