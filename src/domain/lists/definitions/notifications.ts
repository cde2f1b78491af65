import { defineList } from '../list.ts';

/** A person's notifications, newest first (NOTIF-01). */
export const notificationList = defineList({
  name: 'notifications',
  filters: {},
  defaultSort: { by: 'created_at', direction: 'desc' },
});
