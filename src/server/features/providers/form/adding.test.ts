import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectProvider } from '../../../../../testing/connections.ts';
import { contextFor, provider } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import { getLogo } from '../profile/logo-operations.ts';
import { addProvider } from './add-operation.ts';
import { good, makeTrees, refusalOf } from './form.fixture.ts';

describe('adding a provider', () => {
  let test: TestServices;
  let trees: Awaited<ReturnType<typeof makeTrees>>;

  beforeAll(async () => {
    test = await startServices();
    trees = await makeTrees(test);
    await connectProvider(test.services, trees.house);
  });
  afterAll(() => test.close());
  beforeEach(() => test.services.db.deleteFrom('attempts').execute());

  type Who = keyof typeof trees.who;
  const as = (name: Who) => contextFor(test.services, trees.who[name].actor);
  const add = (name: Who, more: object) => addProvider.call(as(name), { ...good, ...more });
  const rowOf = (id: string) =>
    test.services.db.selectFrom('providers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const count = async () => {
    const { db } = test.services;
    return (await db.selectFrom('providers').select('id').execute()).length;
  };

  it('saves the input under its parent, with the root of that tree, and records it [API-37, PROV-22]', async () => {
    const { house, root } = trees;
    const made = await add('above', { parent_id: house, email: ' Hello@Seagrass.example ' });
    expect(await rowOf(made.id)).toMatchObject({
      ...good,
      email: 'hello@seagrass.example',
      parent_id: house,
      provider_root_id: root,
      path: [root, house, made.id],
      external_id: null,
      trial_expiry_date: null,
      archived: false,
    });
    const { db, secrets } = test.services;
    const entry = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'addProvider')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ chain: 'platform', details: { provider_id: made.id } });
    expect((await verifyAudit(db, secrets)).faults).toEqual([]);
  });

  it("begins a new tree with a trial of 30 days, only for the platform's staff [PROV-22, GAP-108, security 5]", async () => {
    const made = await add('admin', { parent_id: null });
    const row = await rowOf(made.id);
    expect(row).toMatchObject({ parent_id: null, provider_root_id: made.id, path: [made.id] });
    expect(row.trial_expiry_date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await refusalOf(add('above', { parent_id: null }))).toMatchObject({ code: 'not-found' });
    expect(await refusalOf(add('above', {}))).toEqual({
      code: 'invalid',
      fields: [{ field: 'parent_id', message: 'error.provider.parentRequired' }],
    });
  });

  it('ignores provider_root_id, and a path, version or archive flag [API-37, security 7]', async () => {
    const { house, root, elsewhere } = trees;
    const made = await add('above', { parent_id: house, provider_root_id: elsewhere });
    expect(await rowOf(made.id)).toMatchObject({ provider_root_id: root });
    for (const more of [{ path: [] }, { archived: true }, { version: 7 }, { fee: 0 }, { id: root }])
      expect(await refusalOf(add('tlc', { parent_id: house, ...more }))).toMatchObject({ code: 'invalid' });
  });

  it('is for the platform and for the managers of the parent or above, in their own tree [security 2, security 5, GAP-100]', async () => {
    const { house, ward, root, elsewhere } = trees;
    const outcome = async (name: Who, parent_id: string) =>
      (await refusalOf(add(name, { parent_id }))).code ?? 'allowed';
    expect(await outcome('above', ward)).toBe('allowed');
    expect(await outcome('head', house)).toBe('allowed');
    for (const name of ['admin', 'tlc', 'sys'] as const) expect(await outcome(name, ward)).toBe('allowed');
    const before = await count();
    expect(await outcome('head', root)).toBe('not-found');
    expect(await outcome('above', elsewhere)).toBe('not-found');
    expect(await outcome('other', house)).toBe('not-found');
    expect(await outcome('customer', house)).toBe('not-found');
    expect(await outcome('reader', house)).toBe('forbidden');
    expect(await outcome('tlc', randomUUID())).toBe('not-found');
    expect(await outcome('tlc', 'x')).toBe('not-found');
    const limited = as('head');
    const actor = {
      ...trees.who.head.actor,
      flags: { ...trees.who.head.actor.flags, can_manage_all: false },
    };
    expect(
      await refusalOf(addProvider.call({ ...limited, actor }, { ...good, parent_id: house })),
    ).toMatchObject({ code: 'forbidden' });
    expect(await count()).toBe(before);
  });

  it('accepts seven levels and refuses the eighth at parent_id, also for two simultaneous calls [PROV-01, GAP-94]', async () => {
    let parent_id = trees.root;
    for (let level = 2; level <= 7; level += 1) parent_id = (await add('admin', { parent_id })).id;
    expect((await rowOf(parent_id)).path).toHaveLength(7);
    const eighth = { code: 'invalid', fields: [{ field: 'parent_id', message: 'error.provider.tooDeep' }] };
    expect(await Promise.all([1, 2].map(() => refusalOf(add('admin', { parent_id }))))).toEqual([
      eighth,
      eighth,
    ]);
  });

  it('is refused below an archived provider [PROV-35]', async () => {
    const { db } = test.services;
    const closed = await provider(test.services, 'Closed', trees.root);
    await db.updateTable('providers').set({ archived: true }).where('id', '=', closed).execute();
    expect(await refusalOf(add('admin', { parent_id: closed }))).toEqual({
      code: 'invalid',
      fields: [{ field: 'parent_id', message: 'error.provider.archived' }],
    });
  });

  it('refuses an external id that another provider has, in any case and spacing, at its field [ERR-31, PROV-18, PROV-23]', async () => {
    const external = (external_id: string) =>
      add('admin', { parent_id: trees.house, type: 'external_provider', external_id });
    const made = await external('  Saltbush 17');
    expect(await rowOf(made.id)).toMatchObject({ external_id: 'ext-saltbush17' });
    for (const spelled of ['saltbush17', 'SALTBUSH17', ' salt bush 17 ', 'Saltbush\u00a017', 'ｓaltbush17'])
      expect(await refusalOf(external(spelled))).toEqual({
        code: 'invalid',
        fields: [{ field: 'external_id', message: 'error.externalIdExists' }],
      });
    const twice = await Promise.all([refusalOf(external('T-1')), refusalOf(external('t-1 '))]);
    expect(twice.map(({ code }) => code ?? 'allowed').sort()).toEqual(['allowed', 'invalid']);
    expect(await refusalOf(external(' '))).toMatchObject({
      fields: [{ field: 'external_id', message: 'error.provider.externalIdRequired' }],
    });
  });

  it('refuses the external type at its field without a checked connection above the new provider [D-50]', async () => {
    const before = await count();
    for (const parent_id of [trees.root, trees.elsewhere, null])
      expect(
        await refusalOf(add('admin', { parent_id, type: 'external_provider', external_id: randomUUID() })),
      ).toEqual({ code: 'invalid', fields: [{ field: 'type', message: 'error.connection.required' }] });
    expect(await count()).toBe(before);
  });

  it('refuses an e-mail that is in use, by another provider or an account that is not of its staff [ERR-32]', async () => {
    const { house, who } = trees;
    await add('admin', { parent_id: house, email: 'taken@seagrass.example' });
    const inUse = { code: 'existingUser', fields: [{ field: 'email', message: 'error.email_in_use' }] };
    for (const email of [
      'taken@seagrass.example',
      ' TAKEN@Seagrass.Example ',
      who.stranger.email,
      who.other.email,
    ])
      expect(await refusalOf(add('admin', { parent_id: house, email }))).toEqual(inUse);
    expect(await refusalOf(add('admin', { parent_id: house, email: who.head.email }))).toEqual({
      fields: [],
    });
  });

  it('reveals to one staff member thirty times an hour, and not more often, that an account exists [security 13]', async () => {
    const ask = () => refusalOf(add('head', { parent_id: trees.house, email: trees.who.stranger.email }));
    for (let time = 0; time < 30; time += 1) expect(await ask()).toMatchObject({ code: 'existingUser' });
    expect(await ask()).toMatchObject({ code: 'rate-limited' });
  });

  it('has a contact person that only a tlcadmin can set, from the staff of the providers above it [PROV-24, security 6]', async () => {
    const { house, who } = trees;
    const contact_id = who.reader.userId;
    for (const name of ['above', 'head', 'admin', 'sys'] as const)
      expect(await refusalOf(add(name, { parent_id: house, contact_id }))).toEqual({
        code: 'forbidden',
        fields: [{ field: 'contact_id', message: 'error.provider.contactTlcOnly' }],
      });
    const made = await add('tlc', { parent_id: house, contact_id });
    expect(await rowOf(made.id)).toMatchObject({ contact_id });
  });

  it('shows a general error at the e-mail for a contact person who does not exist or is not allowed [ERR-30]', async () => {
    const { house, who } = trees;
    for (const contact_id of [randomUUID(), who.other.userId, who.customer.userId, who.tlc.userId])
      expect(await refusalOf(add('tlc', { parent_id: house, contact_id }))).toEqual({
        code: 'invalid',
        fields: [{ field: 'contact_id', message: 'error.provider.contactUnfit' }],
      });
  });

  it("has a payment plan for providers that is for sale, chosen by the platform's staff [API-37, security 7]", async () => {
    const { db } = test.services;
    const plan = { fee: 120_000, recurrence: 'year', start_date: '2024-01-01' } as const;
    const [sold, expired, ofPeople] = await db
      .insertInto('subscriptions')
      .values([
        { ...plan, name: 'House', customer_type_id: 4 },
        { ...plan, name: 'Old', customer_type_id: 4, status: 'expired' },
        { ...plan, name: 'Person', customer_type_id: 1 },
      ])
      .returning('id')
      .execute();
    const made = await add('admin', { parent_id: null, subscription_id: sold!.id });
    expect(await rowOf(made.id)).toMatchObject({ subscription_id: sold!.id, trial_expiry_date: null });
    for (const subscription_id of [expired!.id, ofPeople!.id, randomUUID(), 'x'])
      expect(await refusalOf(add('admin', { parent_id: null, subscription_id }))).toMatchObject({
        code: 'invalid',
        fields: [{ field: 'subscription_id' }],
      });
    for (const more of [{ subscription_id: sold!.id }, { trial_expiry_date: '2030-01-01' }])
      expect(await refusalOf(add('above', { parent_id: trees.house, ...more }))).toMatchObject({
        code: 'forbidden',
      });
  });

  const picture = async (width: number, height: number) => {
    const drawn = sharp({ create: { width, height, channels: 3, background: '#15493a' } });
    return `data:image/png;base64,${(await drawn.png().toBuffer()).toString('base64')}`;
  };

  it('stores its logo, 600 px at the longest side, under a URL that is used from then on [PROV-30, PROV-31]', async () => {
    const logo = await picture(1_200, 300);
    const made = await add('above', { parent_id: trees.house, logo, logo_name: 'our logo.PNG' });
    expect(made.logo).toMatch(/^\/api\/logos\/[\da-f-]{36}$/);
    const { content } = await getLogo.call(as('head'), { id: made.logo!.replace('/api/logos/', '') });
    expect(await sharp(content).metadata()).toMatchObject({ width: 600, height: 150 });
  });

  it('refuses a logo of another type, too large, or with an empty or unsafe name, and adds nothing [PROV-27, PROV-28, PROV-29, ERR-37]', async () => {
    const logo = await picture(8, 8);
    const before = await count();
    for (const [more, message] of [
      [{ logo, logo_name: 'logo.svg' }, 'error.file_type_not_allowed'],
      [{ logo, logo_name: '../logo.png' }, 'error.file_name_not_supported'],
      [{ logo, logo_name: '' }, 'error.file_name_not_supported'],
      [{ logo: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }, 'error.file_type_not_allowed'],
      [
        { logo: `data:image/png;base64,${Buffer.alloc(2_097_153).toString('base64')}` },
        'error.file_size_too_large',
      ],
    ] as const)
      expect(await refusalOf(add('admin', { parent_id: trees.house, ...more }))).toEqual({
        code: 'invalid',
        fields: [{ field: 'logo', message }],
      });
    expect(await count()).toBe(before);
  });

  it('is added once, however often the same form is sent [API-37]', async () => {
    const sent = { parent_id: trees.house, name: 'Once', idempotency_key: randomUUID() };
    const [one, two] = await Promise.all([add('admin', sent), add('admin', sent)]);
    expect(two.id).toBe(one.id);
    const { db } = test.services;
    expect(await db.selectFrom('providers').select('id').where('name', '=', 'Once').execute()).toHaveLength(
      1,
    );
  });
});
