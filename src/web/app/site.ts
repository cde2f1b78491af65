import type { ConsentDocument } from '../../domain/accounts/consents.ts';
import type { Language } from '../../domain/i18n/texts.ts';

/** What an operator sets for the whole site: names and addresses that texts and links put in. */
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
  /** Whether the seller is registered for GST: without it no sum names it (D-34). */
  gstRegistered?: boolean;
  /** Whether trusted contacts ask for a payment plan first (DASH-15). */
  trustedContactsPaywall?: boolean;
  /** The versions of the texts to agree to, by whose words this page speaks. Absent where the server did not write the page. */
  consents?: Readonly<Record<ConsentDocument, string>>;
  /** What is put in other words in Chinese. */
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
  /** Where signing out leads. */
  homeUrl: string;
  advanceCarePlanningUrl: string;
  healthRecordUrl: string;
  organDonorUrl: string;
};

/** Hours in which no line ends between a number and the word after it, as in "5 pm". */
const unbroken = (hours: string): string => hours.replaceAll(/(?<=\d) (?=\S)/g, '\u00a0');

/**
 * Reads the site's values from the JSON in the page. The telephone number and each of the opening hours are kept on one line
 * wherever they are shown. @throws SyntaxError if the text is not JSON
 */
export function readSite(content: string): Site {
  const site = JSON.parse(content) as Site;
  const { helpPhone, helpHours } = site;
  return {
    ...site,
    helpPhone: helpPhone?.replaceAll(' ', '\u00a0'),
    helpHours: helpHours && { en: unbroken(helpHours.en), zh: unbroken(helpHours.zh) },
  };
}

/** The values of this site. */
export const site = readSite(
  document.querySelector('meta[name="wattle-site"]')?.getAttribute('content') || '{}',
);

/** A telephone number as the address of a link. */
export function telephoneHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}
