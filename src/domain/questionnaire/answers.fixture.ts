import fc from 'fast-check';
import { healthKeys, noteKeys, type Answers } from './answers.ts';
import { currentDefinition, questions } from './definition.ts';
import type { StoredPlan } from './reading/present.ts';

/** Returns a plan with every required answer, for tests: nothing refused, no helper, signed. */
export function completeAnswers(): Answers {
  return {
    firstName: 'Margaret',
    lastName: 'O’Brien',
    hasHelp: 'No',
    dob: '04/05/1948',
    gender: 'Female',
    postcode: '3280',
    minimumQolList: ['Having independence'],
    ...Object.fromEntries(healthKeys.map((key) => [key, 'Life is still worth living'])),
    cprStopBreathing: 'do not want CPR',
    cprCatastrophic: 'only if minimum quality of life is expected',
    treatmentsSelected: ['None of these'],
    palliativeCare: 'expected in less than six months',
    terminalCondition: 'be told as much as possible',
    receiveCare: 'at home',
    completeAll: ['voluntary choices with no coercion'],
    confirmationAcknowledgement: 'believe I have capacity',
    confirmName: 'Margaret O’Brien',
    signatureImage: signaturePng,
  };
}

/** Returns a draft with these answers, as stored. */
export const storedDraft = (answers: Answers): StoredPlan => ({
  status: 'draft',
  definition_version: currentDefinition.version,
  answers,
  signed_sections: null,
});

/** A PNG of one pixel, as data URL. */
export const signaturePng =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const printable = fc.string({ unit: fc.constantFrom(...'aB é王ש👩‍⚕️-.,', ' ', '\u3000'), maxLength: 30 });

/** Any mixture of answers that a save may contain: any keys, options in any order, texts of several scripts. */
export const anyAnswers: fc.Arbitrary<Answers> = fc
  .record(
    {
      ...Object.fromEntries(
        questions.map(({ key, kind, options }) => {
          const values = options?.map((option) => option.value) ?? [];
          if (kind === 'choices')
            return [key, fc.subarray(values).chain((list) => fc.shuffledSubarray(list))];
          return [key, values.length > 0 ? fc.constantFrom('', ...values) : printable];
        }),
      ),
      ...Object.fromEntries(noteKeys.map((key) => [key, printable])),
    },
    { requiredKeys: [] },
  )
  .map((answers) => answers as Answers);
