import type { ConsentDocument } from '../../domain/accounts/consents/consents.ts';
import { hoursOnOneLine, phoneOnOneLine } from '../../domain/i18n/help-line.ts';
import type { Language } from '../../domain/i18n/texts.ts';

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

/**
 * Reads the site's values from the JSON in the page. The telephone number and each of the opening hours are kept on one line
 * wherever they are shown. @throws SyntaxError if the text is not JSON
 */
export function readSite(content: string): Site {
  const site = JSON.parse(content) as Site;
  const { helpPhone, helpHours } = site;
  return {
    ...site,
    helpPhone: helpPhone && phoneOnOneLine(helpPhone),
    helpHours: helpHours && { en: hoursOnOneLine(helpHours.en), zh: hoursOnOneLine(helpHours.zh) },
  };
}

/** The values of this site. */
export const site = readSite(
  document.querySelector('meta[name="wattle-site"]')?.getAttribute('content') || '{}',
);
