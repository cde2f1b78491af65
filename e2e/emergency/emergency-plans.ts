import fc from 'fast-check';
import type { Language } from '../../src/domain/i18n/texts.ts';
import { relations } from '../../src/domain/accounts/relations.ts';
import { qualityOfLifeOptions, treatmentOptions } from '../../src/domain/questionnaire/questions/options.ts';
import { fullAnswers, fullAnswersZh } from '../../src/server/demo/demo-answers.ts';
import {
  answersOfMargaret,
  daniel,
  pageOf,
  priya,
} from '../../src/server/pages/emergency/emergency.fixture.ts';

const treatments = treatmentOptions.filter(({ exclusive }) => !exclusive).map(({ value }) => value);

const cpr = fc.constantFrom(
  'receive CPR regardless of expected quality of life',
  'only if minimum quality of life is expected',
  'do not want CPR',
);

const [firstNames, lastNames] = [
  fc.constantFrom('Jo', 'Margaret', 'Lin Mei', '美玲', 'Maria Magdalena', 'Bartholomew'),
  fc.constantFrom('Li', 'Doyle', '陈', 'Papadopoulos-Wright', 'Van der Westhuizen'),
];

const contact = fc.record({
  person: fc.constantFrom(daniel, priya),
  name: fc.constantFrom('Al Li', 'Daniel Doyle', '陈伟', 'Associate Professor Anita Venkataraghavan'),
  relationship: fc.constantFrom('Son', 'General Practitioner (GP)', 'Neighbour and executor of my will'),
  substitutedDecisionMaker: fc.boolean(),
  enduringGuardian: fc.boolean(),
  status: fc.constantFrom('accepted' as const, 'pending' as const),
});

/** Free texts with the lengths of the demo people's. */
const written = { en: fullAnswers(), zh: fullAnswersZh() };
const longNote = 'Antibiotics by mouth are fine, and a drip for a short time is fine too. '.repeat(14);

export type PlanSpec = {
  firstName: string;
  lastName: string;
  /** The language of the page. */
  language: Language;
  /** The language of the plan. */
  writtenIn: Language;
  stop: string;
  catastrophic: string;
  refused: string[];
  needs: string[];
  note: 'none' | 'short' | 'long';
  contacts: {
    person: typeof daniel;
    name: string;
    relationship: string;
    substitutedDecisionMaker: boolean;
    enduringGuardian: boolean;
    status: 'accepted' | 'pending';
  }[];
  recorder: { name: string; relation: string } | null;
  old: 'card' | 'pdf' | null;
  changed: boolean;
};

const specs: fc.Arbitrary<PlanSpec> = fc.record({
  firstName: firstNames,
  lastName: lastNames,
  language: fc.constantFrom<Language>('en', 'zh'),
  writtenIn: fc.constantFrom<Language>('en', 'zh'),
  stop: cpr,
  catastrophic: cpr,
  refused: fc.subarray(treatments),
  needs: fc.subarray(
    qualityOfLifeOptions.map(({ value }) => value),
    { minLength: 1 },
  ),
  note: fc.constantFrom('none', 'none', 'short', 'long'),
  contacts: fc.array(contact, { maxLength: 4 }),
  recorder: fc.option(fc.record({ name: lastNames, relation: fc.constantFrom(...relations) })),
  old: fc.constantFrom(null, null, 'card' as const, 'pdf' as const),
  changed: fc.boolean(),
});

/** Plans of every kind, the same in each run. */
export const planSpecs = (count: number): PlanSpec[] => fc.sample(specs, { numRuns: count, seed: 32 });

/** Plans with the demo's text lengths: 0, 3 and 7 treatments refused, from either card, by self or on behalf, both languages. */
export function demoSpecs(): PlanSpec[] {
  const choices = [0, 3, 7].flatMap((count) =>
    ([null, 'card'] as const).flatMap((old) =>
      [null, { name: 'Daniel Doyle', relation: 'child' }].flatMap((recorder) =>
        (['en', 'zh'] as const).map((language) => ({ count, old, recorder, language })),
      ),
    ),
  );
  return choices.map(({ count, old, recorder, language }) => {
    const answers = written[language];
    return {
      firstName: answers.firstName ?? '',
      lastName: answers.lastName ?? '',
      language,
      writtenIn: language,
      stop: 'only if minimum quality of life is expected',
      catastrophic: 'receive CPR regardless of expected quality of life',
      refused: treatments.slice(0, count),
      needs: answers.minimumQolList ?? [],
      note: 'short',
      contacts: [{ ...daniel, person: daniel, enduringGuardian: true, status: 'pending' }],
      recorder,
      old,
      changed: true,
    };
  });
}

/** The emergency page of a plan. */
export function pageOfSpec(spec: PlanSpec): string {
  const { language, refused, note, recorder } = spec;
  const own = written[spec.writtenIn];
  const notes = { none: '', short: own.treatmentsSelected_note ?? '', long: longNote };
  return pageOf(
    {
      answers: {
        ...answersOfMargaret,
        firstName: spec.firstName,
        lastName: spec.lastName,
        minimumQolList: spec.needs,
        ...(spec.needs.includes('Other') && { other_qolList: own.other_qolList ?? '' }),
        cprStopBreathing: spec.stop,
        cprCatastrophic: spec.catastrophic,
        treatmentsSelected: refused.length > 0 ? refused : ['None of these'],
        treatmentsSelected_note: notes[note],
      },
      contacts: spec.contacts.map(({ person, ...more }) => ({ ...person, ...more })),
      plan: {
        version: 12,
        language: spec.writtenIn,
        signedAt: new Date('2026-03-12T02:00:00Z'),
        changedAt: spec.changed ? new Date('2026-04-01T02:00:00Z') : null,
      },
      scanned: spec.old && { version: 2, signedAt: new Date('2025-01-02T00:00:00Z'), source: spec.old },
      ...(recorder && { recordedBy: recorder }),
    },
    { language },
  );
}
