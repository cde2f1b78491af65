import { assistant } from './en/assistant.ts';
import { billing } from './en/billing.ts';
import { card } from './en/card.ts';
import { checkout } from './en/checkout.ts';
import { common } from './en/common.ts';
import { consentPrivacy } from './en/consent-privacy.ts';
import { consentService } from './en/consent-service.ts';
import { clinicalSystems } from './en/clinical-systems.ts';
import { contacts } from './en/contacts.ts';
import { conversations } from './en/conversations.ts';
import { customers } from './en/customers.ts';
import { customersColumns } from './en/customers-columns.ts';
import { customersNew } from './en/customers-new.ts';
import { customerPage } from './en/customer-page.ts';
import { customersImport } from './en/customers-import.ts';
import { customersConfirm } from './en/customers-confirm.ts';
import { customersMany } from './en/customers-many.ts';
import { customersMove } from './en/customers-move.ts';
import { customersErrors } from './en/customers-errors.ts';
import { mailsCustomers } from './en/mails-customers.ts';
import { dashboard } from './en/dashboard.ts';
import { emergency } from './en/emergency.ts';
import { errors } from './en/errors.ts';
import { fhir } from './en/fhir.ts';
import { fields } from './en/fields.ts';
import { files } from './en/files.ts';
import { fileErrors } from './en/file-errors.ts';
import { find } from './en/find.ts';
import { first } from './en/first.ts';
import { errorPages } from './en/error-pages.ts';
import { contactPages } from './en/contact-pages.ts';
import { guest } from './en/guest.ts';
import { handover } from './en/handover.ts';
import { hospitalSheet } from './en/hospital-sheet.ts';
import { hospital } from './en/hospital.ts';
import { health } from './en/health.ts';
import { healthLinkPage } from './en/health-link-page.ts';
import { healthLinks } from './en/health-links.ts';
import { help } from './en/help.ts';
import { integrations } from './en/integrations.ts';
import { invite } from './en/invite.ts';
import { invoice } from './en/invoice.ts';
import { layout } from './en/layout.ts';
import { licences } from './en/licences.ts';
import { lists } from './en/lists.ts';
import { loginAsCustomer } from './en/login-as-customer.ts';
import { mails } from './en/mails.ts';
import { mailsAccount } from './en/mails-account.ts';
import { mailsContacts } from './en/mails-contacts.ts';
import { mailsPayment } from './en/mails-payment.ts';
import { mailsProviders } from './en/mails-providers.ts';
import { mailsSecurity } from './en/mails-security.ts';
import { menu } from './en/menu.ts';
import { notifications } from './en/notifications.ts';
import { onBehalf } from './en/on-behalf.ts';
import { ownCopy } from './en/own-copy.ts';
import { paymentErrors } from './en/payment-errors.ts';
import { pdf } from './en/pdf.ts';
import { photographs } from './en/photographs.ts';
import { plan } from './en/plan.ts';
import { questionnaire } from './en/questionnaire.ts';
import { questionnaireAbout } from './en/questionnaire-about.ts';
import { questionnaireContacts } from './en/questionnaire-contacts.ts';
import { questionnaireDying } from './en/questionnaire-dying.ts';
import { questionnaireEdit } from './en/questionnaire-edit.ts';
import { questionnaireElse } from './en/questionnaire-else.ts';
import { questionnaireHealth } from './en/questionnaire-health.ts';
import { questionnaireNext } from './en/questionnaire-next.ts';
import { questionsPreview } from './en/questions-preview.ts';
import { questionnaireSign } from './en/questionnaire-sign.ts';
import { questionnaireTreatments } from './en/questionnaire-treatments.ts';
import { questionnaireValues } from './en/questionnaire-values.ts';
import { recovery } from './en/recovery.ts';
import { reports } from './en/reports.ts';
import { reportsConversations } from './en/reports-conversations.ts';
import { secondStep } from './en/second-step.ts';
import { settings } from './en/settings.ts';
import { settingsAdmin } from './en/settings-admin.ts';
import { settingsPrivacy } from './en/settings-privacy.ts';
import { settingsProvider } from './en/settings-provider.ts';
import { settingsSecondStep } from './en/settings-second-step.ts';
import { signin } from './en/signin.ts';
import { signup } from './en/signup.ts';
import { standIn } from './en/stand-in.ts';
import { states } from './en/states.ts';
import { status } from './en/status.ts';
import { subscriptions } from './en/subscriptions.ts';
import { success } from './en/success.ts';
import { system } from './en/system.ts';
import { textMessages } from './en/text-messages.ts';
import { providerBilling } from './en/provider-billing.ts';
import { providers } from './en/providers.ts';
import { providersFee } from './en/providers-fee.ts';
import { providersForm } from './en/providers-form.ts';
import { providersStructure } from './en/providers-structure.ts';
import { providersUndo } from './en/providers-undo.ts';
import { today } from './en/today.ts';
import { users } from './en/users.ts';
import { permissions } from './en/permissions.ts';
import { duplicates } from './en/duplicates.ts';
import { earlierFiles } from './en/earlier-files.ts';
import { evidence } from './en/evidence.ts';
import { facilities } from './en/facilities.ts';
import { providersConnection } from './en/providers-connection.ts';
import { organisationSignIn } from './en/organisation-sign-in.ts';
import { organisationErrors } from './en/organisation-errors.ts';
import { mailsStaff } from './en/mails-staff.ts';
import { verifyEmail } from './en/verify-email.ts';
import { versions } from './en/versions.ts';
import { where } from './en/where.ts';

/** All text files, by name: the types of texts are derived from this list. */
export const en = {
  assistant,
  billing,
  card,
  checkout,
  common,
  'consent-privacy': consentPrivacy,
  'consent-service': consentService,
  contacts,
  conversations,
  customers,
  'customers-columns': customersColumns,
  'customers-new': customersNew,
  'customer-page': customerPage,
  'customers-import': customersImport,
  'customers-confirm': customersConfirm,
  'customers-many': customersMany,
  'customers-move': customersMove,
  'customers-errors': customersErrors,
  'mails-customers': mailsCustomers,
  dashboard,
  emergency,
  errors,
  fhir,
  fields,
  files,
  'file-errors': fileErrors,
  find,
  first,
  'error-pages': errorPages,
  'contact-pages': contactPages,
  guest,
  handover,
  hospital,
  'hospital-sheet': hospitalSheet,
  health,
  'health-link-page': healthLinkPage,
  'health-links': healthLinks,
  help,
  integrations,
  'clinical-systems': clinicalSystems,
  invite,
  invoice,
  layout,
  licences,
  lists,
  'login-as-customer': loginAsCustomer,
  mails,
  'mails-account': mailsAccount,
  'mails-contacts': mailsContacts,
  'mails-payment': mailsPayment,
  'mails-providers': mailsProviders,
  'mails-security': mailsSecurity,
  menu,
  notifications,
  'on-behalf': onBehalf,
  'own-copy': ownCopy,
  'payment-errors': paymentErrors,
  pdf,
  photographs,
  plan,
  questionnaire,
  'questionnaire-about': questionnaireAbout,
  'questionnaire-contacts': questionnaireContacts,
  'questionnaire-dying': questionnaireDying,
  'questionnaire-edit': questionnaireEdit,
  'questionnaire-else': questionnaireElse,
  'questionnaire-health': questionnaireHealth,
  'questionnaire-next': questionnaireNext,
  'questions-preview': questionsPreview,
  'questionnaire-sign': questionnaireSign,
  'questionnaire-treatments': questionnaireTreatments,
  'questionnaire-values': questionnaireValues,
  recovery,
  reports,
  'reports-conversations': reportsConversations,
  'second-step': secondStep,
  settings,
  'settings-admin': settingsAdmin,
  'settings-privacy': settingsPrivacy,
  'settings-provider': settingsProvider,
  'settings-second-step': settingsSecondStep,
  signin,
  signup,
  'stand-in': standIn,
  states,
  status,
  subscriptions,
  success,
  system,
  'text-messages': textMessages,
  'provider-billing': providerBilling,
  providers,
  'providers-fee': providersFee,
  'providers-form': providersForm,
  'providers-structure': providersStructure,
  'providers-undo': providersUndo,
  today,
  users,
  permissions,
  duplicates,
  'earlier-files': earlierFiles,
  evidence,
  facilities,
  'organisation-errors': organisationErrors,
  'providers-connection': providersConnection,
  'organisation-sign-in': organisationSignIn,
  'mails-staff': mailsStaff,
  'verify-email': verifyEmail,
  versions,
  where,
};
