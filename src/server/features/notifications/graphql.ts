import { builder } from '../../graphql/builder.ts';
import { getNotifications, recentActivities } from './operations.ts';
import type { Activity, NamedPerson, Notification } from './store.ts';

const NamedPersonRef = builder.objectRef<NamedPerson>('NamedPerson').implement({
  description: 'Somebody whom a notification or an activity names.',
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
  }),
});

const NotificationRef = builder.objectRef<Notification>('Notification').implement({
  description:
    'Something a person is told about (ENT-11). Its words are the texts notification.<template>.*.',
  fields: (t) => ({
    id: t.exposeID('id'),
    template: t.exposeString('template'),
    metadata: t.expose('metadata', { type: 'JSON', description: 'Ids and numbers only.' }),
    receiver_id: t.exposeID('receiver_id'),
    user_id: t.exposeID('user_id', { nullable: true }),
    user: t.expose('user', { type: NamedPersonRef, nullable: true, description: 'Whom it is about.' }),
    read: t.exposeBoolean('read'),
    created_at: t.expose('created_at', { type: 'DateTime' }),
  }),
});

const NotificationList = builder
  .objectRef<{ count: number; unread: number; data: Notification[] }>('NotificationList')
  .implement({
    fields: (t) => ({
      count: t.exposeInt('count', { description: 'All of them, not only those in `data`.' }),
      unread: t.exposeInt('unread'),
      data: t.expose('data', { type: [NotificationRef] }),
    }),
  });

const ActivityRef = builder.objectRef<Activity>('RecentActivity').implement({
  description: 'A line of the recent-activity list (ENT-23).',
  fields: (t) => ({
    id: t.exposeID('id'),
    template: t.exposeString('template'),
    metadata: t.expose('metadata', { type: 'JSON' }),
    user_id: t.exposeID('user_id'),
    actor: t.expose('actor', { type: NamedPersonRef, nullable: true, description: 'Who did it.' }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
  }),
});

builder.queryFields((t) => ({
  getNotifications: t.field({
    type: NotificationList,
    args: { offset: t.arg.int(), limit: t.arg.int() },
    resolve: (_, args, context) => getNotifications.call(context, args),
  }),
  recentActivities: t.field({
    type: [ActivityRef],
    args: { limit: t.arg.int() },
    resolve: (_, args, context) => recentActivities.call(context, args),
  }),
}));
