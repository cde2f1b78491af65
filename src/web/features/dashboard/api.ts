/** Exports of the dashboard for other features. */
export { refreshRecentActivities } from './dashboard-api.ts';
