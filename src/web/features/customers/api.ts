/** Exports of customers for other features. */
export { TodayList } from './today/today-list.tsx';
