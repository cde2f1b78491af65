import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHouse, houseKey, houseNames, type House } from './houses.ts';

const house = (id: string, name: string, archived = false): House => ({ id, name, archived });
const names = houseNames([
  house('lodge', 'Lorikeet Lodge'),
  house('coast', 'Banksia Coast'),
  house('coast-2', 'banksia coast'),
  house('old', 'Old Mill', true),
  house('mill', 'Mill', true),
  house('mill-2', 'Mill'),
  house('yuan', '\u677E\u9E64\u9662'),
]);
const of = (cell: string) => {
  const { id, problem } = findHouse(names, cell);
  return problem ? problem.message : id;
};

describe('the house that a cell names', () => {
  it('is found in any case, width and spacing [S-10]', () => {
    expect(['Lorikeet Lodge', ' LORIKEET\u00A0 lodge', '\u677E \u9E64 \u9662'].map(of)).toEqual([
      'lodge',
      'lodge',
      'yuan',
    ]);
  });

  it('is the house of the import for an empty cell [S-10]', () => {
    expect([of(''), of('  ')]).toEqual([null, null]);
  });

  it('is an error if it is unknown, archived or ambiguous, with its name quoted [S-10]', () => {
    expect(findHouse(names, 'Nowhere').problem).toEqual({
      field: 'house',
      message: 'error.import.houseUnknown',
      params: { house: 'Nowhere' },
    });
    expect(of('Banksia Coast')).toBe('error.import.houseSeveral');
    expect(of('old mill')).toBe('error.import.houseArchived');
    expect(of('Mill')).toBe('mill-2');
    expect(findHouse(names, 'x'.repeat(200)).problem?.params).toEqual({ house: `${'x'.repeat(60)}\u2026` });
  });

  it('is never one whose name differs by more than case, width and blanks [S-10]', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 6 }),
        fc.string(),
        (all, cell) => {
          const known = all.map((name, at) => house(String(at), name));
          const { id } = findHouse(houseNames(known), cell);
          const fitting = known.filter(({ name }) => houseKey(name) === houseKey(cell));
          expect(id).toBe(houseKey(cell) !== '' && fitting.length === 1 ? fitting[0]!.id : null);
        },
      ),
    );
  });
});
