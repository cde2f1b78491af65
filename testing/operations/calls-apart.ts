import { kindOf, type Action } from '../../src/domain/access/access.ts';

/** Operations about the caller whose input names an object of the caller. */
const ownObjects: readonly string[] = ['endSession', 'removeSecondStepPhone', 'openPlanSharedWithMe'];

/** Whether an operation is about the caller: its rule decides about an account, and its call contains no id. */
export const isAboutCaller = (
  name: string,
  action: Action,
  call: (...subject: never[]) => unknown,
): boolean => ownObjects.includes(name) || (kindOf(action) === 'account' && call.length === 0);

/** Actions without a subject: every caller may call their operations, which check the secrets in the input. */
export const freeActions: ReadonlySet<Action> = new Set<Action>([
  'account.signUp',
  'account.signIn',
  'account.verifyEmail',
  'account.recover',
  'account.signOut',
  'account.readSession',
  'healthLink.open',
  'clinicalToken.issue',
]);

/** Operations that still fail after the access check: nothing is signed, there is no such session or account, or no cookie. */
export const refusedLater: Readonly<Record<string, string>> = {
  // Papers of a provider outside the caller's tree are not found.
  makeEvidence: 'not-found',
  getPlanDocument: 'not-found',
  getPlanFhir: 'not-found',
  readClinicalDocument: 'not-found',
  readClinicalPlan: 'not-found',
  // The file in these tests was not uploaded as a form.
  readClinicalConsent: 'not-found',
  openClinicalForm: 'not-found',
  readClinicalForm: 'not-found',
  // The address for notices is removed before.
  testClinicalWebhook: 'not-found',
  saveProviderConnection: 'invalid',
  checkProviderConnection: 'not-found',
  removeProviderConnection: 'not-found',
  beginOrganisationSignIn: 'unauthenticated',
  endOrganisationSignIn: 'unauthenticated',
  // No facility has the id used in these calls.
  getCustomerProvider: 'not-found',
  markTransactionRefunded: 'conflict',
  updateSubscription: 'not-found',
  setSubscriptionExpired: 'not-found',
  // There is no file of the earlier system.
  previewEarlierFile: 'not-found',
  relinkEarlierFile: 'not-found',
  activateLegacyFile: 'not-found',
  migrateEOLFiles: 'not-found',
  deleteEarlierFile: 'not-found',
  // No payment plan has the id used in these calls.
  getPlanDetail: 'not-found',
  updateCustomerProvider: 'not-found',
  deleteCustomerProvider: 'not-found',
  // The customer is not in hospital.
  readHandover: 'not-found',
  markBack: 'conflict',
  markLookedAgain: 'conflict',
  openCustomerPlan: 'not-found',
  openEarlierRecordPlan: 'not-found',
  downloadEarlierRecordPlan: 'not-found',
  downloadCustomerPlan: 'not-found',
  // The file in these tests is not one that staff keep for the person, and is not in force.
  removeEndOfLifeDocument: 'not-found',
  reviewFiles: 'not-found',
  setPaperAside: 'not-found',
  usePaperAgain: 'not-found',
  confirmPaper: 'not-found',
  openDocumentUpload: 'not-found',
  activateEndOfLifeDocument: 'not-found',
  // It was recorded more than ten minutes before.
  takeBackConversation: 'conflict',
  // No conversation has the id used in these calls.
  answerConversation: 'not-found',
  // A provider pays for these customers.
  subscribeCustomer: 'forbidden',
  stripeCheckout: 'forbidden',
  stripeAddCard: 'forbidden',
  // The contact has a different email address from all of these callers.
  openPlanSharedWithMe: 'not-found',
  // No payment is in progress.
  confirmPayment: 'not-found',
  confirmCard: 'not-found',
  confirmProviderCard: 'not-found',
  'acp.signed_sections': 'not-found',
  readEmergency: 'not-found',
  readEmergencyFile: 'not-found',
  openUpload: 'not-found',
  // There is no session to bind a link to.
  generateS3Url: 'not-found',
  // It is a file, not an upload.
  cancelUpload: 'not-found',
  // Nothing is signed.
  createHealthLink: 'not-found',
  changePhotographs: 'not-found',
  readPhotograph: 'not-found',
  // The first call removed it.
  renewEmergencyCard: 'not-found',
  readSharedFile: 'not-found',
  openSharedFile: 'not-found',
  endSession: 'not-found',
  returnToOwn: 'unauthenticated',
  resetSecondStep: 'not-found',
  changeEmail: 'not-found',
};
