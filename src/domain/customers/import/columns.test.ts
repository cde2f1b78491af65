import { describe, expect, it } from 'vitest';
import { importColumns, placesOf, templateColumns } from './columns.ts';

describe('the first line of a list of customers', () => {
  it('gives the position of each column, in any order and any case', () => {
    expect(placesOf(importColumns)).toEqual({
      ...Object.fromEntries(importColumns.map((column, index) => [column, index])),
      room: -1,
      house: -1,
    });
    const turned = importColumns.map((column) => ` ${column.toUpperCase()} `).toReversed();
    expect(placesOf(turned)).toMatchObject({ first_name: 6, email: 4, customer_id: 0 });
  });

  it('may have the columns that the report added', () => {
    expect(placesOf(['problem_line', ...importColumns, 'problem'])).toMatchObject({
      first_name: 1,
      customer_id: 7,
    });
  });

  it('may include the room, as the template does [N-09]', () => {
    expect(placesOf(templateColumns)).toMatchObject({ customer_id: 6, room: 7, house: -1 });
  });

  it('may include the house of each customer [S-10]', () => {
    expect(placesOf(['House', ...importColumns])).toMatchObject({ house: 0, first_name: 1 });
  });

  it('is invalid if a column is missing, duplicated or unknown', () => {
    expect(placesOf(importColumns.slice(1))).toBeNull();
    expect(placesOf([...importColumns, 'email'])).toBeNull();
    expect(placesOf([...importColumns, 'role'])).toBeNull();
    expect(placesOf([])).toBeNull();
  });
});
