import * as z from 'zod/mini';
import { scopeOf, type Actor, type Subject } from '../../../domain/access/access.ts';
import { emailFrequencies, frequencies } from '../../../domain/accounts/notification-settings.ts';
import { operation } from '../../pipeline/operation.ts';
import { findActivities } from './activities.ts';
import { tellRead } from './broadcast.ts';
import * as settings from './settings-store.ts';
import * as store from './store.ts';

const offset = z.optional(z.nullable(z.int().check(z.gte(0), z.lte(100_000))));
const limitUpTo = (most: number) => z.optional(z.nullable(z.int().check(z.gte(1), z.lte(most))));

/** The source's page size, and what its dashboard asks for (DASH-17). */
const notificationPage = 10;
const activityPage = 4;

const own = (actor: Actor): Subject => (actor.kind === 'person' ? { ownerId: actor.userId } : null);

/** One's own notifications, newest first (API-23). */
export const getNotifications = operation({
  name: 'getNotifications',
  kind: 'read',
  input: z.strictObject({ offset, limit: limitUpTo(50) }),
  access: { action: 'notifications.read', subject: (_, { actor }) => own(actor) },
  run: async ({ input, subject, tx }) => {
    const page = { offset: input.offset ?? 0, limit: input.limit ?? notificationPage };
    return subject ? store.findNotifications(tx, subject.ownerId, page) : { count: 0, unread: 0, data: [] };
  },
});

/** Marks one of one's own notifications read (API-25). Refuses with `not-found` where it is another person's. */
export const updateNotification = operation({
  name: 'updateNotification',
  kind: 'write',
  input: z.strictObject({ id: z.uuid() }),
  access: {
    action: 'notifications.update',
    subject: ({ id }, { tx }) => store.findReceiverForChange(tx, id),
  },
  async run({ input, subject, tx }) {
    const notification = await store.markRead(tx, input.id);
    if (subject) await tellRead(tx, subject.ownerId);
    return notification;
  },
});

/** Marks all of one's own notifications read, as opening the bell does (API-24, NOTIF-11). Gives how many were not. */
export const updateAllNotifications = operation({
  name: 'updateAllNotifications',
  kind: 'write',
  input: z.strictObject({ user_id: z.uuid() }),
  access: { action: 'notifications.update', subject: ({ user_id }) => ({ ownerId: user_id }) },
  async run({ subject, tx, note }) {
    const count = await store.markAllRead(tx, subject.ownerId);
    note({ count });
    if (count > 0) await tellRead(tx, subject.ownerId);
    return { count };
  },
});

/** Keeps that somebody opened the bell now (API-64, GAP-74). */
export const updateLastViewedNotifications = operation({
  name: 'updateLastViewedNotifications',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'notifications.update', subject: (_, { actor }) => own(actor) },
  async run({ subject, tx, now }) {
    if (subject) await store.setLastViewed(tx, subject.ownerId, now);
    return { last_viewed_notifications: now };
  },
});

/** What somebody of the staff wants to be told (SET-04 to SET-06). */
export const notificationSettings = operation({
  name: 'notificationSettings',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'settings.notifications', subject: (_, { actor }) => own(actor) },
  run: async ({ actor, tx }) => settings.findSettings(tx, actor.kind === 'person' ? actor.userId : ''),
});

/** Changes one's own settings. All of them are sent, so that two pages open at once cannot mix them. */
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
  access: { action: 'settings.notifications', subject: (_, { actor }) => own(actor) },
  async run({ input, subject, tx, now, note }) {
    if (subject) await settings.saveSettings(tx, subject.ownerId, input, now);
    note({ ...input });
    return input;
  },
});

/**
 * What happened last, newest first (API-08, GAP-31): to one's own account and plan; for staff, to those of the people under
 * their provider; for those who run the platform, to all.
 */
export const recentActivities = operation({
  name: 'recentActivities',
  kind: 'read',
  input: z.strictObject({ limit: limitUpTo(20) }),
  access: { action: 'activities.read', subject: (_, { actor }) => own(actor) },
  run: async ({ input, actor, tx }) => findActivities(tx, scopeOf(actor), input.limit ?? activityPage),
});
