import { notificationList } from '../../../domain/lists/definitions/notifications.ts';
import { builder } from '../../graphql/builder.ts';
import { EmailFrequency, NotificationFrequency } from '../../graphql/enums.ts';
import { pageArgs, pageType } from '../../graphql/page.ts';
import { ActivityRef } from './api.ts';
import * as operations from './operations.ts';
import type { NamedPerson, Notification, NotificationList } from './store.ts';
import { newNotifications, type NewNotifications } from './subscription/subscription.ts';
import type { NotificationSettings } from '../../../domain/accounts/notification-settings.ts';

const NamedPersonRef = builder.objectRef<NamedPerson>('NamedPerson').implement({
  description: 'A person whom a notification or an activity names.',
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
  }),
});

const NotificationRef = builder.objectRef<Notification>('Notification').implement({
  description: 'A notification of a person (ENT-11). Its words are the texts notification.<template>.*.',
  fields: (t) => ({
    id: t.exposeID('id'),
    template: t.exposeString('template'),
    metadata: t.expose('metadata', { type: 'JSON', description: 'Ids and numbers only.' }),
    receiver_id: t.exposeID('receiver_id'),
    user_id: t.exposeID('user_id', { nullable: true }),
    user: t.expose('user', { type: NamedPersonRef, nullable: true, description: 'Whom it is about.' }),
    actor: t.expose('actor', { type: NamedPersonRef, nullable: true, description: 'Who did it.' }),
    provider: t.exposeString('provider', { nullable: true, description: 'The name of the provider.' }),
    read: t.exposeBoolean('read'),
    created_at: t.expose('created_at', { type: 'DateTime' }),
  }),
});

const NotificationListRef = pageType<Notification, NotificationList>(
  'NotificationList',
  NotificationRef,
  (t) => ({
    unread: t.exposeInt('unread'),
  }),
);

const NewNotificationsRef = builder.objectRef<NewNotifications>('NewNotifications').implement({
  description: 'How things stand with the notifications of the person who listens (GAP-73).',
  fields: (t) => ({
    count: t.exposeInt('count'),
    unread: t.exposeInt('unread'),
    notification: t.expose('notification', {
      type: NotificationRef,
      nullable: true,
      description: 'The newest one.',
    }),
  }),
});

const MarkedRef = builder.objectRef<{ count: number }>('MarkedNotifications').implement({
  fields: (t) => ({ count: t.exposeInt('count', { description: 'How many were not read before.' }) }),
});

const ViewedRef = builder.objectRef<{ last_viewed_notifications: Date }>('ViewedNotifications').implement({
  fields: (t) => ({
    last_viewed_notifications: t.expose('last_viewed_notifications', { type: 'DateTime' }),
  }),
});

const SettingsRef = builder.objectRef<NotificationSettings>('NotificationSettings').implement({
  description: 'The notifications that a staff member has chosen (SET-04 to SET-06).',
  fields: (t) => ({
    new_customers: t.exposeBoolean('new_customers'),
    new_users: t.exposeBoolean('new_users'),
    acp_completed: t.exposeBoolean('acp_completed'),
    acp_updated: t.exposeBoolean('acp_updated'),
    frequency: t.expose('frequency', { type: NotificationFrequency }),
    email_frequency: t.expose('email_frequency', { type: EmailFrequency }),
  }),
});

ActivityRef.implement({
  description: 'A line of the recent-activity list (ENT-23).',
  fields: (t) => ({
    id: t.exposeID('id'),
    template: t.exposeString('template'),
    metadata: t.expose('metadata', { type: 'JSON' }),
    user_id: t.exposeID('user_id'),
    user: t.expose('user', { type: NamedPersonRef, description: 'Whose account and plan it is about.' }),
    actor: t.expose('actor', { type: NamedPersonRef, nullable: true, description: 'Who did it.' }),
    of_customer: t.exposeBoolean('of_customer', {
      description: 'Whether it is about a customer, who has a page.',
    }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
  }),
});

builder.queryFields((t) => ({
  getNotifications: t.field({
    type: NotificationListRef,
    args: pageArgs(notificationList),
    resolve: (_, args, context) => operations.getNotifications.call(context, args),
  }),
  recentActivities: t.field({
    type: [ActivityRef],
    args: { limit: t.arg.int() },
    resolve: (_, args, context) => operations.recentActivities.call(context, args),
  }),
  notificationSettings: t.field({
    type: SettingsRef,
    resolve: (_, __, context) => operations.notificationSettings.call(context, {}),
  }),
}));

builder.mutationFields((t) => ({
  updateNotification: t.field({
    type: NotificationRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => operations.updateNotification.call(context, args),
  }),
  updateAllNotifications: t.field({
    type: MarkedRef,
    args: { user_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => operations.updateAllNotifications.call(context, args),
  }),
  updateLastViewedNotifications: t.field({
    type: ViewedRef,
    resolve: (_, __, context) => operations.updateLastViewedNotifications.call(context, {}),
  }),
  updateNotificationSettings: t.field({
    type: SettingsRef,
    args: {
      new_customers: t.arg.boolean({ required: true }),
      new_users: t.arg.boolean({ required: true }),
      acp_completed: t.arg.boolean({ required: true }),
      acp_updated: t.arg.boolean({ required: true }),
      frequency: t.arg.string({ required: true }),
      email_frequency: t.arg.string({ required: true }),
    },
    resolve: (_, args, context) => operations.updateNotificationSettings.call(context, args),
  }),
}));

builder.subscriptionType({});

builder.subscriptionFields((t) => ({
  new_notifications: t.field({
    type: NewNotificationsRef,
    description: 'How things stand at once, and again after each change. Only over a web socket.',
    subscribe: (_, __, context) => newNotifications(context),
    resolve: (news) => news,
  }),
}));
