import { randomUUID } from 'node:crypto';
import { operations } from '../../src/server/features.ts';
import type { Operation } from '../../src/server/pipeline/operation.ts';
import { accountCalls, dot } from './account-calls.ts';
import { clinicalCalls } from './clinical-calls.ts';
import { customerCalls } from './customer-calls.ts';
import { freeActions } from './calls-apart.ts';
import { organisationCalls } from './organisation-calls.ts';

/** Subject of a call: the ids of one person and of that person's objects. */
export type Subject = {
  userId: string;
  /** Another record that may be of the same person, linked as if it were archived. */
  twinId: string;
  acpId: string;
  shareId: string;
  providerId: string;
  logoId: string;
  /** A contact with the permissions that each call needs, made again for each. */
  contactId: string;
  /** A read-only staff member of the provider, made again for each call. */
  staffId: string;
  /** The contact person of the provider. */
  speakerId: string;
};

/** The input of a call about one person, for operations whose input `derivedCall` does not know. */
const writtenCalls: Record<string, (subject: Subject) => unknown> = {
  getActiveAcps: ({ acpId }) => ({ id: acpId }),
  getActiveAcpsByUserId: ({ userId }) => ({ user_id: userId }),
  getRevisionAcps: ({ userId }) => ({ user_id: userId }),
  getRevisionAcp: ({ userId }) => ({ user_id: userId, plan_version: 1 }),
  updateAnswers: ({ acpId }) => ({ id: acpId, answers: { firstName: 'Ann' }, status: 'draft', version: 0 }),
  updateRevision: ({ acpId }) => ({ id: acpId, answers: { firstName: 'Ann' }, version: 0 }),
  updateACPStatus: ({ acpId }) => ({ id: acpId, status: 'draft', version: 0 }),
  confirmStillRight: ({ acpId }) => ({ id: acpId, plan_version: 1 }),
  'user.medicare_last3': ({ userId }) => ({ user_id: userId }),
  'user.has_medicare': ({ userId }) => ({ user_id: userId }),
  acting: ({ userId }) => ({ id: userId }),
  'acp.signed_sections': ({ acpId }) => ({ id: acpId, language: 'en' }),
  'acp.user': ({ userId }) => ({ user_id: userId }),
  getPlanDocument: ({ userId }) => ({ user_id: userId }),
  getPlanFhir: ({ userId }) => ({ user_id: userId }),
  mailMyPlan: ({ userId }) => ({ user_id: userId }),
  // The customer has a payment with their own id.
  getInvoiceDocument: ({ userId }) => ({ id: userId }),
  getCustomerInvoiceDocument: ({ userId }) => ({ id: userId }),
  getEmergencyCard: ({ userId }) => ({ user_id: userId }),
  previewEmergency: ({ userId }) => ({ user_id: userId, language: 'en' }),
  renewEmergencyCard: ({ userId }) => ({ user_id: userId }),
  healthLinks: () => ({}),
  createHealthLink: () => ({ reader: 'Dr Pham', days: '30' }),
  // The customer has a link with their own id.
  revokeHealthLink: ({ userId }) => ({ id: userId }),
  confirmHealthRecord: ({ userId }) => ({ user_id: userId }),
  confirmDonor: ({ userId }) => ({ user_id: userId }),
  undoHealthRecord: ({ userId }) => ({ user_id: userId }),
  undoDonor: ({ userId }) => ({ user_id: userId }),
  getUserById: ({ userId }) => ({ id: userId }),
  nextBillingDate: ({ userId }) => ({ id: userId }),
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
  getMyTrustedContacts: () => ({}),
  updateShareDate: ({ userId }) => ({ user_id: userId }),
  getTrustedContacts: ({ userId }) => ({ user_id: userId }),
  getTrustedContact: ({ contactId }) => ({ id: contactId }),
  addTrustedContact: () => ({
    ...contactFacts,
    email: `${randomUUID()}@test.example`,
    permissionConfirmation: true,
  }),
  updateTrustedContact: ({ contactId }) => ({ id: contactId, ...contactFacts }),
  // The contact exists until it is deleted or withdraws.
  deleteTrustedContact: ({ contactId }) => ({ id: contactId }),
  remindTrustedContact: ({ contactId }) => ({ id: contactId }),
  updateTrustedContactEmergency: ({ contactId }) => ({ id: contactId, on_emergency_page: false }),
  getContactSuggestions: () => ({}),
  suggestTrustedContact: () => ({ ...contactFacts, email: `${randomUUID()}@test.example` }),
  // The customer has a suggestion with the id of their contact before each operation.
  dismissContactSuggestion: ({ contactId }) => ({ id: contactId }),
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
  setHospitalNews: (subject) => ({ ...contactLink(subject), wanted: true }),
  stepBack: contactLink,
  readSharedFile: (subject) => ({ ...contactLink(subject), file_id: subject.userId }),
  openSharedFile: (subject) => ({ ...contactLink(subject), file_id: subject.userId }),
  askSharedLink: ({ contactId }) => ({ contact_id: contactId }),
  getFiles: () => ({}),
  insertFile: () => ({
    category: 'ADDITIONAL_DOCUMENT',
    document_type: 'OTHER',
    file_name: 'letter.pdf',
    size: 1_000,
  }),
  beginPhotographs: () => ({ file_name: 'directive.pdf' }),
  // Each person has a file with their own id before each operation.
  changePhotographs: ({ userId }) => ({ id: userId, pages: [] }),
  readPhotograph: ({ userId }) => ({ id: userId, page: 1 }),
  openUpload: ({ userId }) => ({ id: userId }),
  activateFile: ({ userId }) => ({ id: userId }),
  copyFileS3: ({ userId }) => ({ file_id: userId }),
  readFile: ({ userId }) => ({ id: userId }),
  generateS3Url: ({ userId }) => ({ file_id: userId }),
  downloadEolFile: ({ userId }) => ({ user_id: userId, file_key: userId }),
  confirmPaper: ({ userId }) => ({ id: userId }),
  deleteFile: ({ userId }) => ({ id: userId }),
  cancelUpload: ({ userId }) => ({ id: userId }),
  removeStaleUpload: ({ userId }) => ({ id: userId }),
  finishFileCheck: ({ userId }) => ({ id: userId }),
  readEmergencyFile: ({ userId, shareId }) => ({ share_id: shareId, file_id: userId }),
  recordEmergencyFile: ({ userId }) => ({ user_id: userId, file_id: userId }),
  getPaymentInformation: ({ userId }) => ({ user_id: userId }),
  stripeAccounts: () => ({}),
  getStripeCustomer: () => ({}),
  getStripePromotion: () => ({ stripePromotionId: 'WELCOME10' }),
  getTransactions: () => ({}),
  getLegacyFiles: () => ({}),
  getEOLFiles: () => ({}),
  previewEarlierFile: ({ userId }) => ({ id: userId }),
  relinkEarlierFile: ({ userId }) => ({ id: userId, email: 'ann@test.example' }),
  activateLegacyFile: ({ userId }) => ({ id: userId }),
  migrateEOLFiles: ({ userId }) => ({ ids: [userId] }),
  deleteEarlierFile: ({ userId }) => ({ id: userId }),
  getCustomerTypes: () => ({}),
  getPlanDetail: ({ userId }) => ({ id: userId }),
  subscribeCustomer: () => ({ yearlyPriceId: 'price_wattle_care', idempotency_key: randomUUID() }),
  confirmPayment: () => ({}),
  abandonPayment: () => ({}),
  payOverdue: () => ({ idempotency_key: randomUUID() }),
  stripeCheckout: () => ({ yearlyPriceId: 'price_wattle_care', idempotency_key: randomUUID() }),
  stripeAddCard: () => ({ remove: true }),
  confirmCard: () => ({ client_secret: 'seti_1_secret_2' }),
  cancelSubscription: () => ({}),
  resumeSubscription: () => ({}),
  planOpenings: () => ({}),
  staffVisits: () => ({}),
  getMyConversations: () => ({}),
  answerConversation: () => ({ id: randomUUID(), answer: 'right' }),
  staffOverview: () => ({}),
  getCustomers: () => ({}),
  findResidents: () => ({ typed: 'Margaret' }),
  getCustomerViews: ({ providerId }) => ({ provider_id: providerId }),
  getAcpCounts: ({ providerId }) => ({ provider_id: providerId }),
  getAllProviders: () => ({}),
  exportCustomers: () => ({}),
  getChosenCustomers: () => ({}),
  exportChosenCustomers: ({ userId }) => ({ ids: [userId] }),
  staffToday: () => ({}),
  getProvider: ({ providerId }) => ({ id: providerId }),
  // The logo exists until it is changed.
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
  getCustomer: ({ userId }) => ({ id: userId }),
  openCustomerPlan: ({ userId }) => ({ id: userId }),
  downloadCustomerPlan: ({ userId }) => ({ id: userId }),
  readCustomerEmergency: ({ userId }) => ({ id: userId }),
  readCustomerEmergencyAgain: ({ userId }) => ({ id: userId }),
  beginHandoverList: ({ providerId }) => ({ provider_id: providerId }),
  lockCustomer: ({ userId }) => ({ id: userId, locked: true }),
  externalCustomer: ({ userId }) => ({ id: userId, external: true }),
  updateACP: ({ userId }) => ({ id: userId, version: 0, external: true }),
  rollbackACP: ({ userId }) => ({ id: userId, plan_version: 1, version: 0 }),
  removeEndOfLifeDocument: ({ userId }) => ({ user_id: userId, key: userId }),
  reviewFiles: ({ userId }) => ({ user_id: userId, file_ids: [userId] }),
  setPaperAside: ({ userId }) => ({ user_id: userId, file_id: userId }),
  usePaperAgain: ({ userId }) => ({ user_id: userId, file_id: userId }),
  'customer.versions': ({ userId }) => ({ id: userId }),
  'customer.openings': ({ userId }) => ({ id: userId }),
  'customer.activities': ({ userId }) => ({ id: userId }),
  openCustomerImport: ({ providerId }) => ({ provider_id: providerId, name: 'list.csv', size: 100 }),
  // The provider has an import with the customer's own id, whose file is deleted.
  insertCustomerImport: ({ userId, providerId }) => ({
    file: { name: 'list.csv', path: `imports/${userId}`, storage_key: `imports/${userId}/${userId}` },
    provider_id: providerId,
  }),
  startCustomerImport: ({ userId }) => ({ id: userId }),
  getCustomerImport: ({ userId }) => ({ id: userId }),
  getCustomerImportLines: ({ userId }) => ({ id: userId, show: 'decide' }),
  decideCustomerImportLines: ({ userId }) => ({ id: userId, decision: 'skip' }),
  mendCustomerImportLine: ({ userId }) => ({ id: userId, line: 2, cells: { first_name: 'Ann' } }),
  sendCustomerImportInvitations: ({ userId }) => ({ id: userId }),
  takeBackCustomerImport: ({ userId }) => ({ id: userId }),
  releaseImportInvitations: ({ userId }) => ({ id: userId }),
  removeImportedCustomers: ({ userId }) => ({ id: userId }),
  getCustomerImports: ({ providerId }) => ({ provider_id: providerId }),
  exportCustomerImportProblems: ({ userId }) => ({ id: userId }),
  importCustomerRows: ({ userId }) => ({ id: userId, reached: 0, rows: [] }),
  finishCustomerImport: ({ userId }) => ({ id: userId, state: 'done' }),
  addEndOfLifeDocument: ({ userId }) => ({ user_id: userId, file_name: 'directive.pdf', size: 1_000 }),
  openDocumentUpload: ({ userId }) => ({ user_id: userId, id: userId }),
  activateEndOfLifeDocument: ({ userId }) => ({ user_id: userId, file_id: userId }),
  openCustomerFile: ({ userId }) => ({ user_id: userId, id: userId }),
  readCustomerFile: ({ userId }) => ({ user_id: userId, id: userId }),
  together: ({ userId }) => ({ id: userId }),
  beginTogether: ({ userId }) => ({
    ...{ customerId: userId, reason: 'To help', password: 'Wrong-horse-7', agreed: true },
  }),
  loginAsCustomer: ({ userId }) => ({ customerId: userId, reason: 'To help', password: 'Wrong-horse-7' }),
  returnToOwn: () => ({}),
  writeToHelp: () => ({
    name: 'Ann Lee',
    email: 'ann@test.example',
    topic: 'plan',
    message: 'How do I print it?',
    language: 'en',
  }),
  ...accountCalls,
  ...clinicalCalls,
  ...customerCalls,
  ...organisationCalls,
};

/** For each operation, the input of a call about one person. */
export const operationCalls: Readonly<Record<string, (subject: Subject) => unknown>> = {
  ...writtenCalls,
  ...derivedCalls(),
};

/** Returns the calls of operations whose input has no other fields than the ids of `knownFields`. */
function derivedCalls(): Record<string, (subject: Subject) => unknown> {
  const knownFields: Readonly<Record<string, (subject: Subject) => string>> = {
    user_id: ({ userId }) => userId,
    provider_id: ({ providerId }) => providerId,
    contact_id: ({ contactId }) => contactId,
    idempotency_key: () => randomUUID(),
  };
  const calls = operations
    .filter(({ name, action }) => !(name in writtenCalls) && !freeActions.has(action))
    .map(({ name, input }) => [name, fieldsOf(input)] as const)
    .filter(([, fields]) => fields?.every((field) => field in knownFields))
    .map(([name, fields = []]) => {
      const call = (subject: Subject) =>
        Object.fromEntries(fields.map((field) => [field, knownFields[field]!(subject)]));
      const isAboutCaller = fields.every((field) => field === 'idempotency_key');
      return [name, isAboutCaller ? () => call({} as Subject) : call] as const;
    });
  return Object.fromEntries(calls);
}

/** Returns the fields of an input; undefined for an input that depends on the context or is no plain object. */
function fieldsOf(input: Operation<unknown>['input']): string[] | undefined {
  const { shape } = ('_zod' in input ? input._zod.def : {}) as { shape?: object };
  return shape && Object.keys(shape);
}

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
