import type { Site } from '../../src/domain/i18n/site.ts';

/**
 * Values of a site for rendering a frame: for each setting of the operator, a placeholder that the server replaces by the value
 * (src/server/http/frames/first-frames.ts).
 */
export const siteMarks: Site = {
  helpPhone: '{{helpPhone}}',
  helpHours: { en: '{{helpHours}}', zh: '{{helpHours}}' },
  helpEmail: '{{helpEmail}}',
  companyName: '{{companyName}}',
  abn: '{{abn}}',
  companyAddress: '{{companyAddress}}',
  privacyEmail: '{{privacyEmail}}',
  privacyOfficer: '{{privacyOfficer}}',
  hostingPlace: '{{hostingPlace}}',
  paymentCompany: '{{paymentCompany}}',
  smsCompany: '{{smsCompany}}',
  mailCompany: '{{mailCompany}}',
  overseasCountries: '{{overseasCountries}}',
  // Decides whether texts have a link to it.
  privacyPolicyUrl: '',
  homeUrl: '{{homeUrl}}',
  advanceCarePlanningUrl: '{{advanceCarePlanningUrl}}',
  healthRecordUrl: '{{healthRecordUrl}}',
  organDonorUrl: '{{organDonorUrl}}',
};

/**
 * Returns a rendered page as the server sends it. Forms are inert until hydration, the telephone link has its placeholder, and the
 * browser loads pictures after the styles. @throws Error if a part could not be rendered without a browser, or if the browser would
 * send a form with its fields in the address
 */
export function asFrame(html: string): string {
  if (html.includes('<!--$!-->')) throw new Error('A part of a first frame could not be rendered');
  for (const [form] of html.matchAll(/<form\b[^>]*>/g))
    if (!form.includes('method="post"')) throw new Error(`A form of a first frame has no method: ${form}`);
  return html
    .replaceAll(/<link rel="preload"[^>]*>/g, '')
    .replaceAll('<form ', '<form inert ')
    .replaceAll('href="tel:"', 'href="{{helpPhoneHref}}"');
}
