/** What an operator sets for the whole site: names and addresses that texts and links put in. */
export type Site = {
  helpPhone: string;
  helpHours: string;
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
  /** Where signing out leads. */
  homeUrl: string;
  advanceCarePlanningUrl: string;
  healthRecordUrl: string;
  organDonorUrl: string;
};

/** Values to try the product with. */
const trial: Site = {
  helpPhone: '1800 000 000',
  helpHours: '9 am to 5 pm AEST, Monday to Friday',
  helpEmail: 'help@wattle.localhost',
  companyName: 'Wattle',
  abn: '00 000 000 000',
  companyAddress: '1 Example Street, Melbourne VIC 3000',
  privacyEmail: 'privacy@wattle.localhost',
  privacyOfficer: 'Privacy Officer',
  hostingPlace: 'Australia',
  paymentCompany: 'Stripe',
  smsCompany: 'our text message provider',
  mailCompany: 'our mail provider',
  overseasCountries: 'the United States',
  homeUrl: '/',
  advanceCarePlanningUrl: 'https://www.advancecareplanning.org.au/',
  healthRecordUrl: 'https://www.myhealthrecord.gov.au/',
  organDonorUrl: 'https://www.donatelife.gov.au/register-donor-today',
};

/** Reads the site's values from the JSON that the server put into the page. What is missing keeps its trial value. */
export function readSite(content: string | null | undefined): Site {
  return content ? { ...trial, ...(JSON.parse(content) as Partial<Site>) } : trial;
}

export const site = readSite(document.querySelector('meta[name="wattle-site"]')?.getAttribute('content'));

/** A telephone number as the address of a link. */
export function telephoneHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}
