export { refreshRecentActivities, useRecentActivities, type Activity } from './recent-activities.ts';
export { messageText } from './wording/message-text.ts';
