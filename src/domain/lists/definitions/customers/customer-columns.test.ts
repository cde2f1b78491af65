import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../i18n/catalogue.ts';
import { translatorOf } from '../../../i18n/translator.ts';
import { customerColumns, customerFields, rowFields } from './customer-columns.ts';
import { customerCsv, type ExportedCustomer } from './customer-csv.ts';
import { customersText } from './customers-query.ts';
import { customerList } from '../customers.ts';

const row: ExportedCustomer = {
  ...{ id: '1', first_name: '小明', last_name: '王', email: 'ming@mail.example', designated_email: false },
  ...{ placeholder_email: false, image: null, customer_id: 'R-7', room: '12B' },
  ...{ provider_id: null, provider: null },
  ...{ acp_status: 'draft', plan_state: 'review', latest_update: new Date('2026-01-31T20:00:00Z') },
  ...{ customer_status: 'invited', created_at: new Date('2026-01-01T00:00:00Z'), invite_date: null },
  ...{ invitation_expires: null, last_reminder: null, trial_end_date: null, removal_on: null },
  ...{ in_hospital_since: null, is_duplicate: false },
  integrations: [],
  ...{ birth_date: '1943-05-14', signed_at: new Date('2026-01-30T20:00:00Z'), plan_version: 2 },
  decision_makers: [
    { name: 'Li', agreed: true },
    { name: 'Bo', agreed: false },
  ],
  last_conversation: { held_on: '2026-02-03', outcome: 'not_now' },
};

describe('the columns of the customer table', () => {
  it('give the list its filters, orders and CSV columns, in the order of the screen [CTABLE-05, CTABLE-10]', () => {
    expect(Object.keys(customerList.filters)).toEqual(['search', 'provider_id', 'view', 'status']);
    expect(customerList.sorts).toEqual(['created_at', 'name', 'room']);
    const keys: readonly string[] = customerColumns.map(({ key }) => key);
    expect(customerList.csv.filter((key) => keys.includes(key))).toEqual(keys);
  });

  it('read each field once, and ask for every filter of the list [CTABLE-05]', () => {
    const read = [...rowFields, ...customerColumns.flatMap(({ reads }): readonly string[] => reads)];
    expect(new Set(read).size).toBe(read.length);
    const [, declared = '', passed = '', selected = ''] =
      /^query getCustomers\((.*)\) \{ getCustomers\((.*)\) \{ .* data \{ (.*) \} \} \}$/.exec(
        customersText,
      ) ?? [];
    const filters = Object.keys(customerList.filters);
    expect(declared).toBe(
      `${filters.map((name) => `$${name}: String`).join(' ')} $offset: Int $order_by: String`,
    );
    expect(passed).toBe([...filters, 'offset', 'order_by'].map((name) => `${name}: $${name}`).join(' '));
    expect(selected.replace(' { type }', '').split(' ')).toEqual(read);
    expect(read.filter((name) => !(name in customerFields))).toEqual([]);
  });

  it('have a cell in the exported file, with dates in Melbourne and words in the language [CTABLE-06, CTABLE-08, N-10]', () => {
    const cells = (language: 'en' | 'zh') =>
      customerList.csv.map((key) => customerCsv[key].cell(row, translatorOf(language, catalogue[language])));
    const zh = catalogue.zh;
    expect(cells('en')).toEqual([
      ...['王小明', 'ming@mail.example', '1943-05-14', 'R-7', '12B', null],
      ...[
        'Review',
        '2026-01-31',
        2,
        'Li; Bo',
        'Agreed; Not agreed yet',
        null,
        '2026-02-03',
        'Not now',
        '2026-02-01',
        'Invited',
        '2026-01-01',
      ],
    ]);
    expect(cells('zh').slice(6)).toEqual([
      ...[zh['customers.acpStatus.review'], '2026-01-31', 2, 'Li; Bo'],
      `${zh['customers.csv.agreed']}; ${zh['customers.csv.notAgreed']}`,
      ...[null, '2026-02-03', zh['customers.csv.conversation.not_now']],
      ...['2026-02-01', zh['customers.status.invited'], '2026-01-01'],
    ]);
    const none = {
      ...row,
      birth_date: null,
      signed_at: null,
      plan_version: null,
      decision_makers: [],
      last_conversation: null,
    };
    const inEnglish = translatorOf('en', catalogue.en);
    const empty = [
      'birth_date',
      'signed_on',
      'plan_version',
      'decision_maker',
      'decision_maker_agreed',
      'last_conversation_on',
      'last_conversation',
    ] as const;
    expect(empty.map((key) => customerCsv[key].cell(none, inEnglish))).toEqual(empty.map(() => null));
  });

  it('are dates in the exported file if their cells are days [N-10]', () => {
    expect(customerList.csv.filter((key) => customerCsv[key].isDate)).toEqual([
      ...['birth_date', 'signed_on', 'next_look', 'last_conversation_on', 'latest_update', 'invite_date'],
    ]);
  });

  it('contain in the exported file the day on which a complete plan is due for review, a year after it changed [N-10]', () => {
    const complete = { ...row, acp_status: 'complete', plan_state: 'complete' } as const;
    const lookOf = (more: Partial<ExportedCustomer>) =>
      customerCsv.next_look.cell({ ...complete, ...more }, translatorOf('en', catalogue.en));
    expect(lookOf({})).toBe('2027-02-01');
    expect(lookOf({ plan_state: 'locked' })).toBe('2027-02-01');
    expect(lookOf({ latest_update: new Date('2028-02-29T00:00:00Z') })).toBe('2029-02-28');
    expect(lookOf({ latest_update: new Date('2026-12-31T00:00:00Z') })).toBe('2027-12-31');
    for (const none of [
      { acp_status: 'draft' },
      { plan_state: 'review' },
      { customer_status: 'archived' },
      { removal_on: '2026-12-24' },
      { latest_update: null },
    ] as const)
      expect(lookOf(none)).toBeNull();
  });
});
