import { describe, expect, it } from 'vitest';
import {
  choosableColumns,
  columnsInTable,
  shownColumns,
  storedColumns,
  usualColumns,
} from './chosen-columns.ts';

describe('the chosen columns of the customer table', () => {
  it('are the usual ones without a choice, and CPR is not one of them [N-03]', () => {
    expect(shownColumns(null)).toEqual(usualColumns);
    expect(usualColumns).not.toContain('cpr');
    expect(choosableColumns).toEqual([
      ...['customer_id', 'room', 'provider', 'acp_status', 'cpr', 'latest_update', 'customer_status'],
      'invite_date',
    ]);
  });

  it('are stored once each in the order of the table, without unknown keys and without the name [N-03]', () => {
    const chosen = ['invite_date', 'cpr', 'answers', 'name', 'cpr', 'room'];
    expect(storedColumns(chosen)).toEqual(['room', 'cpr', 'invite_date']);
    expect(shownColumns(chosen)).toEqual(['room', 'cpr', 'invite_date']);
    expect(storedColumns([])).toEqual([]);
  });

  it('are shown without the days beside CPR if there are more than three, so that its words are not cut [N-03]', () => {
    expect(columnsInTable(['room', 'cpr', 'invite_date'])).toEqual(['room', 'cpr', 'invite_date']);
    expect(columnsInTable([...usualColumns, 'cpr'])).toEqual([
      ...['customer_id', 'room', 'provider', 'acp_status', 'cpr', 'customer_status'],
    ]);
    expect(columnsInTable(null)).toEqual(usualColumns);
  });

  it('are not stored if they are the usual ones, so that a later usual column is shown [N-03]', () => {
    expect(storedColumns(usualColumns.toReversed())).toBeNull();
    expect(storedColumns(null)).toBeNull();
  });
});
