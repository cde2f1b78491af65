import type { TextFiles } from './texts.ts';
import { assistant } from './zh/assistant.ts';
import { billing } from './zh/billing.ts';
import { card } from './zh/card.ts';
import { checkout } from './zh/checkout.ts';
import { common } from './zh/common.ts';
import { consentPrivacy } from './zh/consent-privacy.ts';
import { consentService } from './zh/consent-service.ts';
import { clinicalSystems } from './zh/clinical-systems.ts';
import { contacts } from './zh/contacts.ts';
import { conversations } from './zh/conversations.ts';
import { customers } from './zh/customers.ts';
import { customersColumns } from './zh/customers-columns.ts';
import { customersNew } from './zh/customers-new.ts';
import { customerPage } from './zh/customer-page.ts';
import { customersImport } from './zh/customers-import.ts';
import { customersConfirm } from './zh/customers-confirm.ts';
import { customersMany } from './zh/customers-many.ts';
import { customersMove } from './zh/customers-move.ts';
import { customersErrors } from './zh/customers-errors.ts';
import { mailsCustomers } from './zh/mails-customers.ts';
import { dashboard } from './zh/dashboard.ts';
import { emergency } from './zh/emergency.ts';
import { errors } from './zh/errors.ts';
import { fhir } from './zh/fhir.ts';
import { fields } from './zh/fields.ts';
import { files } from './zh/files.ts';
import { fileErrors } from './zh/file-errors.ts';
import { find } from './zh/find.ts';
import { first } from './zh/first.ts';
import { errorPages } from './zh/error-pages.ts';
import { contactPages } from './zh/contact-pages.ts';
import { guest } from './zh/guest.ts';
import { handover } from './zh/handover.ts';
import { hospitalSheet } from './zh/hospital-sheet.ts';
import { hospital } from './zh/hospital.ts';
import { health } from './zh/health.ts';
import { healthLinkPage } from './zh/health-link-page.ts';
import { healthLinks } from './zh/health-links.ts';
import { help } from './zh/help.ts';
import { integrations } from './zh/integrations.ts';
import { invite } from './zh/invite.ts';
import { invoice } from './zh/invoice.ts';
import { layout } from './zh/layout.ts';
import { licences } from './zh/licences.ts';
import { lists } from './zh/lists.ts';
import { loginAsCustomer } from './zh/login-as-customer.ts';
import { mails } from './zh/mails.ts';
import { mailsAccount } from './zh/mails-account.ts';
import { mailsContacts } from './zh/mails-contacts.ts';
import { mailsPayment } from './zh/mails-payment.ts';
import { mailsProviders } from './zh/mails-providers.ts';
import { mailsSecurity } from './zh/mails-security.ts';
import { menu } from './zh/menu.ts';
import { notifications } from './zh/notifications.ts';
import { onBehalf } from './zh/on-behalf.ts';
import { ownCopy } from './zh/own-copy.ts';
import { paymentErrors } from './zh/payment-errors.ts';
import { pdf } from './zh/pdf.ts';
import { photographs } from './zh/photographs.ts';
import { plan } from './zh/plan.ts';
import { questionnaire } from './zh/questionnaire.ts';
import { questionnaireAbout } from './zh/questionnaire-about.ts';
import { questionnaireContacts } from './zh/questionnaire-contacts.ts';
import { questionnaireDying } from './zh/questionnaire-dying.ts';
import { questionnaireEdit } from './zh/questionnaire-edit.ts';
import { questionnaireElse } from './zh/questionnaire-else.ts';
import { questionnaireHealth } from './zh/questionnaire-health.ts';
import { questionnaireNext } from './zh/questionnaire-next.ts';
import { questionsPreview } from './zh/questions-preview.ts';
import { questionnaireSign } from './zh/questionnaire-sign.ts';
import { questionnaireTreatments } from './zh/questionnaire-treatments.ts';
import { questionnaireValues } from './zh/questionnaire-values.ts';
import { recovery } from './zh/recovery.ts';
import { reports } from './zh/reports.ts';
import { reportsConversations } from './zh/reports-conversations.ts';
import { secondStep } from './zh/second-step.ts';
import { settings } from './zh/settings.ts';
import { settingsAdmin } from './zh/settings-admin.ts';
import { settingsPrivacy } from './zh/settings-privacy.ts';
import { settingsProvider } from './zh/settings-provider.ts';
import { settingsSecondStep } from './zh/settings-second-step.ts';
import { signin } from './zh/signin.ts';
import { signup } from './zh/signup.ts';
import { standIn } from './zh/stand-in.ts';
import { states } from './zh/states.ts';
import { status } from './zh/status.ts';
import { subscriptions } from './zh/subscriptions.ts';
import { success } from './zh/success.ts';
import { system } from './zh/system.ts';
import { textMessages } from './zh/text-messages.ts';
import { providerBilling } from './zh/provider-billing.ts';
import { providers } from './zh/providers.ts';
import { providersFee } from './zh/providers-fee.ts';
import { providersForm } from './zh/providers-form.ts';
import { providersStructure } from './zh/providers-structure.ts';
import { providersUndo } from './zh/providers-undo.ts';
import { today } from './zh/today.ts';
import { users } from './zh/users.ts';
import { permissions } from './zh/permissions.ts';
import { duplicates } from './zh/duplicates.ts';
import { earlierFiles } from './zh/earlier-files.ts';
import { evidence } from './zh/evidence.ts';
import { facilities } from './zh/facilities.ts';
import { providersConnection } from './zh/providers-connection.ts';
import { organisationSignIn } from './zh/organisation-sign-in.ts';
import { organisationErrors } from './zh/organisation-errors.ts';
import { mailsStaff } from './zh/mails-staff.ts';
import { verifyEmail } from './zh/verify-email.ts';
import { versions } from './zh/versions.ts';
import { where } from './zh/where.ts';

/** The same files in Simplified Chinese. A missing file does not compile, nor one with other keys. */
export const zh: { [File in keyof TextFiles]: Record<keyof TextFiles[File], string> } = {
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
