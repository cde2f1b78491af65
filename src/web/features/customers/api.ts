/** Exports of customers for other features. */
export { TodayList } from './today/today-list.tsx';
export { customerPath, useCustomerPath, useIsAdminSide, useListPath } from './paths.ts';
export { change } from './actions/actions-api.ts';
export { staffOf } from './staff.ts';
