import { card as enCard } from './en/card.ts';
import { checkout as enCheckout } from './en/checkout.ts';
import { common as enCommon } from './en/common.ts';
import { consentPrivacy as enConsentPrivacy } from './en/consent-privacy.ts';
import { consentService as enConsentService } from './en/consent-service.ts';
import { dashboard as enDashboard } from './en/dashboard.ts';
import { emergency as enEmergency } from './en/emergency.ts';
import { errors as enErrors } from './en/errors.ts';
import { fields as enFields } from './en/fields.ts';
import { help as enHelp } from './en/help.ts';
import { layout as enLayout } from './en/layout.ts';
import { loginAsCustomer as enLoginAsCustomer } from './en/login-as-customer.ts';
import { mails as enMails } from './en/mails.ts';
import { mailsAccount as enMailsAccount } from './en/mails-account.ts';
import { mailsSecurity as enMailsSecurity } from './en/mails-security.ts';
import { menu as enMenu } from './en/menu.ts';
import { notifications as enNotifications } from './en/notifications.ts';
import { onBehalf as enOnBehalf } from './en/on-behalf.ts';
import { pdf as enPdf } from './en/pdf.ts';
import { plan as enPlan } from './en/plan.ts';
import { questionnaire as enQuestionnaire } from './en/questionnaire.ts';
import { questionnaireAbout as enQuestionnaireAbout } from './en/questionnaire-about.ts';
import { questionnaireContacts as enQuestionnaireContacts } from './en/questionnaire-contacts.ts';
import { questionnaireDying as enQuestionnaireDying } from './en/questionnaire-dying.ts';
import { questionnaireEdit as enQuestionnaireEdit } from './en/questionnaire-edit.ts';
import { questionnaireElse as enQuestionnaireElse } from './en/questionnaire-else.ts';
import { questionnaireHealth as enQuestionnaireHealth } from './en/questionnaire-health.ts';
import { questionnaireNext as enQuestionnaireNext } from './en/questionnaire-next.ts';
import { questionnaireSign as enQuestionnaireSign } from './en/questionnaire-sign.ts';
import { questionnaireTreatments as enQuestionnaireTreatments } from './en/questionnaire-treatments.ts';
import { questionnaireValues as enQuestionnaireValues } from './en/questionnaire-values.ts';
import { recovery as enRecovery } from './en/recovery.ts';
import { secondStep as enSecondStep } from './en/second-step.ts';
import { settings as enSettings } from './en/settings.ts';
import { settingsAdmin as enSettingsAdmin } from './en/settings-admin.ts';
import { settingsPrivacy as enSettingsPrivacy } from './en/settings-privacy.ts';
import { settingsProvider as enSettingsProvider } from './en/settings-provider.ts';
import { settingsSecondStep as enSettingsSecondStep } from './en/settings-second-step.ts';
import { signin as enSignin } from './en/signin.ts';
import { signup as enSignup } from './en/signup.ts';
import { states as enStates } from './en/states.ts';
import { success as enSuccess } from './en/success.ts';
import { system as enSystem } from './en/system.ts';
import { textMessages as enTextMessages } from './en/text-messages.ts';
import { verifyEmail as enVerifyEmail } from './en/verify-email.ts';
import { card as zhCard } from './zh/card.ts';
import { checkout as zhCheckout } from './zh/checkout.ts';
import { common as zhCommon } from './zh/common.ts';
import { consentPrivacy as zhConsentPrivacy } from './zh/consent-privacy.ts';
import { consentService as zhConsentService } from './zh/consent-service.ts';
import { dashboard as zhDashboard } from './zh/dashboard.ts';
import { emergency as zhEmergency } from './zh/emergency.ts';
import { errors as zhErrors } from './zh/errors.ts';
import { fields as zhFields } from './zh/fields.ts';
import { help as zhHelp } from './zh/help.ts';
import { layout as zhLayout } from './zh/layout.ts';
import { loginAsCustomer as zhLoginAsCustomer } from './zh/login-as-customer.ts';
import { mails as zhMails } from './zh/mails.ts';
import { mailsAccount as zhMailsAccount } from './zh/mails-account.ts';
import { mailsSecurity as zhMailsSecurity } from './zh/mails-security.ts';
import { menu as zhMenu } from './zh/menu.ts';
import { notifications as zhNotifications } from './zh/notifications.ts';
import { onBehalf as zhOnBehalf } from './zh/on-behalf.ts';
import { pdf as zhPdf } from './zh/pdf.ts';
import { plan as zhPlan } from './zh/plan.ts';
import { questionnaire as zhQuestionnaire } from './zh/questionnaire.ts';
import { questionnaireAbout as zhQuestionnaireAbout } from './zh/questionnaire-about.ts';
import { questionnaireContacts as zhQuestionnaireContacts } from './zh/questionnaire-contacts.ts';
import { questionnaireDying as zhQuestionnaireDying } from './zh/questionnaire-dying.ts';
import { questionnaireEdit as zhQuestionnaireEdit } from './zh/questionnaire-edit.ts';
import { questionnaireElse as zhQuestionnaireElse } from './zh/questionnaire-else.ts';
import { questionnaireHealth as zhQuestionnaireHealth } from './zh/questionnaire-health.ts';
import { questionnaireNext as zhQuestionnaireNext } from './zh/questionnaire-next.ts';
import { questionnaireSign as zhQuestionnaireSign } from './zh/questionnaire-sign.ts';
import { questionnaireTreatments as zhQuestionnaireTreatments } from './zh/questionnaire-treatments.ts';
import { questionnaireValues as zhQuestionnaireValues } from './zh/questionnaire-values.ts';
import { recovery as zhRecovery } from './zh/recovery.ts';
import { secondStep as zhSecondStep } from './zh/second-step.ts';
import { settings as zhSettings } from './zh/settings.ts';
import { settingsAdmin as zhSettingsAdmin } from './zh/settings-admin.ts';
import { settingsPrivacy as zhSettingsPrivacy } from './zh/settings-privacy.ts';
import { settingsProvider as zhSettingsProvider } from './zh/settings-provider.ts';
import { settingsSecondStep as zhSettingsSecondStep } from './zh/settings-second-step.ts';
import { signin as zhSignin } from './zh/signin.ts';
import { signup as zhSignup } from './zh/signup.ts';
import { states as zhStates } from './zh/states.ts';
import { success as zhSuccess } from './zh/success.ts';
import { system as zhSystem } from './zh/system.ts';
import { textMessages as zhTextMessages } from './zh/text-messages.ts';
import { verifyEmail as zhVerifyEmail } from './zh/verify-email.ts';
import type { Language } from './texts.ts';

/** Every text of the product, for code that does not load texts piece by piece: the server and the tests. */
export const catalogue: Record<Language, Record<string, string>> = {
  en: {
    ...enCard,
    ...enCheckout,
    ...enCommon,
    ...enConsentPrivacy,
    ...enConsentService,
    ...enDashboard,
    ...enEmergency,
    ...enErrors,
    ...enFields,
    ...enHelp,
    ...enLayout,
    ...enLoginAsCustomer,
    ...enMails,
    ...enMailsAccount,
    ...enMailsSecurity,
    ...enMenu,
    ...enNotifications,
    ...enOnBehalf,
    ...enPdf,
    ...enPlan,
    ...enQuestionnaire,
    ...enQuestionnaireAbout,
    ...enQuestionnaireContacts,
    ...enQuestionnaireDying,
    ...enQuestionnaireEdit,
    ...enQuestionnaireElse,
    ...enQuestionnaireHealth,
    ...enQuestionnaireNext,
    ...enQuestionnaireSign,
    ...enQuestionnaireTreatments,
    ...enQuestionnaireValues,
    ...enRecovery,
    ...enSecondStep,
    ...enSettings,
    ...enSettingsAdmin,
    ...enSettingsPrivacy,
    ...enSettingsProvider,
    ...enSettingsSecondStep,
    ...enSignin,
    ...enSignup,
    ...enStates,
    ...enSuccess,
    ...enSystem,
    ...enTextMessages,
    ...enVerifyEmail,
  },
  zh: {
    ...zhCard,
    ...zhCheckout,
    ...zhCommon,
    ...zhConsentPrivacy,
    ...zhConsentService,
    ...zhDashboard,
    ...zhEmergency,
    ...zhErrors,
    ...zhFields,
    ...zhHelp,
    ...zhLayout,
    ...zhLoginAsCustomer,
    ...zhMails,
    ...zhMailsAccount,
    ...zhMailsSecurity,
    ...zhMenu,
    ...zhNotifications,
    ...zhOnBehalf,
    ...zhPdf,
    ...zhPlan,
    ...zhQuestionnaire,
    ...zhQuestionnaireAbout,
    ...zhQuestionnaireContacts,
    ...zhQuestionnaireDying,
    ...zhQuestionnaireEdit,
    ...zhQuestionnaireElse,
    ...zhQuestionnaireHealth,
    ...zhQuestionnaireNext,
    ...zhQuestionnaireSign,
    ...zhQuestionnaireTreatments,
    ...zhQuestionnaireValues,
    ...zhRecovery,
    ...zhSecondStep,
    ...zhSettings,
    ...zhSettingsAdmin,
    ...zhSettingsPrivacy,
    ...zhSettingsProvider,
    ...zhSettingsSecondStep,
    ...zhSignin,
    ...zhSignup,
    ...zhStates,
    ...zhSuccess,
    ...zhSystem,
    ...zhTextMessages,
    ...zhVerifyEmail,
  },
};
