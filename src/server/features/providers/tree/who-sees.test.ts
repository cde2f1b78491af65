import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../domain/access/actors.ts';
import { TestClient } from '../../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { getAcpCounts } from '../../customers/list/operations.ts';
import {
  getAllProvidersFiltered,
  getManageProviders,
  getProviderAcps,
  getProviderByPk,
  getProviderOptionsQuery,
  getProviderTree,
  providersAggregate,
} from './operations.ts';
import { twoTrees, type Trees } from './tree.fixture.ts';

const lists = [
  getAllProvidersFiltered,
  getManageProviders,
  getProviderOptionsQuery,
  getProviderAcps,
] as const;

describe('the visibility of providers', () => {
  let app: TestApp;
  let at: Trees;
  beforeAll(async () => {
    app = await startApp();
    at = await twoTrees(app.services);
  });
  afterAll(() => app.close());
  afterEach(async () => {
    await app.services.db.updateTable('providers').set({ archived: false, archived_at: null }).execute();
    await app.services.db.deleteFrom('attempts').execute();
  });

  const all = 'group house lodge ward south';
  const platform: [string, string, string, string][] = [
    ['admin', 'group lodge', all, all],
    ['tlc', 'group lodge', all, all],
    ['system', 'group lodge', all, all],
  ];

  it.each<[who: string, first: string, whole: string, managed: string]>([
    ...platform,
    ['head', 'group', 'group house ward south', 'house ward south'],
    ['house', 'house', 'house ward', 'ward'],
    ['ward', 'ward', 'ward', ''],
    ['lodge', 'lodge', 'lodge', ''],
    ['lost', '', '', ''],
  ])(
    '%s starts at %j, sees %j in all and manages %j [PROV-02, GAP-89, API-45, API-47, security 4, security 5]',
    async (who, first, whole, managed) => {
      expect(await at.seen(who)).toBe(first);
      expect(await at.seen(who, { all: true })).toBe(whole);
      const number = whole.split(' ').filter(Boolean).length;
      for (const list of lists) {
        const { data, count } = await list.call(at.context(who), {});
        const expected = list === getManageProviders ? managed : whole;
        expect([list.name, at.names(data), count]).toEqual([
          list.name,
          expected,
          expected.split(' ').filter(Boolean).length,
        ]);
      }
      expect(await providersAggregate.call(at.context(who), {})).toMatchObject({
        count: number,
        roots: first.split(' ').filter(Boolean).length,
      });
      for (const [name, id] of Object.entries(at.places)) {
        const found = await getProviderByPk.call(at.context(who), { id }).then(
          () => true,
          () => false,
        );
        expect([name, found]).toEqual([name, whole.split(' ').includes(name)]);
      }
    },
  );

  it.each(['house', 'ward', 'lodge', 'lost'])(
    '%s sees nothing above or beside their own provider by a parent, an open provider, a search or the archive [security 4, security 5]',
    async (who) => {
      const own = (await at.seen(who, { all: true })).split(' ').filter(Boolean);
      const open = Object.values(at.places);
      for (const input of [
        { open },
        { open, archived: true },
        { all: true, archived: true },
        { search: 'a' },
        { search: 'banksia', open },
        { search: 'banksia', all: true },
      ]) {
        const { data } = await at.tree(who, input);
        expect(
          at
            .names(data)
            .split(' ')
            .filter((name) => name !== '' && !own.includes(name)),
        ).toEqual([]);
      }
      for (const [name, id] of Object.entries(at.places)) {
        const asked = at.tree(who, { parent_id: id });
        if (own.includes(name)) await expect(asked).resolves.toBeDefined();
        else await expect(asked).rejects.toMatchObject({ code: 'not-found' });
      }
    },
  );

  it('reveals nothing of the providers above: neither an id nor a name [security 5]', async () => {
    const { data, way } = await at.tree('ward', { parent_id: at.places.ward });
    expect([data, way.map(({ name }) => name)]).toEqual([[], ['North Ward']]);
    const everythingRead = JSON.stringify([
      await at.tree('ward', { all: true }),
      await getProviderByPk.call(at.context('ward'), { id: at.places.ward }),
      ...(await Promise.all(lists.map((list) => list.call(at.context('ward'), {})))),
    ]);
    for (const word of ['Banksia', at.places.group, at.places.house])
      expect(everythingRead).not.toContain(word);
    // The type by its place is still correct.
    expect(await at.node('ward', 'ward')).toMatchObject({ tier: 'single', level: 3, parent_id: null });
  });

  it('returns for each provider what the caller can do with it [PROV-06, GAP-89]', async () => {
    const may = async (who: string) => {
      const { data } = await at.tree(who, { all: true });
      return data.map((node) => {
        const letters = [node.may_edit && 'edit', node.may_manage && 'manage', node.may_add && 'add'];
        return `${at.names([node])}: ${letters.filter(Boolean).join(' ')}`;
      });
    };
    expect(await may('head')).toEqual([
      'group: edit add',
      'house: edit manage add',
      'ward: edit manage add',
      'south: edit manage add',
    ]);
    expect(await may('house')).toEqual(['house: edit add', 'ward: edit manage add']);
    for (const line of await may('admin')) expect(line).toMatch(/: edit manage add$/);
  });

  it('shows an archived branch only on request, and only for managing it [PROV-35, GAP-96]', async () => {
    await at.archive(at.places.house);
    for (const who of ['admin', 'head']) {
      expect(await at.seen(who, { parent_id: at.places.group, all: true })).toBe('south');
      expect(await at.seen(who, { search: 'ward' })).toBe('');
      expect(await at.seen(who, { parent_id: at.places.group, all: true, archived: true })).toBe(
        'house ward south',
      );
      expect(await at.node(who, 'house')).toMatchObject({
        archived: true,
        may_edit: false,
        may_add: false,
        may_manage: true,
      });
      expect(
        at.names((await getAllProvidersFiltered.call(at.context(who), { status: 'archived' })).data),
      ).toBe('house ward');
      expect(at.names((await getProviderOptionsQuery.call(at.context(who), {})).data)).not.toMatch(
        /house|ward/,
      );
    }
    expect((await at.node('admin', 'group'))?.sub_providers).toBe(2);
    expect((await at.tree('admin')).data[0]?.sub_providers).toBe(1);
  });

  it("leaves the customers of archived providers out for a provider's staff, as their list of customers does [GAP-96]", async () => {
    await at.archive(at.places.ward);
    for (const [who, customers, complete] of [
      ['head', 2, 1],
      ['admin', 4, 2],
    ] as const) {
      expect(await at.node(who, 'group')).toMatchObject({ customers, complete });
      expect(await getAcpCounts.call(at.context(who), { provider_id: at.places.group })).toEqual({
        total: customers,
        complete,
      });
    }
  });

  it('refuses everyone who does not manage providers: viewers, no flag, customers, visitors, card readers, a visit in an account [security 3, security 4]', async () => {
    const { actor: head } = at.staff['head']!;
    const { actor: customer, userId } = at.customers['ann']!;
    const actors: [Actor, string][] = [
      [at.staff['reader']!.actor, 'forbidden'],
      [{ ...at.staff['reader']!.actor, flags: head.flags }, 'forbidden'],
      [{ ...head, flags: { ...head.flags, can_manage_all: false } }, 'forbidden'],
      [customer, 'forbidden'],
      [{ ...customer, actingStaffId: head.userId }, 'forbidden'],
      [{ ...head, secondStepDue: true }, 'forbidden'],
      [{ ...head, consentDue: true }, 'forbidden'],
      [{ kind: 'visitor' }, 'unauthenticated'],
      [{ kind: 'emergency', userId }, 'unauthenticated'],
    ];
    for (const [actor, code] of actors)
      for (const read of [getProviderTree, providersAggregate, ...lists])
        await expect(
          read.call({ ...at.context('head'), actor }, {}),
          `${read.name} ${JSON.stringify(actor)}`,
        ).rejects.toMatchObject({ code });
  });

  it('checks the current rights: suspended, without the flag, in another provider, in an archived one [fault 21, security 18]', async () => {
    const { userId, email, password } = at.staff['house']!;
    const client = new TestClient(app.url);
    await client.signIn(email, password);
    const ask = async () => {
      const { data, errors } = await client.graphql('{ getProviderTree { data { id } } }');
      return errors ? errors[0].extensions.code : at.names(data.getProviderTree.data);
    };
    const { db } = app.services;
    const become = (values: Record<string, unknown>) =>
      db.updateTable('users').set(values).where('id', '=', userId).execute();
    expect(await ask()).toBe('house');
    await become({ provider_id: at.places.lodge });
    expect(await ask()).toBe('lodge');
    await become({ permission_role_id: 3 });
    expect(await ask()).toBe('forbidden');
    await become({ permission_role_id: 1, provider_id: at.places.house, status: 'suspended' });
    expect(await ask()).toBe('unauthenticated');
    await become({ status: 'active' });
    expect(await ask()).toBe('house');
    await at.archive(at.places.house);
    expect(await ask()).not.toBe('house');
  });
});
