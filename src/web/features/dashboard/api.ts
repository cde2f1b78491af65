/** What the dashboard shows other features. */
export { refreshRecentActivities } from './dashboard-api.ts';
