import type { ConsentDocument } from '../accounts/consents/consents.ts';
import type { Language } from './texts.ts';

/** Values that an operator sets for the whole site: names and addresses for texts and links. */
export type Site = {
  helpPhone: string;
  helpHours: Readonly<Record<Language, string>>;
  helpEmail: string;
  companyName: string;
  abn: string;
  companyAddress: string;
  privacyEmail: string;
  privacyOfficer: string;
  hostingPlace: string;
  paymentCompany: string;
  smsCompany: string;
  mailCompany: string;
  overseasCountries: string;
  /** URL of the full privacy policy; '' if there is none, and then no text mentions it. */
  privacyPolicyUrl: string;
  /** Whether the seller is registered for GST: otherwise no amount mentions it (D-34). */
  gstRegistered?: boolean;
  /** Whether trusted contacts require a payment plan (DASH-15). */
  trustedContactsPaywall?: boolean;
  /** Versions of the texts to agree to that this page shows. Absent if the server did not render the page. */
  consents?: Readonly<Record<ConsentDocument, string>>;
  /** Version of the questions that this page shows. Absent if the server did not render the page. */
  definition?: number;
  /** Values that differ in Chinese. */
  zh?: Partial<
    Record<
      | 'companyName'
      | 'companyAddress'
      | 'privacyOfficer'
      | 'hostingPlace'
      | 'paymentCompany'
      | 'smsCompany'
      | 'mailCompany'
      | 'overseasCountries',
      string
    >
  >;
  /** Address after signing out. */
  homeUrl: string;
  advanceCarePlanningUrl: string;
  healthRecordUrl: string;
  organDonorUrl: string;
};

/** Returns a telephone number that is kept on one line wherever it is shown. */
export const phoneOnOneLine = (phone: string): string => phone.replaceAll(' ', '\u00a0');

/** Keeps a number and the word after it on one line, as in "5 pm". */
export const hoursOnOneLine = (hours: string): string => hours.replaceAll(/(?<=\d) (?=\S)/g, '\u00a0');

/** Returns the link address of a telephone number. */
export const telephoneHref = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
