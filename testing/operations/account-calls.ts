import { randomUUID } from 'node:crypto';
import { defaultNotificationSettings } from '../../src/domain/accounts/notification-settings.ts';
import { testConsents } from '../consents.ts';

type Subject = { userId: string };

/** An image of one pixel. */
export const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * Operations on a person's own account (profile, consents, notifications, second step, sessions, deletion), and what the
 * platform's administrators and the jobs do with it: for each operation, the input of a call.
 */
export const accountCalls: Record<string, (subject: Subject) => unknown> = {
  passwordChangedAt: ({ userId }) => ({ id: userId }),
  updateLanguage: ({ userId }) => ({ id: userId, language: 'en' }),
  getNotifications: () => ({ offset: 0, limit: 10 }),
  recentActivities: () => ({ limit: 4 }),
  // Each person has a notification with their own id.
  updateNotification: ({ userId }) => ({ id: userId }),
  updateAllNotifications: ({ userId }) => ({ user_id: userId }),
  updateLastViewedNotifications: () => ({}),
  notificationSettings: () => ({}),
  updateNotificationSettings: () => defaultNotificationSettings,
  updateProfile: () => ({ postcode: '3000' }),
  updateDateFormat: () => ({ date_format: 'DD/MM/YY' }),
  updateCustomerColumns: () => ({ columns: ['room'] }),
  agreeToConsent: () => ({ document: 'eusa', version: testConsents.eusa }),
  declineConsent: () => ({ document: 'eusa' }),
  // Each person has a portrait and a data export under their own id; the portrait stays until it is changed.
  getPicture: ({ userId }) => ({ id: userId }),
  changePicture: () => ({ data_url: dot }),
  removePicture: () => ({}),
  dataExports: () => ({}),
  requestDataExport: () => ({ password: 'Wrong-horse-7' }),
  downloadDataExport: ({ userId }) => ({ id: userId }),
  finishDataExport: () => ({ id: randomUUID() }),
  requestDeletion: () => ({ confirm: 'DELETE', password: 'Wrong-horse-7' }),
  keepAccount: () => ({}),
  resetSecondStep: () => ({ email: 'a@b.example', reason: 'Ticket 1042, called back' }),
  changeEmail: () => ({ email: 'a@b.example', new_email: 'c@b.example', reason: 'Ticket 1042, called back' }),
  deleteAccount: ({ userId }) => ({ user_id: userId }),
  removeStaleSignUp: ({ userId }) => ({ user_id: userId }),
  secondStep: () => ({}),
  addSecondStepPhone: () => ({ phone: '0491 570 156', password: 'Wrong-horse-7' }),
  confirmSecondStepPhone: () => ({ session: 'none', code: '123456' }),
  removeSecondStepPhone: ({ userId }) => ({ id: userId, password: 'Wrong-horse-7' }),
  startSecondStepApp: () => ({ password: 'Wrong-horse-7' }),
  confirmSecondStepApp: () => ({ code: '123456' }),
  removeSecondStepApp: () => ({ password: 'Wrong-horse-7' }),
  newRecoveryCodes: () => ({ password: 'Wrong-horse-7' }),
  turnOffSecondStep: () => ({ password: 'Wrong-horse-7' }),
  changePassword: () => ({ current: 'Wrong-horse-7', password: 'Ferry-Lantern-7' }),
  sessions: () => ({}),
  endSession: ({ userId }) => ({ id: userId, password: 'Wrong-horse-7' }),
  endOtherSessions: () => ({ password: 'Wrong-horse-7' }),
};
