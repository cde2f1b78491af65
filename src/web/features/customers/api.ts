/** Exports of customers for other features. */
export { TodayList } from './today/today-list.tsx';
export { customerPath, type CustomerPath } from './paths.ts';
export { staffOf } from './staff.ts';
