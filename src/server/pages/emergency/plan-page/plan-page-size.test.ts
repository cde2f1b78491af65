import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteMax } from '../../../../domain/questionnaire/questions/kinds.ts';
import { emergencyPageLimit } from './plan-page.ts';
import { answersOfMargaret, byDaniel, daniel, old, pageOf, priya, wordsOf } from '../emergency.fixture.ts';

describe('the size of the emergency page', () => {
  it.each(['en', 'zh'] as const)('contains the whole of a usual plan within 14 KB (%s)', (language) => {
    const busy = {
      contacts: [daniel, priya, { ...priya, name: 'Aunt Rose' }, { ...priya, name: 'Uncle Lee' }],
      answers: { ...answersOfMargaret, treatmentsSelected_note: 'Operations only to ease pain.' },
    };
    const aside = { ...busy, paperSetAside: new Date('2026-11-30T00:00:00Z') };
    for (const change of [busy, aside, { ...busy, ...byDaniel }, { ...busy, scanned: old }]) {
      const page = pageOf(change, { language });
      expect(Buffer.byteLength(page)).toBeLessThanOrEqual(emergencyPageLimit);
      expect(page).toContain('id="dying"');
    }
  });

  it('links to a page with every answer when the whole plan would be too long, and cuts no text there', () => {
    const long = 'My reasons are these. '.repeat(300).trim();
    const answers = { ...answersOfMargaret, explanations: long };
    const first = pageOf({ answers });
    expect(Buffer.byteLength(first)).toBeLessThanOrEqual(emergencyPageLimit);
    expect(first).toContain('<a href="?view=all#dying">Care when I am dying</a>');
    expect(wordsOf(first)).toContain('Who to call');
    expect(wordsOf(pageOf({ answers }, { language: 'en', all: true }))).toContain(long);
  });

  it('stays within 14 KB for every input', () => {
    const writing = fc.record({
      sign: fc.constantFrom('人', '&', 'a'),
      note: fc.nat(noteMax),
      name: fc.integer({ min: 1, max: 40 }),
      other: fc.nat(10_000),
      customs: fc.nat(10_000),
      contacts: fc.nat(40),
      onBehalf: fc.boolean(),
      language: fc.constantFrom('en', 'zh'),
    });
    fc.assert(
      fc.property(writing, ({ sign, onBehalf, language, ...lengths }) => {
        const name = '人'.repeat(lengths.name);
        const answers = {
          ...answersOfMargaret,
          firstName: name,
          lastName: name,
          minimumQolList: ['Having my family around me', 'Other'],
          other_qolList: sign.repeat(lengths.other),
          treatmentsSelected_note: sign.repeat(lengths.note),
          customsAndTraditions: sign.repeat(lengths.customs),
        };
        const contacts = Array.from({ length: lengths.contacts }, () => ({ ...daniel, name: name + name }));
        const page = pageOf(
          {
            answers,
            contacts,
            scanned: old,
            ...(onBehalf && { recordedBy: { name: name + name, relation: 'child' } }),
          },
          { language },
        );
        expect(Buffer.byteLength(page)).toBeLessThanOrEqual(emergencyPageLimit);
      }),
      {
        numRuns: 60,
        examples: [
          [
            {
              sign: '人',
              note: 140,
              name: 40,
              other: 140,
              customs: 0,
              contacts: 40,
              onBehalf: true,
              language: 'zh',
            },
          ],
        ],
      },
    );
  });
});
