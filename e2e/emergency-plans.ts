import fc from 'fast-check';
import type { Language } from '../src/domain/i18n/texts.ts';
import { relations } from '../src/domain/accounts/relations.ts';
import { answersOfMargaret, daniel, pageOf, priya } from '../src/server/pages/emergency/emergency.fixture.ts';

const treatments = [
  'Breathing Machine',
  'artificial feeding tube into the stomach',
  'artificial feeding tube through the nose',
  'Kidney Machine',
  'Blood transfusions',
  'Operations',
  'in-hospital intravenous antibiotic therapy',
];

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

const note = 'Antibiotics by mouth are fine, and a drip for a short time is fine too. ';

const plans = fc.record({
  firstName: firstNames,
  lastName: lastNames,
  language: fc.constantFrom<Language>('en', 'zh'),
  written: fc.constantFrom<Language>('en', 'zh'),
  stop: cpr,
  catastrophic: cpr,
  refused: fc.subarray(treatments),
  noteLength: fc.constantFrom(0, 0, 60, 1_000),
  contacts: fc.array(contact, { maxLength: 4 }),
  recorder: fc.option(fc.record({ name: lastNames, relation: fc.constantFrom(...relations) })),
  old: fc.constantFrom(null, null, 'card' as const, 'pdf' as const),
  changed: fc.boolean(),
});

export type MadePlan = { about: string; html: string };

/** Plans of every kind as the emergency page shows them, the same ones in each run. */
export function madePlans(count: number): MadePlan[] {
  return fc.sample(plans, { numRuns: count, seed: 6 }).map((plan) => {
    const { firstName, lastName, language, refused, noteLength, recorder } = plan;
    const html = pageOf(
      {
        answers: {
          ...answersOfMargaret,
          firstName,
          lastName,
          cprStopBreathing: plan.stop,
          cprCatastrophic: plan.catastrophic,
          treatmentsSelected: refused.length > 0 ? refused : ['None of these'],
          ...(noteLength > 0 && {
            treatmentsSelected_note: note.repeat(20).slice(0, noteLength),
          }),
        },
        contacts: plan.contacts.map(({ person, ...more }) => ({ ...person, ...more })),
        plan: {
          version: 12,
          language: plan.written,
          signedAt: new Date('2026-03-12T02:00:00Z'),
          changedAt: plan.changed ? new Date('2026-04-01T02:00:00Z') : null,
        },
        scanned: plan.old && { version: 2, signedAt: new Date('2025-01-02T00:00:00Z'), source: plan.old },
        ...(recorder && { recordedBy: recorder }),
      },
      { language },
    );
    return { about: JSON.stringify(plan), html };
  });
}
