import type { TextFile } from '../../../domain/i18n/texts.ts';
import { tellingTexts } from '../../plan-view/steps/step-texts.ts';

/** Text files with the names of fields that staff changed: the titles of the plan's answers, in addition to the page's own. */
export const visitTexts: readonly TextFile[] = ['questionnaire', 'on-behalf', ...tellingTexts];
