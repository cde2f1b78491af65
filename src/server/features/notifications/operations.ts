import * as z from 'zod/mini';
import { ownScopeOf, scopeOf } from '../../../domain/access/scope.ts';
import { emailFrequencies, frequencies } from '../../../domain/accounts/notification-settings.ts';
import { notificationList } from '../../../domain/lists/definitions/notifications.ts';
import { listInput } from '../../../domain/lists/list-input.ts';
import { queryOf } from '../../../domain/lists/query.ts';
import { operation } from '../../pipeline/operation.ts';
import { account, ownAccount } from '../../pipeline/subjects.ts';
import { findActivities } from './activities.ts';
import { sendRead } from './broadcast.ts';
import * as settings from './settings-store.ts';
import * as store from './store.ts';

/** Default number of activities, as on the dashboard of the source (DASH-17), and the maximum for one call. */
const activityPage = 4;
const largestActivityPage = 20;

/** Loads the caller's own notifications, newest first (API-23). */
export const getNotifications = operation({
  name: 'getNotifications',
  kind: 'read',
  input: listInput(notificationList),
  access: { action: 'notifications.read', subject: ownAccount },
  run: async ({ input, actor, tx }) =>
    store.findNotifications(tx, ownScopeOf(actor), queryOf(notificationList, input)),
});

/** Marks one of the caller's own notifications as read (API-25). Refuses with `not-found` when it belongs to another person. */
export const updateNotification = operation({
  name: 'updateNotification',
  kind: 'write',
  input: z.strictObject({ id: z.uuid() }),
  access: {
    action: 'notifications.update',
    subject: ({ id }, { tx, lock }) => store.findReceiver(tx, id, { lock }),
  },
  async run({ input, subject, tx }) {
    const notification = await store.markRead(tx, input.id);
    await sendRead(tx, subject.ownerId);
    return notification;
  },
});

/**
 * Marks all of the caller's own notifications as read, as opening the bell does (API-24, NOTIF-11). Returns how many were unread.
 */
export const updateAllNotifications = operation({
  name: 'updateAllNotifications',
  kind: 'write',
  input: z.strictObject({ user_id: z.uuid() }),
  access: { action: 'notifications.update', subject: ({ user_id }) => account(user_id) },
  async run({ subject, tx, auditDetails }) {
    const count = await store.markAllRead(tx, subject.ownerId);
    auditDetails({ count });
    if (count > 0) await sendRead(tx, subject.ownerId);
    return { count };
  },
});

/** Stores that the person opened the bell now (API-64, GAP-74). */
export const updateLastViewedNotifications = operation({
  name: 'updateLastViewedNotifications',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'notifications.update', subject: ownAccount },
  async run({ subject, tx, now }) {
    await store.setLastViewed(tx, subject.ownerId, now);
    return { last_viewed_notifications: now };
  },
});

/** Returns the notification settings of a staff member (SET-04 to SET-06). */
export const notificationSettings = operation({
  name: 'notificationSettings',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'settings.notifications', subject: ownAccount },
  run: ({ subject, tx }) => settings.findSettings(tx, subject.ownerId),
});

/** Changes the caller's own settings. All of them are sent, so that two open pages cannot mix them. */
export const updateNotificationSettings = operation({
  name: 'updateNotificationSettings',
  kind: 'write',
  input: z.strictObject({
    new_customers: z.boolean(),
    new_users: z.boolean(),
    acp_completed: z.boolean(),
    acp_updated: z.boolean(),
    frequency: z.enum(frequencies),
    email_frequency: z.enum(emailFrequencies),
  }),
  access: { action: 'settings.notifications', subject: ownAccount },
  async run({ input, subject, tx, now, auditDetails }) {
    await settings.saveSettings(tx, subject.ownerId, input, now);
    auditDetails({ ...input });
    return input;
  },
});

/**
 * Loads the latest activities, newest first (API-08, GAP-31): of the caller's own account and plan; for staff, of the people
 * under their provider; for the platform's staff, of all.
 */
export const recentActivities = operation({
  name: 'recentActivities',
  kind: 'read',
  input: z.strictObject({
    limit: z.optional(z.nullable(z.int().check(z.gte(1), z.lte(largestActivityPage)))),
  }),
  access: { action: 'activities.read', subject: ownAccount },
  run: async ({ input, actor, tx }) => findActivities(tx, scopeOf(actor), input.limit ?? activityPage),
});
