import { stateOfPostcode } from '../fields.ts';
import { textOf, type Answers } from '../questionnaire/answers.ts';
import { inVoice, type Reading } from '../questionnaire/reading/present.ts';

/** Returns the sentence that defines a plan, and distinguishes it from the form of the person's state. */
export function legalText(reading: Reading, answers: Answers): string {
  if (reading.voice.kind === 'onBehalf') return inVoice(reading, 'pdf.legal.onBehalf');
  return reading.t(`pdf.legal.${stateOfPostcode(textOf(answers, 'postcode')) ?? 'unknown'}`);
}
