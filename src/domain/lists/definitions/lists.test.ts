import { describe, expect, it } from 'vitest';
import { careFacilityList, careFacilityNameList, facilityCustomerList } from './care-facilities.ts';
import { customerList } from './customers.ts';
import { residents } from '../list.fixture.ts';
import { choice, defineList, orderName, reference, text } from '../list.ts';
import { mailTemplateList, mailTemplateRows } from './mail-templates.ts';
import { notificationList } from './notifications.ts';
import { pageOfRows } from '../page.ts';
import { paymentList } from './billing/payments.ts';
import { permissionRoleUserList } from './permission-role-users.ts';
import { planVersionList } from './plan-versions.ts';
import { providerNameList } from './provider-names.ts';
import { providerList, providerTreeList } from './providers.ts';
import { queryOf } from '../query.ts';
import { registeredProviderList } from './registered-providers.ts';
import { readRequest } from '../request.ts';
import { staffList } from './staff.ts';
import { staffVisitList } from './staff-visits.ts';
import { transactionList } from './billing/transactions.ts';

const lists = [
  careFacilityList,
  careFacilityNameList,
  customerList,
  facilityCustomerList,
  mailTemplateList,
  notificationList,
  paymentList,
  permissionRoleUserList,
  planVersionList,
  providerList,
  providerNameList,
  providerTreeList,
  registeredProviderList,
  staffList,
  staffVisitList,
  transactionList,
];

describe('the lists of the product', () => {
  it('begin with the newest row, or are sorted by name', () => {
    expect(lists.map(({ name, defaultSort }) => `${name}: ${orderName(defaultSort)}`)).toEqual([
      'care-facilities: created_at_desc',
      'care-facility-names: name_asc',
      'customers: created_at_desc',
      'facility-customers: id_asc',
      'mail-templates: position_asc',
      'notifications: created_at_desc',
      'payments: invoice_date_desc',
      'permission-role-users: name_asc',
      'plan-versions: plan_version_desc',
      'providers: name_asc',
      'provider-names: name_asc',
      'provider-tree: name_asc',
      'registered-providers: created_at_desc',
      'staff: created_at_desc',
      'staff-visits: started_at_desc',
      'transactions: invoice_date_desc',
    ]);
  });

  it('are exported with their columns in order, if they have any', () => {
    const exported = lists.filter(({ csv }) => csv.length > 0);
    expect(exported.map(({ name, csv }) => `${name}: ${csv.join(' ')}`)).toEqual([
      'customers: name email birth_date customer_id room provider acp_status signed_on plan_version decision_maker decision_maker_agreed next_look last_conversation_on last_conversation latest_update customer_status invite_date',
      'mail-templates: mail changed subject body',
      'staff: name email phone provider job role second_step status invite_date',
    ]);
  });

  it('return at most fifty rows per call, or a whole page if that is longer', () => {
    const of = (pageSize?: number) =>
      defineList({
        name: 'x',
        filters: {},
        defaultSort: { by: 'id', direction: 'asc' },
        ...(pageSize !== undefined && { pageSize }),
      });
    expect([of(), of(20), of(200)].map(({ pageSize, largestPage }) => [pageSize, largestPage])).toEqual([
      [10, 50],
      [20, 50],
      [200, 200],
    ]);
    expect(of().csv).toEqual([]);
  });

  it('have a last page, after which the first one is shown', () => {
    const page = (asked: string) => readRequest(residents, { page: asked }).page;
    expect([page('10001'), page('10002'), page('0')]).toEqual([10_001, 1, 1]);
  });

  it('are filtered by an object only by its id', () => {
    const list = defineList({
      name: 'x',
      filters: { provider_id: reference, words: text, plan: choice(['draft']) },
      defaultSort: { by: 'id', direction: 'asc' },
    });
    const id = '0190b2a4-5d5e-7c31-8f2b-6a1d3c4e5f60';
    const read = (provider_id: unknown) => readRequest(list, { provider_id }).filters.provider_id;
    expect(read(id)).toBe(id);
    for (const wrong of [`${id}0`, `x${id}`, 'draft', '', undefined, 7]) expect(read(wrong)).toBeNull();
  });
});

describe('the value of a filter', () => {
  const read = (parameters: object) => readRequest(residents, { ...parameters }).filters;

  it('is words with one blank between them, of at most a hundred characters', () => {
    expect(read({ search: ' Ann \t\n Lee ' }).search).toBe('Ann Lee');
    expect(read({ search: 'a'.repeat(100) }).search).toHaveLength(100);
    for (const search of ['a'.repeat(101), 'Ann\u202E', 'Ann\u0000'])
      expect(read({ search }).search).toBe('');
  });

  it('is a day without a time', () => {
    for (const day of ['2026-01-02T00:00', 'x2026-01-02', '2026-02-30'])
      expect(read({ invited_from: day }).invited).toEqual({ from: null, to: null });
    expect(read({ invited_from: '2026-01-02' }).invited).toEqual({ from: '2026-01-02', to: null });
  });
});

describe('the mails that can be edited', () => {
  const row = (template: string, original_subject: string) => ({ template, original_subject });
  const rows = [row('a', 'Your plan is signed'), row('b', 'Reset your password'), row('c', 'Plan shared')];
  const shown = (parameters: object) => {
    const { filters } = readRequest(mailTemplateList, { ...parameters });
    const query = queryOf(mailTemplateList, { ...filters, offset: 0, limit: 10 });
    return pageOfRows(rows, query, mailTemplateRows(new Set(['b']))).data.map(({ template }) => template);
  };

  it('are found by every word of the subject in any case, and by whether they were changed', () => {
    expect(shown({})).toEqual(['a', 'b', 'c']);
    expect(shown({ search: 'PLAN' })).toEqual(['a', 'c']);
    expect(shown({ search: 'signed your' })).toEqual(['a']);
    for (const search of ['signed password', 'dengis']) expect(shown({ search })).toEqual([]);
    expect(shown({ show: 'changed' })).toEqual(['b']);
  });
});
