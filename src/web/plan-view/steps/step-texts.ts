import type { TextFile } from '../../../domain/i18n/texts.ts';
import type { StepId } from '../../../domain/questionnaire/answers.ts';

const everyStep: readonly TextFile[] = ['questionnaire', 'on-behalf', 'errors'];

const questionFiles: readonly TextFile[] = [
  'questionnaire-about',
  'questionnaire-values',
  'questionnaire-health',
  'questionnaire-treatments',
  'questionnaire-dying',
  'questionnaire-else',
];

const ofStep: Record<StepId, readonly TextFile[]> = {
  step1: ['questionnaire-about'],
  step2: ['questionnaire-about'],
  step3: ['questionnaire-values'],
  step4: ['questionnaire-health'],
  // The treatments are listed as on the review page.
  step5: ['questionnaire-treatments', 'questionnaire-sign'],
  step6b: ['questionnaire-dying'],
  step7: ['questionnaire-else'],
  step8: ['questionnaire-contacts', 'contacts', 'fields'],
  checkout: ['checkout', 'payment-errors', 'success'],
  step9: [...questionFiles, 'questionnaire-sign'],
  step9b: ['questionnaire-next'],
};

/** Text files of the page before the first question. */
export const startTexts: readonly TextFile[] = everyStep;

/** Returns the text files that a step needs. The words of answers in a conflict are those of the review page. */
export function stepTexts(step: StepId): readonly TextFile[] {
  return [...everyStep, ...ofStep[step]];
}

/** Text files for answers in words, in addition to the step's own texts: the words of the review page, for all questions. */
export const tellingTexts: readonly TextFile[] = [...questionFiles, 'questionnaire-sign'];
