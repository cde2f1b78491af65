import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateOfPostcode } from '../fields.ts';
import { catalogue } from '../i18n/catalogue.ts';
import { translatorOf } from '../i18n/translator.ts';
import { chosenPlace, formAddress, formRows, nextSteps, stateIdOf, stateIds } from './state-forms.ts';

const en = translatorOf('en', catalogue.en);

/** First and last postcode on each side of every border between Australia Post's ranges. */
const borders: readonly (readonly [
  last: string,
  before: string | undefined,
  first: string,
  after: string,
])[] = [
  ['0199', undefined, '0200', 'act'],
  ['0799', undefined, '0800', 'nt'],
  ['0999', 'nt', '1000', 'nsw'],
  ['2599', 'nsw', '2600', 'act'],
  ['2618', 'act', '2619', 'nsw'],
  ['2898', 'nsw', '2900', 'act'],
  ['2920', 'act', '2921', 'nsw'],
  ['2999', 'nsw', '3000', 'vic'],
  ['3999', 'vic', '4000', 'qld'],
  ['4999', 'qld', '5000', 'sa'],
  ['5999', 'sa', '6000', 'wa'],
  ['6999', 'wa', '7000', 'tas'],
  ['7999', 'tas', '8000', 'vic'],
  ['8999', 'vic', '9000', 'qld'],
];

describe('the chosen state or territory', () => {
  it.each(borders)(
    'depends on the postcode at the border of %s and %s [GAP-112]',
    (last, before, first, after) => {
      expect(stateOfPostcode(last)).toBe(before);
      expect(chosenPlace({ state: undefined, postcode: first })).toEqual({ state: after });
      expect(chosenPlace({ state: 'wa', postcode: ` ${first} ` })).toEqual({ state: after });
    },
  );

  it.each(['2899', '0300', '0799', '12', '30000', 'abcd', '３０'])(
    'is not guessed from the postcode %s [GAP-112]',
    (postcode) => {
      const problem = { field: 'postcode', message: 'guest.locationPostcodeUnknown' };
      expect(chosenPlace({ state: undefined, postcode })).toEqual(problem);
      expect(chosenPlace({ state: 'vic', postcode })).toEqual(problem);
    },
  );

  it('is the one of the list if no postcode was typed, and is required if nothing was chosen [GAP-112]', () => {
    expect(chosenPlace({ state: 'tas', postcode: ' ' })).toEqual({ state: 'tas' });
    expect(chosenPlace({ state: undefined, postcode: '' })).toEqual({
      field: 'state',
      message: 'where.page.unknown',
    });
  });

  it('accepts digits in full width [D-43]', () => {
    expect(chosenPlace({ state: undefined, postcode: '３２８０' })).toEqual({ state: 'vic' });
  });

  it('is a place of the list or an error at the postcode, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 6 }), (postcode) => {
        const chosen = chosenPlace({ state: undefined, postcode });
        if ('state' in chosen) expect(stateIds).toContain(chosen.state);
        else expect(chosen.field).toBe(postcode.trim() === '' ? 'state' : 'postcode');
      }),
    );
  });

  it('is read from an address only if it is valid', () => {
    expect(stateIdOf('nsw')).toBe('nsw');
    for (const other of ['NSW', 'nz', '', undefined, 7, 'constructor'])
      expect(stateIdOf(other)).toBeUndefined();
  });
});

describe('the text about the forms', () => {
  it('has document, law, effect, age, decision maker and next steps for all eight [GAP-112] [D-01]', () => {
    for (const state of stateIds) {
      const headings = formRows(state).map(([heading]) => en(heading));
      for (const heading of [
        'What the form is called',
        'Which law it comes from',
        'What it does',
        'How old you must be',
        'What the person who decides for you is called',
      ])
        expect([state, headings]).toEqual([state, expect.arrayContaining([heading])]);
      expect(nextSteps(state).length).toBeGreaterThanOrEqual(2);
      expect(formAddress[state]).toMatch(/^https:\/\/[a-z.]+\.au(\/|$)/);
    }
  });

  it('has only the words of that state under each heading [GAP-112]', () => {
    for (const state of stateIds) {
      const rows = Object.fromEntries(formRows(state));
      for (const [heading, name] of [
        ['headingDocument', 'document'],
        ['headingLaw', 'law'],
        ['headingEffect', 'effect'],
        ['headingAge', 'age'],
        ['headingDecisionMaker', 'decisionMaker'],
      ])
        expect(rows[`where.page.${heading}`]).toEqual([`where.${state}.${name}`]);
      expect(rows['where.page.headingElectronic']).toEqual(
        state === 'nsw' ? undefined : [`where.${state}.electronic`],
      );
      expect(nextSteps(state)).toEqual(
        (state === 'act' ? [1, 2] : [1, 2, 3]).map((number) => `where.${state}.next${number}`),
      );
      const shown = [...Object.values(rows).flat(), ...nextSteps(state)];
      for (const key of shown) expect(catalogue.en).toHaveProperty([key]);
    }
  });

  it('holds back texts that are not checked yet [D-32]', () => {
    const waiting = [
      'where.act.next3',
      'where.nsw.witness',
      'where.nsw.electronic',
      'where.qld.witnessNot',
      'where.tas.decisionMakerDetail',
      'where.wa.witnessDetail',
    ];
    for (const key of waiting) expect(catalogue.en).not.toHaveProperty([key]);
    const withoutWitness = stateIds.filter(
      (state) => !formRows(state).some(([heading]) => heading === 'where.page.headingWitness'),
    );
    expect(withoutWitness).toEqual(['nsw']);
  });

  it('never calls a Wattle plan a form, and never says that it is binding [D-01]', () => {
    expect(en('where.common.wattle')).toContain('It is not this form, and it does not replace it.');
    const shown = Object.entries(catalogue.en).filter(([key]) => key.startsWith('where.'));
    for (const [key, text] of shown) expect([key, /legally binding/i.test(text)]).toEqual([key, false]);
  });
});
