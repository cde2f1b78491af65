import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAnswers, completeAnswers } from '../answers.fixture.ts';
import { filledIn } from './filled-in.ts';

const mei = {
  first_name: 'Mei',
  last_name: 'Chen',
  dob: '1948-05-04',
  gender: 'Female',
  postcode: null,
};

describe('the known facts about the person', () => {
  it('are used if nothing is answered yet [R-34]', () => {
    expect(filledIn({}, mei)).toEqual({
      firstName: 'Mei',
      lastName: 'Chen',
      dob: '04/05/1948',
      gender: 'Female',
    });
    expect(
      filledIn({ firstName: ' ', hasHelp: 'No' }, { ...mei, last_name: null, postcode: '0872' }),
    ).toEqual({
      firstName: 'Mei',
      hasHelp: 'No',
      dob: '04/05/1948',
      gender: 'Female',
      postcode: '0872',
    });
  });

  it('never replace an answer, and never remove one [R-34]', () => {
    expect(filledIn(completeAnswers(), mei)).toEqual(completeAnswers());
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const filled = filledIn(answers, mei);
        for (const [key, value] of Object.entries(answers))
          if (String(value).trim() !== '') expect(filled).toHaveProperty([key], value);
      }),
    );
  });
});
