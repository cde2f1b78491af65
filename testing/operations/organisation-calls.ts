import { randomUUID } from 'node:crypto';
import { publicJwk } from '../../src/server/features/clinical-access/client-row.fixture.ts';

type Subject = { userId: string; providerId: string; staffId: string; speakerId: string };

const facts = { first_name: 'Ann', last_name: 'Lee', phone: '', role: 'nurse' };

const provider = {
  name: 'Banksia House',
  address: '1 Heath Street',
  state: 'VIC',
  postcode: '3280',
  location: 'Warrnambool',
  phone_number: '03 5550 0140',
  email: '',
};

const planTerms = {
  ...{ fee: 4_900, customer_type_id: 4, duration: 'monthly', start_date: '2099-01-01' },
} as const;

/** Operations on providers, their staff, permissions and care facilities: for each operation, the input of a call. */
export const organisationCalls: Record<string, (subject: Subject) => unknown> = {
  getProviderBranch: ({ providerId }) => ({ id: providerId }),
  previewMove: ({ providerId }) => ({ id: providerId, parent_id: null }),
  // No provider has this version: refused after the access check, so that the provider is not moved.
  moveProvider: ({ providerId }) => ({ id: providerId, parent_id: null, version: -1 }),
  archiveProvider: ({ providerId }) => ({ provider_id: providerId, version: -1 }),
  restoreProvider: ({ providerId }) => ({ id: providerId, version: -1 }),
  deleteProvider: ({ providerId }) => ({ provider_id: providerId, version: -1 }),
  getProviderTree: () => ({}),
  getAllProvidersFiltered: () => ({}),
  getManageProviders: () => ({}),
  getProviderOptionsQuery: () => ({}),
  getProviderByPk: ({ providerId }) => ({ id: providerId }),
  getProviderAcps: () => ({}),
  providersAggregate: () => ({}),
  addProvider: ({ providerId }) => ({
    ...provider,
    name: `Banksia ${randomUUID()}`,
    parent_id: providerId,
    type: 'internal_provider',
    subscription_start_date: '2026-11-21',
  }),
  updateProvider: ({ providerId }) => ({ ...provider, id: providerId, version: 0 }),
  getProviderConnection: ({ providerId }) => ({ id: providerId }),
  // The address is private: refused after the access check.
  saveProviderConnection: ({ providerId }) => ({
    ...{
      id: providerId,
      version: 0,
      issuer: 'https://10.0.0.1',
      client_id: 'wattle',
      client_secret: 'secret',
    },
  }),
  // There is no connection: refused after the access check.
  checkProviderConnection: ({ providerId }) => ({ id: providerId }),
  removeProviderConnection: ({ providerId }) => ({ id: providerId, version: 0 }),
  getProviderForm: ({ providerId }) => ({ id: providerId }),
  getProviderSubscriptions: () => ({}),
  getContactChoices: ({ providerId }) => ({ provider_id: providerId }),
  // There is no such payment plan: refused after the access check.
  updateProviderSubscription: ({ providerId }) => ({ id: providerId, subscription_id: providerId }),
  getSubscriptions: () => ({}),
  insertSubscription: () => ({ ...planTerms, name: `Beds ${randomUUID()}` }),
  // There is no such plan: refused after the access check.
  updateSubscription: ({ providerId }) => ({ ...planTerms, id: providerId, name: `Beds ${randomUUID()}` }),
  setSubscriptionExpired: ({ providerId }) => ({ id: providerId }),
  expireSubscription: ({ providerId }) => ({ subscription_id: providerId }),
  moveSubscriber: ({ providerId }) => ({ provider_id: providerId }),
  getCustomerTransactions: () => ({}),
  getProviderTransactions: () => ({}),
  exportCustomerTransactions: () => ({}),
  exportProviderTransactions: () => ({}),
  getProviderBilling: ({ providerId }) => ({ id: providerId }),
  // The provider has an invoice with its own id.
  getProviderInvoiceDocument: ({ providerId }) => ({ id: providerId }),
  markTransactionPaid: ({ providerId }) => ({ id: providerId, paid_on: '21/11/2026' }),
  // The refunded amount in the call is outdated: refused after the access check.
  markTransactionRefunded: ({ providerId }) => ({
    id: providerId,
    amount: '1',
    reason: 'Paid twice',
    refunded: 7,
  }),
  // No plan of the payment company, and an invoice that is not billed there: refused after the access check.
  saveProviderCard: ({ providerId }) => ({ provider_id: providerId, card_token: 'pm_card_visa' }),
  confirmProviderCard: ({ providerId }) => ({ provider_id: providerId, client_secret: 'seti_1_secret_2' }),
  payProviderInvoice: ({ providerId }) => ({ id: providerId, idempotency_key: randomUUID() }),
  confirmProviderPayment: ({ providerId }) => ({ id: providerId }),
  invoiceProvider: ({ providerId }) => ({ provider_id: providerId }),
  markInvoicesOverdue: () => ({}),
  announceTrialEnd: ({ providerId }) => ({ provider_id: providerId }),
  updateProviderFee: ({ providerId }) => ({ id: providerId, no_of_beds: 12, fee: 58_800 }),
  transferContact: ({ speakerId }) => ({ old_contact_id: speakerId, new_contact_id: speakerId }),
  inviteProvider: ({ providerId }) => ({
    ...{ first_name: 'Ann', last_name: 'Lee', provider_name: 'Correa Lodge', parent_id: providerId },
    ...{ email: `${randomUUID()}@test.example`, providerType: 'internal_provider' },
  }),
  getCompanyReport: ({ providerId }) => ({ provider_id: providerId }),
  exportCompanyReport: ({ providerId }) => ({ provider_id: providerId }),
  getCompletionsReport: ({ providerId }) => ({ provider_id: providerId }),
  exportCompletionsReport: ({ providerId }) => ({ provider_id: providerId }),
  getConversationsReport: ({ providerId }) => ({ provider_id: providerId }),
  exportConversationsReport: ({ providerId }) => ({ provider_id: providerId }),
  getNextConversations: ({ providerId }) => ({ provider_id: providerId }),
  getCustomersReport: ({ providerId }) => ({ provider_id: providerId }),
  exportCustomersReport: ({ providerId }) => ({ provider_id: providerId }),
  getSubscriptionsReport: ({ providerId }) => ({ provider_id: providerId }),
  exportSubscriptionsReport: ({ providerId }) => ({ provider_id: providerId }),
  getAuditReport: ({ providerId }) => ({ provider_id: providerId }),
  exportAuditReport: ({ providerId }) => ({ provider_id: providerId }),
  makeEvidence: ({ providerId }) => ({ provider_id: providerId }),
  printReport: ({ providerId }) => ({ report: 'company', provider_id: providerId }),
  systemStatus: () => ({}),
  getRegisteredProviders: () => ({}),
  getProviderUsers: () => ({}),
  exportStaff: () => ({}),
  getProviderUsersCount: ({ providerId }) => ({ provider_id: providerId }),
  getStaffProviders: () => ({}),
  insertProviderUser: ({ providerId }) => ({
    ...{ ...facts, provider_id: providerId, permission_role_id: 3 },
    email: `${randomUUID()}@test.example`,
  }),
  // The account is in use and its address is fixed: refused after the access check, like calls with an outdated status.
  updateProviderUser: ({ staffId }) => ({ ...facts, id: staffId, email: 'new@test.example' }),
  updateUserPermissionRole: ({ staffId }) => ({ id: staffId, permission_role_id: 3, seen: 'invited' }),
  suspendProviderUser: ({ staffId }) => ({ id: staffId, seen: 'invited' }),
  reactivateProviderUser: ({ staffId }) => ({ id: staffId }),
  deleteProviderUser: ({ staffId }) => ({ id: staffId, seen: 'invited' }),
  resendStaffInvitation: ({ staffId }) => ({ id: staffId }),
  endStaffSessions: ({ staffId }) => ({ id: staffId, password: 'Wrong-horse-7' }),
  removeStaffSecondStep: ({ staffId }) => ({ id: staffId, password: 'Wrong-horse-7' }),
  // The provider has no connection: refused after the access check, except for the settings.
  getSystemConfig: ({ providerId }) => ({ provider_id: providerId }),
  saveSystemConfig: ({ providerId }) => ({ provider_id: providerId, version: null }),
  removeSystemConfig: ({ providerId }) => ({ provider_id: providerId, version: 0 }),
  checkCredentials: ({ providerId }) => ({ provider_id: providerId }),
  getIntegrations: () => ({}),
  clinicalClients: ({ providerId }) => ({ provider_id: providerId }),
  // The provider has a clinical system with its own id, whose key has it too. Later calls have too many systems and a key twice.
  createClinicalClient: ({ providerId }) => ({
    ...{ provider_id: providerId, name: 'Ward software', keys: JSON.stringify(publicJwk) },
  }),
  addClinicalKey: ({ providerId }) => ({ client_id: providerId, keys: JSON.stringify(publicJwk) }),
  setClinicalWebhook: ({ providerId }) => ({ client_id: providerId, address: 'https://ward.example.com/' }),
  replaceClinicalSecret: ({ providerId }) => ({ client_id: providerId, seen: providerId }),
  removeClinicalWebhook: ({ providerId }) => ({ client_id: providerId }),
  testClinicalWebhook: ({ providerId }) => ({ client_id: providerId }),
  removeClinicalKey: ({ providerId }) => ({ id: providerId }),
  revokeClinicalClient: ({ providerId }) => ({ id: providerId }),
  loadActiveResidents: ({ providerId }) => ({ provider_id: providerId }),
  getActiveResidents: ({ providerId }) => ({ provider_id: providerId }),
  getLinkCandidates: ({ providerId }) => ({ provider_id: providerId, resident_id: 'R-1' }),
  linkResident: ({ providerId, userId }) => ({
    ...{ provider_id: providerId, resident_id: 'R-1', user_id: userId, compared: true },
  }),
  unlinkResident: ({ providerId }) => ({ provider_id: providerId, resident_id: 'R-1' }),
  inviteResidents: ({ providerId }) => ({ provider_id: providerId, resident_ids: ['R-1'] }),
  getSystemCleanup: ({ providerId }) => ({ provider_id: providerId }),
  cleanUpLinks: ({ providerId }) => ({ provider_id: providerId, links: [providerId] }),
  undoCleanUp: ({ providerId }) => ({ provider_id: providerId, cleanup_id: providerId }),
  getUserIntegrations: ({ userId }) => ({ user_id: userId }),
  batchSync: ({ providerId }) => ({ provider_id: providerId, action: 'start' }),
  getBatchSyncStatus: ({ providerId }) => ({ provider_id: providerId }),
  syncAcp: ({ providerId }) => ({ provider_id: providerId, resident_id: 'R-1' }),
  // There is no such sync, link or connection: these change nothing.
  sendSyncLine: ({ userId }) => ({ sync_id: userId, link_id: userId, is_last_try: true }),
  finishCareSync: ({ userId }) => ({ sync_id: userId, failure: null }),
  queueClinicalNotices: ({ userId }) => ({ event_id: userId, user_id: userId, change: 'changed' }),
  queueMoveNotices: ({ userId, providerId }) => ({ event_id: userId, user_id: userId, from: [providerId] }),
  queueBranchNotices: ({ userId, providerId }) => ({
    ...{ event_id: userId, provider_id: providerId, from: [] },
  }),
  sendClinicalNotice: ({ userId }) => ({ notice_id: userId }),
  sendLinkedPlan: ({ userId }) => ({ link_id: userId, failures: 0 }),
  withdrawLeftPlan: ({ userId }) => ({
    ...{ integration_id: userId, document_id: userId, resident_id: 'R-1', failures: 0 },
  }),
  endLinkOfMoved: ({ userId }) => ({ user_id: userId, staff_id: userId }),
  catchUpWithCare: ({ userId }) => ({ integration_id: userId }),
  keepCarePaper: ({ userId }) => ({
    ...{ link_id: userId, user_id: userId, paper_id: 'P-1' },
    document: {
      ...{ id: randomUUID(), key_sealed: Buffer.from('key'), file_name: 'a.pdf', size: 1_000 },
      ...{ objects: [], isChecking: false },
    },
    change_mark: null,
  }),
  takeCarePaperAway: ({ userId }) => ({ link_id: userId, user_id: userId, paper_id: 'P-1' }),
  getPermissionRoles: () => ({}),
  getPermissionRoleUsers: () => ({ id: '3' }),
  updatePermissionRole: () => ({
    ...{ id: 3, version: -1, can_manage_acp: true, can_manage_all: false, can_manage_user: true },
  }),
  getCustomerProviders: () => ({}),
  // No facility has this id: refused after the access check.
  getCustomerProvider: () => ({ id: '0aaa0000-0000-4000-8000-00000000000f' }),
  getFacilityCustomers: () => ({ id: '0aaa0000-0000-4000-8000-00000000000f' }),
  getCustomerProviderNames: () => ({}),
  addCustomerProvider: () => ({ provider_name: 'Heathland Lodge' }),
  updateCustomerProvider: () => ({
    ...{ id: '0aaa0000-0000-4000-8000-00000000000f', version: 0 },
    provider_name: 'Heathland Lodge',
  }),
  deleteCustomerProvider: () => ({ id: '0aaa0000-0000-4000-8000-00000000000f' }),
  attachCustomerProvider: ({ userId }) => ({ user_id: userId, customer_provider_id: null }),
};
