import { randomUUID } from 'node:crypto';
import { defaultNotificationSettings } from '../src/domain/accounts/notification-settings.ts';
import { testConsents } from './consents.ts';

/** What a call is about: the ids of one person, and of what is theirs. */
export type Subject = {
  userId: string;
  acpId: string;
  shareId: string;
  providerId: string;
  logoId: string;
  /** A contact who may do what each call asks for, made again for each. */
  contactId: string;
};

/** For each operation, the input of a call about one person. */
export const operationCalls: Record<string, (subject: Subject) => unknown> = {
  getActiveAcps: ({ acpId }) => ({ id: acpId }),
  getActiveAcpsByUserId: ({ userId }) => ({ user_id: userId }),
  getRevisionAcps: ({ userId }) => ({ user_id: userId }),
  getRevisionAcp: ({ userId }) => ({ user_id: userId, plan_version: 1 }),
  updateAnswers: ({ acpId }) => ({ id: acpId, answers: { firstName: 'Ann' }, status: 'draft', version: 0 }),
  'user.medicare_last3': ({ userId }) => ({ user_id: userId }),
  'user.has_medicare': ({ userId }) => ({ user_id: userId }),
  acting: ({ userId }) => ({ id: userId }),
  passwordChangedAt: ({ userId }) => ({ id: userId }),
  'acp.signed_sections': ({ acpId }) => ({ id: acpId, language: 'en' }),
  'acp.user': ({ userId }) => ({ user_id: userId }),
  getPlanDocument: ({ userId }) => ({ user_id: userId }),
  mailMyPlan: ({ userId }) => ({ user_id: userId }),
  // The customer has a payment with their own id.
  getInvoiceDocument: ({ userId }) => ({ id: userId }),
  getEmergencyCard: ({ userId }) => ({ user_id: userId }),
  renewEmergencyCard: ({ userId }) => ({ user_id: userId }),
  confirmHealthRecord: ({ userId }) => ({ user_id: userId }),
  confirmDonor: ({ userId }) => ({ user_id: userId }),
  undoHealthRecord: ({ userId }) => ({ user_id: userId }),
  undoDonor: ({ userId }) => ({ user_id: userId }),
  getUserById: ({ userId }) => ({ id: userId }),
  nextBillingDate: ({ userId }) => ({ id: userId }),
  updateLanguage: ({ userId }) => ({ id: userId, language: 'en' }),
  updateUser: ({ userId }) => ({ id: userId, postcode: '3000' }),
  openEmergency: ({ userId }) => ({ user_id: userId }),
  readEmergency: ({ shareId }) => ({
    share_id: shareId,
    language: 'en',
    scanned_version: null,
    scanned_source: 'card',
    opened_at: new Date(),
    closes_at: new Date(),
  }),
  getNotifications: () => ({ offset: 0, limit: 10 }),
  recentActivities: () => ({ limit: 4 }),
  // Each person has a notification with their own id.
  updateNotification: ({ userId }) => ({ id: userId }),
  updateAllNotifications: ({ userId }) => ({ user_id: userId }),
  updateLastViewedNotifications: () => ({}),
  notificationSettings: () => ({}),
  updateNotificationSettings: () => defaultNotificationSettings,
  getMyTrustedContacts: () => ({}),
  getTrustedContacts: ({ userId }) => ({ user_id: userId }),
  getTrustedContact: ({ contactId }) => ({ id: contactId }),
  addTrustedContact: () => ({
    ...contactFacts,
    email: `${randomUUID()}@test.example`,
    permissionConfirmation: true,
  }),
  updateTrustedContact: ({ contactId }) => ({ id: contactId, ...contactFacts }),
  // The contact stays until it is deleted, or leaves by itself.
  deleteTrustedContact: ({ contactId }) => ({ id: contactId }),
  remindTrustedContact: ({ contactId }) => ({ id: contactId }),
  updateTrustedContactEmergency: ({ contactId }) => ({ id: contactId, on_emergency_page: false }),
  getSharedFiles: ({ contactId }) => ({ shared_with: contactId }),
  insertSharedFiles: ({ contactId }) => ({
    shared_with: contactId,
    file_ids: [],
    plan_shared: true,
    fullAccess: false,
  }),
  getPlansSharedWithMe: () => ({}),
  openPlanSharedWithMe: ({ contactId }) => ({ contact_id: contactId }),
  readContactRequest: contactLink,
  acceptContactRequest: contactLink,
  declineContactRequest: contactLink,
  readAnsweredRequest: contactLink,
  readSharedCover: contactLink,
  openSharedPlan: contactLink,
  readSharedPlan: contactLink,
  stepBack: contactLink,
  readSharedFile: (subject) => ({ ...contactLink(subject), file_id: subject.userId }),
  openSharedFile: (subject) => ({ ...contactLink(subject), file_id: subject.userId }),
  askSharedLink: ({ contactId }) => ({ contact_id: contactId }),
  getFiles: () => ({}),
  insertFile: () => ({ category: 'ACP', file_name: 'directive.pdf', size: 1_000 }),
  // Each person has a file with their own id before each operation.
  openUpload: ({ userId }) => ({ id: userId }),
  activateFile: ({ userId }) => ({ id: userId }),
  copyFileS3: ({ userId }) => ({ file_id: userId }),
  readFile: ({ userId }) => ({ id: userId }),
  generateS3Url: ({ userId }) => ({ file_id: userId }),
  downloadEolFile: ({ userId }) => ({ user_id: userId, file_key: userId }),
  deleteFile: ({ userId }) => ({ id: userId }),
  removeStaleUpload: ({ userId }) => ({ id: userId }),
  readEmergencyFile: ({ userId, shareId }) => ({ share_id: shareId, file_id: userId }),
  recordEmergencyFile: ({ userId }) => ({ user_id: userId, file_id: userId }),
  updateProfile: () => ({ postcode: '3000' }),
  updateDateFormat: () => ({ date_format: 'DD/MM/YY' }),
  agreeToConsent: () => ({ document: 'eusa', version: testConsents.eusa }),
  declineConsent: () => ({ document: 'eusa' }),
  // Each person has a portrait and a copy of everything with their own id; the portrait stays until it is changed.
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
  planOpenings: () => ({}),
  staffVisits: () => ({}),
  staffOverview: () => ({}),
  getProvider: ({ providerId }) => ({ id: providerId }),
  updateProvider: ({ providerId }) => ({
    id: providerId,
    version: 0,
    name: 'Banksia House',
    address: '1 Heath Street',
    state: 'VIC',
    postcode: '3280',
    location: 'Warrnambool',
    phone_number: '03 5550 0140',
    email: '',
  }),
  // The logo is there until it is changed.
  getLogo: ({ logoId }) => ({ id: logoId }),
  changeProviderLogo: ({ providerId }) => ({ id: providerId, data_url: dot }),
  removeProviderLogo: ({ providerId }) => ({ id: providerId }),
  mailSettings: () => ({}),
  updateMailSettings: () => ({ version: 0, sender_name: 'Wattle', reply_to: '' }),
  mailTemplates: () => ({}),
  exportMailTemplates: () => ({}),
  updateMailTemplate: () => ({ ...mailWords, version: 0 }),
  resetMailTemplate: () => ({ template: 'welcome', language: 'en' }),
  previewMailTemplate: () => mailWords,
  sendTestMail: () => mailWords,
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
  getCustomer: ({ userId }) => ({ id: userId }),
  loginAsCustomer: ({ userId }) => ({ customerId: userId, reason: 'To help', password: 'Wrong-horse-7' }),
  returnToOwn: () => ({}),
  writeToHelp: () => ({
    name: 'Ann Lee',
    email: 'ann@test.example',
    topic: 'plan',
    message: 'How do I print it?',
    language: 'en',
  }),
};

function contactLink({ contactId }: Subject) {
  return { contact_id: contactId, link: contactId };
}

export const contactFacts = {
  name: 'Daniel Doyle',
  email: 'contact@test.example',
  phone: '0491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: false,
  enduringGuardian: false,
};

const mailWords = { template: 'welcome', language: 'en', subject: 'Welcome', body: 'Hello\n\n{button}' };

/** A picture of one dot. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Operations that take no person: they are about the caller. */
export const ownOnly = new Set([
  'changePassword',
  'sessions',
  'endSession',
  'endOtherSessions',
  'returnToOwn',
  'secondStep',
  'addSecondStepPhone',
  'confirmSecondStepPhone',
  'removeSecondStepPhone',
  'startSecondStepApp',
  'confirmSecondStepApp',
  'removeSecondStepApp',
  'newRecoveryCodes',
  'turnOffSecondStep',
  'getNotifications',
  'recentActivities',
  'getMyTrustedContacts',
  'getPlansSharedWithMe',
  'openPlanSharedWithMe',
  'addTrustedContact',
  'getFiles',
  'insertFile',
  'updateProfile',
  'updateDateFormat',
  'agreeToConsent',
  'declineConsent',
  'changePicture',
  'removePicture',
  'dataExports',
  'requestDataExport',
  'requestDeletion',
  'keepAccount',
  'planOpenings',
  'staffVisits',
  'updateLastViewedNotifications',
  'notificationSettings',
  'updateNotificationSettings',
]);

/** Operations that refuse after access was given: nothing is signed, there is no such session or account, no one is signed in by a cookie. */
export const refusedLater: Readonly<Record<string, string>> = {
  getPlanDocument: 'not-found',
  'acp.signed_sections': 'not-found',
  readEmergency: 'not-found',
  readEmergencyFile: 'not-found',
  openUpload: 'not-found',
  // There is no session, which a link is bound to.
  generateS3Url: 'not-found',
  // The first call took it away.
  deleteFile: 'not-found',
  renewEmergencyCard: 'not-found',
  readSharedFile: 'not-found',
  openSharedFile: 'not-found',
  endSession: 'not-found',
  returnToOwn: 'unauthenticated',
  resetSecondStep: 'not-found',
  changeEmail: 'not-found',
};
