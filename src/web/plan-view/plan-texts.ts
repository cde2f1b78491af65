import type { TextFile } from '../../domain/i18n/texts.ts';

/** What telling a whole plan in words needs, besides the texts of its page. */
export const planTexts: readonly TextFile[] = [
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
];
