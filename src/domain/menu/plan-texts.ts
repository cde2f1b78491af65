import type { TextFile } from '../i18n/texts.ts';

/** Texts of a whole plan in words. */
export const planTexts = [
  'questionnaire',
  'questionnaire-about',
  'questionnaire-values',
  'questionnaire-health',
  'questionnaire-treatments',
  'questionnaire-dying',
  'questionnaire-else',
  'questionnaire-contacts',
  'questionnaire-sign',
  'on-behalf',
  'success',
] as const satisfies readonly TextFile[];
