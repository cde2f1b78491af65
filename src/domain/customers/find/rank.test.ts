import { describe, expect, it } from 'vitest';
import { byRank } from './rank.ts';

const person = (name: string) => {
  const [first_name = '', last_name = ''] = name.split(' ');
  return { id: name, first_name, last_name, room: null };
};
const ranked = (names: string[], typed: string[]) => byRank(names.map(person), typed).map(({ id }) => id);

describe('the order of found customers', () => {
  it('has whole names before whole words, beginnings of words and other parts [N-02]', () => {
    expect(ranked(['Bob Elmann', 'Ann-May Wong', 'Annabel Lee', 'Ann Wong', 'Ann Archer'], ['ann'])).toEqual([
      'Ann Archer',
      'Ann Wong',
      'Ann-May Wong',
      'Annabel Lee',
      'Bob Elmann',
    ]);
    expect(ranked(['Wonga Ann', 'Ann-May Wong', 'Ann Wong'], ['ann', 'wong'])).toEqual([
      'Ann Wong',
      'Ann-May Wong',
      'Wonga Ann',
    ]);
  });

  it('has a customer in the typed room first, whose room is written in another form [N-02] [N-09]', () => {
    const found = [person('Ada Adams'), { ...person('Zoë Martin'), room: 'Room  012b' }];
    expect(byRank(found, [], ['room 12b']).map(({ id }) => id)).toEqual(['Zoë Martin', 'Ada Adams']);
    expect(byRank(found, [], []).map(({ id }) => id)).toEqual(['Ada Adams', 'Zoë Martin']);
  });

  it('has a family name before the same given name, and then names in their order [N-02]', () => {
    expect(ranked(['Martin Zed', 'Zoë Martin', 'Ada Martin'], ['martin'])).toEqual([
      'Ada Martin',
      'Zoë Martin',
      'Martin Zed',
    ]);
  });
});
