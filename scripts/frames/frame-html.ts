const names = [
  'helpPhone',
  'helpEmail',
  'companyName',
  'abn',
  'companyAddress',
  'privacyEmail',
  'privacyOfficer',
  'hostingPlace',
  'paymentCompany',
  'smsCompany',
  'mailCompany',
  'overseasCountries',
  'homeUrl',
  'advanceCarePlanningUrl',
  'healthRecordUrl',
  'organDonorUrl',
] as const;

/**
 * Values of a site for rendering a frame: for each that an operator sets, a mark that the server replaces by the value
 * (src/server/http/first-frames.ts).
 */
export const siteMarks: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(names.map((name) => [name, `{{${name}}}`])),
  helpHours: { en: '{{helpHours}}', zh: '{{helpHours}}' },
  privacyPolicyUrl: '',
};

/**
 * Returns a rendered page as the server sends it. Forms are inert until React reacts to them, the telephone link has its mark, and
 * the browser finds pictures by itself, after the styles. @throws Error if a form would be sent by the browser with its fields in
 * the address
 */
export function asFrame(html: string): string {
  for (const [form] of html.matchAll(/<form\b[^>]*>/g))
    if (!form.includes('method="post"')) throw new Error(`A form of a first frame has no method: ${form}`);
  return html
    .replaceAll(/<link rel="preload"[^>]*>/g, '')
    .replaceAll('<form ', '<form inert ')
    .replaceAll('href="tel:"', 'href="{{helpPhoneHref}}"');
}
