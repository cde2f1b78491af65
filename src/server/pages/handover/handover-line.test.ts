import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currentDefinition, questionOf } from '../../../domain/questionnaire/definition.ts';
import { treatmentLists } from '../../../domain/questionnaire/reading/treatments.ts';
import { translators } from '../../../domain/i18n/translators.ts';
import { byDaniel, daniel, pageOptions, priya } from '../emergency/emergency.fixture.ts';
import { answersOfMargaret } from '../emergency/emergency.fixture.ts';
import { handoverLine } from './handover-line.ts';

type Change = Parameters<typeof pageOptions>[0];

const lineOf = (change: Change = {}) => handoverLine({ ...pageOptions(change), room: '12B' }, translators.en);
const valuesOf = (key: 'cprStopBreathing' | 'treatmentsSelected') =>
  (questionOf(key, currentDefinition).options ?? []).map(({ value }) => value);

describe('the line of a resident on the handover list', () => {
  it('gives both answers about CPR with their conditions, and the refusals [N-06]', () => {
    expect(lineOf()).toMatchObject({
      room: '12B',
      name: 'Margaret Citizen, 77',
      cpr:
        'If heart or breathing stops: Only if these are expected: able to speak and communicate; family around; little or no pain\n' +
        'After a catastrophic illness or injury: No: does not want CPR',
      call: 'Daniel Citizen 0491 570 156 (decision maker)',
      plan: 'v3, 12/03/26',
    });
    expect(lineOf().refused).toMatch(/^breathing machine \(ventilator\).*operations/is);
  });

  it('gives one answer about CPR once if both are equal [N-06]', () => {
    const answers = { ...answersOfMargaret, cprStopBreathing: 'do not want CPR' };
    expect(lineOf({ answers }).cpr).toBe('No: does not want CPR');
  });

  it('says that a question is not answered, and never that nothing was refused [N-06]', () => {
    const {
      cprStopBreathing: _,
      cprCatastrophic: __,
      treatmentsSelected: ___,
      ...answers
    } = answersOfMargaret;
    expect(lineOf({ answers })).toMatchObject({ cpr: 'Not answered', refused: 'Not answered' });
  });

  it('uses the words for a plan that another person recorded [N-06]', () => {
    const answers = { ...answersOfMargaret, cprStopBreathing: 'do not want CPR' };
    expect(lineOf({ answers, ...byDaniel }).cpr).toBe('No: would not want CPR');
  });

  it('gives the signed words of a plan with other questions [N-06]', () => {
    const { cpr } = lineOf({ wordedAsSigned: true });
    expect(cpr).toContain('do not want CPR');
    expect(cpr).not.toContain('does not want CPR');
  });

  it('names the first contact, else the telephone of the house [N-06]', () => {
    expect(lineOf({ contacts: [priya] }).call).toBe('Dr Priya Nair (03) 5550 0123');
    expect(lineOf({ contacts: [{ ...daniel, status: 'pending' }] }).call).toBe(
      'Daniel Citizen 0491 570 156 (decision maker, has not agreed yet)',
    );
    expect(lineOf({ contacts: [], carePhone: '(03) 5550 0100' }).call).toBe(
      'Banksia Coast Care (03) 5550 0100',
    );
    expect(lineOf({ contacts: [] }).call).toBe('');
  });

  const directive = {
    ...{ id: 'a', file_name: 'Directive.pdf', is_eol: false },
    activated_timestamp: '2026-11-28T01:00:00Z',
  };

  it('says of a resident with a directive alone that it is to be read, and gives its day and no answer [UPLOAD-20]', () => {
    const account = { first_name: 'Lin Mei', last_name: 'Chen', dob: '1943-05-14' };
    expect(lineOf({ standing: 'directive', account, files: [directive] })).toMatchObject({
      ...{ cpr: 'Paper directive: read it', plan: 'paper, 28/11/2026' },
      ...{ isPlan: false, refused: '' },
    });
  });

  it('gives the day of a directive beside the signed plan [UPLOAD-21]', () => {
    expect(lineOf({ files: [directive] }).plan).toBe('v3, 12/03/26\npaper, 28/11/26');
  });

  it('contains every refused treatment and the whole note, whatever the answers are [N-06]', () => {
    const treatments = fc.subarray(valuesOf('treatmentsSelected'), { minLength: 1 });
    const choices = fc.constantFrom(...valuesOf('cprStopBreathing'));
    const note = fc.stringMatching(/^[A-Za-z .]{1,200}[a-z]$/);
    fc.assert(
      fc.property(treatments, choices, choices, note, (treatmentsSelected, stop, catastrophic, words) => {
        const answers = {
          ...answersOfMargaret,
          ...{ treatmentsSelected, cprStopBreathing: stop, cprCatastrophic: catastrophic },
          treatmentsSelected_note: words,
        };
        const { refused, cpr } = lineOf({ answers });
        const names = treatmentLists(answers, currentDefinition)?.refused ?? [];
        for (const { id } of names)
          expect(refused).toContain(
            translators.en(`treatmentsSelected.short.${id}` as 'treatmentsSelected.short.operations'),
          );
        expect(refused).toContain(words);
        expect(cpr).not.toBe('');
      }),
    );
  });
});
