import type { PlainTextKey } from '../i18n/texts.ts';

/** Kinds of care of a facility, as stored (FAC-10). */
export const careTypes = [
  'Home Care',
  'Residential',
  'Multi-Purpose Service',
  'Transition Care',
  'Short Term Restorative Care (STRC)',
  'National Aboriginal and Torres Strait Islander Aged Care Program',
  'Innovative Pool',
] as const;
export type CareType = (typeof careTypes)[number];

/** Text of each kind of care. */
export const careTypeWords: Readonly<Record<CareType, PlainTextKey>> = {
  'Home Care': 'facilities.careType.homeCare',
  Residential: 'facilities.careType.residential',
  'Multi-Purpose Service': 'facilities.careType.multiPurposeService',
  'Transition Care': 'facilities.careType.transitionCare',
  'Short Term Restorative Care (STRC)': 'facilities.careType.shortTermRestorative',
  'National Aboriginal and Torres Strait Islander Aged Care Program':
    'facilities.careType.nationalAboriginal',
  'Innovative Pool': 'facilities.careType.innovativePool',
};

/** Whether a text is exactly a kind of care. */
export const isCareType = (text: string): text is CareType => careTypes.some((known) => known === text);
