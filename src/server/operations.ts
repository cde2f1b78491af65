import * as billing from './features/billing/operations/read-operations.ts';
import * as billingCards from './features/billing/operations/card-operations.ts';
import * as checkouts from './features/billing/operations/checkout-operation.ts';
import * as payments from './features/billing/operations/pay-operations.ts';
import * as stopping from './features/billing/operations/stop-operations.ts';
import * as cards from './features/emergency-card/operations.ts';
import * as consents from './features/privacy/consents/consent-operations.ts';
import * as customerImportBatches from './features/customers/import/running/batch-operations.ts';
import * as customerImportInvitations from './features/customers/import/invitations/invitation-operations.ts';
import * as customerImportLines from './features/customers/import/checking/line-operations.ts';
import * as customerImportMends from './features/customers/import/checking/mend-operations.ts';
import * as customerImports from './features/customers/import/operations.ts';
import * as customerImportUploads from './features/customers/import/upload/upload-operations.ts';
import * as customerPage from './features/customers/page/operations.ts';
import * as customerPlans from './features/customers/page/plan-operations.ts';
import * as customerReading from './features/customers/page/reading-operations.ts';
import * as impersonation from './features/impersonation/operations.ts';
import * as customerInvites from './features/customers/actions/invite-operation.ts';
import * as customerAddresses from './features/customers/actions/designate-operation.ts';
import * as customerInvitations from './features/customers/actions/invitation-operations.ts';
import * as customerMoves from './features/customers/actions/move-operations.ts';
import * as customerRemoval from './features/customers/actions/remove-operation.ts';
import * as customerStatus from './features/customers/actions/status-operations.ts';
import * as customerDocuments from './features/customers/page/document-operations.ts';
import * as accounts from './features/sign-in/operations.ts';
import * as operators from './features/sign-in/operator-operations.ts';
import * as verifications from './features/sign-in/verify-operations.ts';
import * as passwords from './features/sign-in/password-operations.ts';
import * as recovery from './features/sign-in/recovery-operations.ts';
import * as ownProfiles from './features/profile/update-profile.ts';
import * as medicare from './features/profile/medicare.ts';
import * as profiles from './features/profile/operations.ts';
import * as secondStepApps from './features/second-step/app-operations.ts';
import * as secondSteps from './features/second-step/operations.ts';
import * as secondStepPhones from './features/second-step/phone-operations.ts';
import * as secondStepSignIns from './features/sign-in/second-step-operation.ts';
import * as sessions from './features/sessions/operations.ts';
import * as signUps from './features/sign-up/operations.ts';
import * as acp from './features/acp/operations.ts';
import * as acpUser from './features/acp/acp-user.ts';
import * as signedWords from './features/acp/signed-words.ts';
import * as mailPlanLink from './features/acp/mail-plan-link.ts';
import * as invoices from './features/billing/invoices/invoice-operation.ts';
import * as planPdf from './features/acp/plan-pdf-operation.ts';
import * as customerLists from './features/customers/list/operations.ts';
import * as emergency from './features/emergency/operations.ts';
import * as facilities from './features/facilities/operations.ts';
import * as facilityAttaching from './features/facilities/attach-operations.ts';
import * as fileActivation from './features/files/activate-operation.ts';
import * as fileCopies from './features/files/copy-operation.ts';
import * as fileChecks from './features/files/later-check.ts';
import * as fileLinks from './features/files/link-operations.ts';
import * as guides from './features/guides/operations.ts';
import * as uploads from './features/files/upload-operations.ts';
import * as guestUploads from './features/sign-up/guest-upload.ts';
import * as help from './features/help/operations.ts';
import * as mailSettings from './features/mail-settings/operations.ts';
import * as permissions from './features/permissions/operations.ts';
import * as notifications from './features/notifications/operations.ts';
import * as deletions from './features/privacy/deletion/deletion-operations.ts';
import * as exports from './features/privacy/copy/export-operations.ts';
import * as openings from './features/privacy/openings/access-log-operations.ts';
import * as pictures from './features/pictures/operations.ts';
import * as overview from './features/overview/operations.ts';
import * as providerTree from './features/providers/tree/operations.ts';
import * as providerArchive from './features/providers/structure/archive-operations.ts';
import * as providerDeletion from './features/providers/structure/delete-operation.ts';
import * as providerMoves from './features/providers/structure/move-operations.ts';
import * as providerAdding from './features/providers/form/add-operation.ts';
import * as providerContacts from './features/providers/form/contact-operations.ts';
import * as providerMoney from './features/providers/form/money-operations.ts';
import * as providerForms from './features/providers/form/read-operation.ts';
import * as providerChanges from './features/providers/form/update-operation.ts';
import * as logos from './features/providers/profile/logo-operations.ts';
import * as providers from './features/providers/profile/operations.ts';
import * as registeredProviders from './features/providers/registered/list-operation.ts';
import * as invitedProviders from './features/providers/registered/invite-operation.ts';
import * as staffAccepting from './features/staff/accepting/operations.ts';
import * as staffAdding from './features/staff/add-operation.ts';
import * as staffChanges from './features/staff/change-operations.ts';
import * as staffInvitations from './features/staff/invitation-operations.ts';
import * as staffLists from './features/staff/list-operations.ts';
import * as staffSecurity from './features/staff/secure-operations.ts';
import * as staffStatus from './features/staff/status-operations.ts';
import * as sharedWithMe from './features/shared-plan/shared-with-me.ts';
import * as sharedPlans from './features/shared-plan/operations.ts';
import * as sharing from './features/sharing/operations.ts';
import * as contactSuggestions from './features/sharing/suggestion-operations.ts';
import { isOperation, type Operation } from './pipeline/operation.ts';

const features = [
  permissions,
  facilities,
  facilityAttaching,
  customerImports,
  customerImportBatches,
  customerImportInvitations,
  customerImportLines,
  customerImportMends,
  customerImportUploads,
  cards,
  accounts,
  profiles,
  signUps,
  guestUploads,
  acp,
  planPdf,
  signedWords,
  acpUser,
  mailPlanLink,
  emergency,
  notifications,
  sharing,
  contactSuggestions,
  sharedPlans,
  sharedWithMe,
  overview,
  providers,
  providerTree,
  invitedProviders,
  registeredProviders,
  staffAccepting,
  staffAdding,
  staffChanges,
  staffInvitations,
  staffLists,
  staffSecurity,
  staffStatus,
  providerArchive,
  providerDeletion,
  providerMoves,
  providerAdding,
  providerContacts,
  providerMoney,
  providerForms,
  providerChanges,
  logos,
  mailSettings,
  guides,
  help,
  secondSteps,
  secondStepPhones,
  secondStepApps,
  secondStepSignIns,
  impersonation,
  customerPage,
  customerInvites,
  customerStatus,
  customerLists,
  customerAddresses,
  customerInvitations,
  customerMoves,
  customerRemoval,
  customerReading,
  customerPlans,
  customerDocuments,
  passwords,
  recovery,
  verifications,
  operators,
  sessions,
  consents,
  ownProfiles,
  medicare,
  pictures,
  exports,
  deletions,
  openings,
  uploads,
  fileActivation,
  fileCopies,
  fileChecks,
  fileLinks,
  invoices,
  billing,
  billingCards,
  checkouts,
  payments,
  stopping,
];

/** Every operation of the product. The access matrix checks this list, and finds an operation that is declared elsewhere. */
export const operations: readonly Operation<unknown>[] = features.flatMap((feature) =>
  Object.values<unknown>(feature).filter(isOperation),
);
