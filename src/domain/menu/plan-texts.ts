import type { TextFile } from '../i18n/texts.ts';

/** Texts of the questions and their answers. */
export const questionTexts = [
  'questionnaire',
  'questionnaire-about',
  'questionnaire-values',
  'questionnaire-health',
  'questionnaire-treatments',
  'questionnaire-dying',
  'questionnaire-else',
] as const satisfies readonly TextFile[];

/** Texts of a whole plan in words. */
export const planTexts = [
  ...questionTexts,
  'questionnaire-contacts',
  'questionnaire-sign',
  'on-behalf',
  'success',
] as const satisfies readonly TextFile[];
