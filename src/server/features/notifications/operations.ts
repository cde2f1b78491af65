import * as z from 'zod/mini';
import type { Actor, Subject } from '../../../domain/access.ts';
import { operation } from '../../operation.ts';
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

/** What happened to one's own account and plan, newest first (API-08). */
export const recentActivities = operation({
  name: 'recentActivities',
  kind: 'read',
  input: z.strictObject({ limit: limitUpTo(20) }),
  access: { action: 'activities.read', subject: (_, { actor }) => own(actor) },
  run: async ({ input, subject, tx }) =>
    subject ? store.findActivities(tx, subject.ownerId, input.limit ?? activityPage) : [],
});
