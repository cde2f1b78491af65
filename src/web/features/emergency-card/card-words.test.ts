import { describe, expect, it } from 'vitest';
import { cardWordings, nameSize } from './card-words.ts';

const user = {
  id: 'u',
  first_name: 'Margaret',
  last_name: 'Doyle',
  dob: null,
  provider: null,
  for_my_self: true,
  account_owner: 'self',
};
const answers = { firstName: 'Margaret', lastName: 'Doyle', confirmName: 'Daniel Doyle' };

describe('the text on the card', () => {
  it('is only English for a plan in English [EMERG-06]', () => {
    expect(cardWordings({ language: 'en', user, answers }).map(({ language }) => language)).toEqual(['en']);
  });

  it('is English first and Chinese second for a plan in Chinese [EMERG-06]', () => {
    const [first, second] = cardWordings({ language: 'zh', user, answers });
    expect(first?.t('card.pin')).toBe('PIN number');
    expect(second?.t('card.pin')).toBe('PIN 码');
  });

  it('says in each language who recorded the plan for the person [EMERG-01]', () => {
    const recorded = { ...user, for_my_self: false, account_owner: 'child' };
    const [first, second] = cardWordings({ language: 'zh', user: recorded, answers });
    expect(first?.voice).toMatchObject({
      person: 'Margaret Doyle',
      recorder: 'Daniel Doyle',
      relation: 'child',
    });
    expect(second?.voice).toMatchObject({ relation: expect.stringMatching(/\p{Script=Han}/u) });
  });
});

describe('the size of the name on the card', () => {
  it.each([
    ['Margaret Citizen', 'large'],
    ['陈林美', 'large'],
    ['Bartholomew Featherstonehaugh', 'two'],
    ['Maria Immaculata Concepcion Papadimitropoulou de la Santisima Trinidad', 'small'],
  ])('of %s is %s, so that it stays on the card [EMERG-01]', (name, size) => {
    expect(nameSize(name)).toBe(size);
  });
});
