import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mostBeside, mostOpen, mostRows } from '../../../../domain/providers/tree-bounds.ts';
import { person, provider } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { foldCustomerCounts } from '../../customers/api.ts';
import { getAcpCounts, getAllProviders } from '../../customers/list/operations.ts';
import {
  getAllProvidersFiltered,
  getProviderAcps,
  getProviderByPk,
  getProviderOptionsQuery,
  providersAggregate,
} from './operations.ts';
import { twoTrees, type Trees } from './tree.fixture.ts';

describe('the tree of providers', () => {
  let test: TestServices;
  let at: Trees;
  beforeAll(async () => {
    test = await startServices();
    at = await twoTrees(test.services);
  });
  afterAll(() => test.close());

  const change = (name: keyof Trees['places'], values: Record<string, unknown>) =>
    test.services.db.updateTable('providers').set(values).where('id', '=', at.places[name]).execute();

  it('shows the top by name, and the children of open providers [PROV-01, PROV-02, API-45, GAP-89]', async () => {
    expect(await at.seen('admin')).toBe('group lodge');
    expect(await at.seen('admin', { open: [at.places.group] })).toBe('group house lodge south');
    expect(await at.seen('admin', { open: [at.places.group, at.places.house] })).toBe(
      'group house lodge ward south',
    );
    // Providers that are open under a closed one are not shown.
    expect(await at.seen('admin', { open: [at.places.house] })).toBe('group lodge');
    expect(await at.seen('admin', { parent_id: at.places.group })).toBe('house south');
    const { parent, way } = await at.tree('admin', { parent_id: at.places.house });
    expect([parent?.name, way.map(({ name }) => name)]).toEqual([
      'Banksia House',
      ['Banksia Group', 'Banksia House'],
    ]);
  });

  it('names the type of each by its place: a root provider, a provider under the root, else a single provider [PROV-03, PROV-04, PROV-05]', async () => {
    const { data } = await at.tree('admin', { all: true });
    expect(data.map((node) => `${at.names([node])} ${node.level} ${node.tier}`)).toEqual([
      'group 1 root',
      'house 2 provider',
      'lodge 1 root',
      'ward 3 single',
      'south 2 provider',
    ]);
  });

  it('shows the contact person of a provider, and whether they joined, were invited or work elsewhere [ENT-15, PROV-33, GAP-89]', async () => {
    const contact = await person(test.services, {
      role: 'provideradmin',
      providerId: at.places.lodge,
      firstName: 'Priya',
      lastName: 'Nair',
    });
    expect((await at.node('admin', 'lodge'))?.contact).toBeNull();
    await change('lodge', { contact_id: contact.userId, trial_expiry_date: '2026-12-24' });
    const { db } = test.services;
    const become = (values: Record<string, unknown>) =>
      db.updateTable('users').set(values).where('id', '=', contact.userId).execute();
    const contactStatus = async () => (await at.node('admin', 'lodge'))?.contact?.status;
    expect(await at.node('admin', 'lodge')).toMatchObject({
      type: 'internal_provider',
      trial_expiry_date: '2026-12-24',
      contact: { id: contact.userId, first_name: 'Priya', last_name: 'Nair', status: 'joined' },
    });
    await become({ status: 'invited' });
    expect(await contactStatus()).toBe('invited');
    await become({ status: 'active', cognito_sync_status: 'external-provider' });
    expect(await contactStatus()).toBe('external');
    await become({ cognito_sync_status: null });
  });

  it('finds providers by their own name and by that of the contact person, with the path down to each [PROV-06]', async () => {
    const found = async (search: string) => {
      const { data, count } = await at.tree('admin', { search });
      return `${count}: ${data.map((node) => at.names([node]) + (node.hit ? '!' : '')).join(' ')}`;
    };
    expect(await found('north')).toBe('1: group house ward!');
    expect(await found(' NORTH   ward ')).toBe('1: group house ward!');
    expect(await found('banksia')).toBe('2: group! house!');
    expect(await found('priya')).toBe('1: lodge!');
    expect(await found('nair lodge')).toBe('1: lodge!');
    for (const nothing of ['nowhere', '100%', '_', '\\', "'; drop table providers; --"])
      expect(await found(nothing)).toBe('0: ');
    const zhang = await person(test.services, { role: 'provideradmin', firstName: '小明', lastName: '张' });
    await change('south', { contact_id: zhang.userId });
    for (const word of ['张小明', '小明', '张']) expect(await found(word)).toBe('1: group south!');
    // Current names, and the current contact person.
    await test.services.db
      .updateTable('users')
      .set({ first_name: 'Ming', last_name: null })
      .where('id', '=', zhang.userId)
      .execute();
    expect([await found('张小明'), await found('ming')]).toEqual(['0: ', '1: group south!']);
    await change('south', { contact_id: null });
    expect(await found('ming')).toBe('0: ');
    const open = { search: 'banksia group', open: [at.places.group] };
    expect(await at.seen('admin', open)).toBe('group house south');
  });

  it('refuses invalid input, and too large requests [R-02, security 6]', async () => {
    const wrong: Record<string, unknown>[] = [
      { parent_id: 'x' },
      { open: ['x'] },
      { open: Array.from({ length: mostOpen + 1 }, () => crypto.randomUUID()) },
      { limit: mostBeside + 1 },
      { limit: 0 },
      { offset: -1 },
      { search: 'x'.repeat(101) },
      { role: 'admin' },
      { scope: at.places.group },
    ];
    for (const input of wrong)
      await expect(at.tree('admin', input), JSON.stringify(input)).rejects.toMatchObject({ code: 'invalid' });
    await expect(at.tree('admin', { parent_id: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('counts the customers and complete plans of a provider with its branch, without archived customers [API-48, API-49, GAP-89]', async () => {
    const figures = async () => {
      const { data } = await at.tree('admin', { all: true });
      return data.map((node) => `${at.names([node])} ${node.complete}/${node.customers}`).join(', ');
    };
    const before = 'group 2/4, house 1/3, lodge 1/1, ward 1/2, south 0/0';
    expect(await figures()).toBe(before);
    await foldCustomerCounts(test.services.db);
    expect(await figures()).toBe(before);
    await at.setCustomer('dee', { status: 'archived' });
    await at.setCustomer('cho', { provider_id: at.places.south });
    expect(await figures()).toBe('group 2/3, house 0/1, lodge 1/1, ward 0/0, south 1/1');
    await at.setCustomer('dee', { status: 'suspended' });
    await at.setCustomer('cho', { provider_id: at.places.ward });
    expect(await figures()).toBe(before);
    // A customer without a provider belongs to no branch.
    expect(await providersAggregate.call(at.context('admin'), {})).toEqual({
      count: 5,
      roots: 2,
      customers: 5,
      complete: 3,
    });
  });

  it('shows the same numbers as the list of customers, for every caller, after any changes [API-48, GAP-89]', async () => {
    const names = Object.keys(at.places) as (keyof Trees['places'])[];
    const write = fc.record({
      who: fc.constantFrom('ann', 'bob', 'cho', 'dee', 'eve', 'flo'),
      to: fc.option(fc.constantFrom(...names), { nil: null }),
      status: fc.constantFrom('invited', 'active', 'suspended', 'archived'),
      fold: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 8 }), async (writes) => {
        for (const { who, to, status, fold } of writes) {
          await at.setCustomer(who, { provider_id: to && at.places[to], status });
          if (fold) await foldCustomerCounts(test.services.db);
        }
        for (const who of ['admin', 'head', 'house'])
          for (const node of (await at.tree(who, { all: true })).data)
            expect({ total: node.customers, complete: node.complete }).toEqual(
              await getAcpCounts.call(at.context(who), { provider_id: node.id }),
            );
      }),
      { numRuns: 12 },
    );
  });

  it('is filtered by tier and type, in pages, and returns figures and choices in the same order [API-47, API-48]', async () => {
    const found = async (input: object) =>
      at.names((await getAllProvidersFiltered.call(at.context('admin'), input)).data);
    expect(await found({ tier: 'root' })).toBe('group lodge');
    expect(await found({ tier: 'provider' })).toBe('house south');
    expect(await found({ tier: 'single' })).toBe('ward');
    await change('south', { type: 'external_provider' });
    expect(await found({ type: 'external_provider' })).toBe('south');
    expect(await found({ searchQuery: 'house' })).toBe('house south');
    expect(await found({ offset: 1, limit: 2 })).toBe('house lodge');
    const options = await getProviderOptionsQuery.call(at.context('admin'), { searchQuery: 'ward' });
    expect(options).toEqual({
      count: 1,
      isExact: true,
      data: [
        {
          id: at.places.ward,
          name: 'North Ward',
          path_names: ['Banksia Group', 'Banksia House'],
          level: 3,
        },
      ],
    });
    const { data } = await getProviderAcps.call(at.context('admin'), { searchQuery: 'ward' });
    const { customers, complete } = await getProviderByPk.call(at.context('admin'), { id: at.places.ward });
    expect(data).toEqual([
      { id: at.places.ward, name: 'North Ward', parent_id: at.places.house, complete, total: customers },
    ]);
  });

  it('returns all providers by name in pages, and every one without a search: the default search is "%" [API-46, S-41]', async () => {
    const found = async (input: Parameters<typeof getAllProviders.call>[1]) => {
      const { data, count } = await getAllProviders.call(at.context('admin'), input);
      return `${count}: ${at.names(data)}`;
    };
    expect(await found({})).toBe('5: group house lodge ward south');
    expect(await found({ searchQuery: '%' })).toBe('5: group house lodge ward south');
    expect(await found({ searchQuery: '%house' })).toBe('0: ');
    expect(await found({ searchQuery: null, offset: 2, limit: 2 })).toBe('5: lodge ward');
    expect(await found({ searchQuery: 'house' })).toBe('2: house south');
    await expect(found({ where: 'true' })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('allows no new provider below the seventh level [PROV-01, GAP-94]', async () => {
    let parent = await provider(test.services, 'Level 1');
    const ids = [parent];
    for (let level = 2; level <= 7; level += 1) {
      parent = await provider(test.services, `Level ${level}`, parent);
      ids.push(parent);
    }
    const { data } = await at.tree('admin', { search: 'level 7' });
    expect(data.map(({ name, may_add }) => `${name} ${may_add}`)).toEqual([
      'Level 1 true',
      'Level 2 true',
      'Level 3 true',
      'Level 4 true',
      'Level 5 true',
      'Level 6 true',
      'Level 7 false',
    ]);
    await test.services.db.deleteFrom('providers').where('id', 'in', ids).execute();
  });

  it('limits the size of an answer: ten at the top, fifty under each, three hundred rows [GAP-89, R-02]', async () => {
    const { db } = test.services;
    const make = async (name: string, count: number, parentId: string | null, path: string[]) => {
      const rows = Array.from({ length: count }, (_, index) => {
        const id = crypto.randomUUID();
        const number = String(index).padStart(3, '0');
        return {
          ...{ id, name: `${name} ${number}`, parent_id: parentId, contact_id: null },
          path: [...path, id],
          provider_root_id: path[0] ?? id,
        };
      });
      await db.insertInto('providers').values(rows).execute();
      return rows;
    };
    const roots = await make('Acacia', 12, null, []);
    for (const { id } of roots.slice(0, 6)) await make(`Wing of ${id}`, 60, id, [id]);
    const first = await at.tree('admin');
    expect([first.count, first.data.length]).toEqual([14, 10]);
    expect((await at.tree('admin', { offset: 10 })).data.map(({ name }) => name)).toEqual([
      'Acacia 010',
      'Acacia 011',
      'Banksia Group',
      'Grevillea Lodge',
    ]);
    const [wide] = roots as [(typeof roots)[0]];
    const open = await at.tree('admin', { open: [wide.id] });
    expect([open.data.length, open.is_whole]).toEqual([10 + mostBeside, true]);
    expect(open.data.find(({ id }) => id === wide.id)?.sub_providers).toBe(60);
    const whole = await at.tree('admin', { all: true });
    expect([whole.data.length, whole.is_whole]).toEqual([mostRows, false]);
    const ids = new Set(whole.data.map(({ id }) => id));
    expect(whole.data.filter(({ parent_id }) => parent_id !== null && !ids.has(parent_id))).toEqual([]);
    const branch = await at.tree('admin', { parent_id: wide.id, offset: 50 });
    expect([branch.count, branch.data.length]).toEqual([60, 10]);
    const hits = await at.tree('admin', { search: 'wing', limit: 10 });
    expect([hits.count, hits.data.filter(({ hit }) => hit).length]).toEqual([360, 10]);
  });
});
