import type { card } from './en/card.ts';
import type { checkout } from './en/checkout.ts';
import type { common } from './en/common.ts';
import type { consentPrivacy } from './en/consent-privacy.ts';
import type { consentService } from './en/consent-service.ts';
import type { dashboard } from './en/dashboard.ts';
import type { emergency } from './en/emergency.ts';
import type { errors } from './en/errors.ts';
import type { fields } from './en/fields.ts';
import type { help } from './en/help.ts';
import type { layout } from './en/layout.ts';
import type { loginAsCustomer } from './en/login-as-customer.ts';
import type { mails } from './en/mails.ts';
import type { mailsAccount } from './en/mails-account.ts';
import type { mailsSecurity } from './en/mails-security.ts';
import type { menu } from './en/menu.ts';
import type { notifications } from './en/notifications.ts';
import type { onBehalf } from './en/on-behalf.ts';
import type { pdf } from './en/pdf.ts';
import type { plan } from './en/plan.ts';
import type { questionnaire } from './en/questionnaire.ts';
import type { questionnaireAbout } from './en/questionnaire-about.ts';
import type { questionnaireContacts } from './en/questionnaire-contacts.ts';
import type { questionnaireDying } from './en/questionnaire-dying.ts';
import type { questionnaireEdit } from './en/questionnaire-edit.ts';
import type { questionnaireElse } from './en/questionnaire-else.ts';
import type { questionnaireHealth } from './en/questionnaire-health.ts';
import type { questionnaireNext } from './en/questionnaire-next.ts';
import type { questionnaireSign } from './en/questionnaire-sign.ts';
import type { questionnaireTreatments } from './en/questionnaire-treatments.ts';
import type { questionnaireValues } from './en/questionnaire-values.ts';
import type { recovery } from './en/recovery.ts';
import type { secondStep } from './en/second-step.ts';
import type { settings } from './en/settings.ts';
import type { settingsAdmin } from './en/settings-admin.ts';
import type { settingsPrivacy } from './en/settings-privacy.ts';
import type { settingsProvider } from './en/settings-provider.ts';
import type { settingsSecondStep } from './en/settings-second-step.ts';
import type { signin } from './en/signin.ts';
import type { signup } from './en/signup.ts';
import type { states } from './en/states.ts';
import type { success } from './en/success.ts';
import type { system } from './en/system.ts';
import type { textMessages } from './en/text-messages.ts';
import type { verifyEmail } from './en/verify-email.ts';

/** The two languages of the product. `zh` is Simplified Chinese. */
export const languages = ['en', 'zh'] as const;

export type Language = (typeof languages)[number];

/** The text files, by name. The web loads each when a page needs it; the server loads them all. */
export type TextFiles = {
  card: typeof card;
  checkout: typeof checkout;
  common: typeof common;
  'consent-privacy': typeof consentPrivacy;
  'consent-service': typeof consentService;
  dashboard: typeof dashboard;
  emergency: typeof emergency;
  errors: typeof errors;
  fields: typeof fields;
  help: typeof help;
  layout: typeof layout;
  'login-as-customer': typeof loginAsCustomer;
  mails: typeof mails;
  'mails-account': typeof mailsAccount;
  'mails-security': typeof mailsSecurity;
  menu: typeof menu;
  notifications: typeof notifications;
  'on-behalf': typeof onBehalf;
  pdf: typeof pdf;
  plan: typeof plan;
  questionnaire: typeof questionnaire;
  'questionnaire-about': typeof questionnaireAbout;
  'questionnaire-contacts': typeof questionnaireContacts;
  'questionnaire-dying': typeof questionnaireDying;
  'questionnaire-edit': typeof questionnaireEdit;
  'questionnaire-else': typeof questionnaireElse;
  'questionnaire-health': typeof questionnaireHealth;
  'questionnaire-next': typeof questionnaireNext;
  'questionnaire-sign': typeof questionnaireSign;
  'questionnaire-treatments': typeof questionnaireTreatments;
  'questionnaire-values': typeof questionnaireValues;
  recovery: typeof recovery;
  'second-step': typeof secondStep;
  settings: typeof settings;
  'settings-admin': typeof settingsAdmin;
  'settings-privacy': typeof settingsPrivacy;
  'settings-provider': typeof settingsProvider;
  'settings-second-step': typeof settingsSecondStep;
  signin: typeof signin;
  signup: typeof signup;
  states: typeof states;
  success: typeof success;
  system: typeof system;
  'text-messages': typeof textMessages;
  'verify-email': typeof verifyEmail;
};

export type TextFile = keyof TextFiles;

type Keys = { [File in TextFile]: keyof TextFiles[File] }[TextFile];
type PluralBase<Key> = Key extends `${infer Base}_other` ? Base : never;

/** The key of any text of the product; for a text with number forms, the key without `_one` or `_other`. */
export type TextKey = Keys | PluralBase<Keys>;

/** Values put in where the text has `{name}`. `count` also chooses the number form. */
export type TextParams = Readonly<Record<string, string | number>>;

/** Turns a key into words of one language. */
export type Translate = (key: TextKey, params?: TextParams) => string;
