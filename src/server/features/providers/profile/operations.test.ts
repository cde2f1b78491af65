import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../domain/access/actors.ts';
import { AppError } from '../../../../domain/errors.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import { contextFor, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { updateProvider } from '../form/update-operation.ts';
import { changeProviderLogo, getLogo, removeProviderLogo } from './logo-operations.ts';
import { getProvider } from './operations.ts';

const words = {
  name: 'Banksia House',
  address: '1 Heath Street',
  state: 'VIC',
  postcode: '3280',
  location: 'Warrnambool',
  phone_number: '(03) 5550 0140',
  email: 'Hello@Banksia.example',
};

async function dataUrl(type: 'png' | 'jpeg' | 'webp', width = 1200, height = 300): Promise<string> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#15493a' } });
  return `data:image/${type};base64,${(await picture.toFormat(type).toBuffer()).toString('base64')}`;
}

describe('the own page of a provider', () => {
  let test: TestServices;
  let root: string;
  let house: string;
  let version: number;
  const who: Record<string, TestPerson> = {};

  beforeAll(async () => {
    test = await startServices();
    const { services } = test;
    root = await provider(services, 'Banksia Care');
    house = await provider(services, 'Banksia House', root);
    const elsewhere = await provider(services, 'Grevillea Lodge');
    for (const [name, role, providerId] of [
      ['head', 'provideradmin', house],
      ['above', 'provideradmin', root],
      ['other', 'provideradmin', elsewhere],
      ['reader', 'providerview', house],
      ['admin', 'admin', undefined],
      ['tlc', 'tlcadmin', undefined],
      ['customer', 'user', house],
      ['stranger', 'user', elsewhere],
    ] as const)
      who[name] = await person(services, { role, ...(providerId && { providerId }) });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.services.db.deleteFrom('attempts').execute();
    const row = await test.services.db
      .selectFrom('providers')
      .select('version')
      .where('id', '=', house)
      .executeTakeFirstOrThrow();
    ({ version } = row);
  });

  const as = (name: string, change: Partial<Extract<Actor, { kind: 'person' }>> = {}) =>
    contextFor(test.services, { ...who[name]!.actor, ...change });
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'allowed',
      (error: AppError) => error.code,
    );
  const fieldsOf = (call: Promise<unknown>) =>
    call.then(
      () => ({}),
      (error: AppError) => Object.fromEntries(error.fields.map(({ field, message }) => [field, message])),
    );

  it('shows name, address, contact details and the contact person [SET-02, GAP-77, API-47, ENT-15]', async () => {
    const { db } = test.services;
    await db
      .updateTable('providers')
      .set({ contact_id: who['head']!.userId })
      .where('id', '=', house)
      .execute();
    expect(await getProvider.call(as('reader'), { id: house })).toMatchObject({
      id: house,
      name: 'Banksia House',
      parent_id: root,
      type: 'internal_provider',
      logo: null,
      contact: { id: who['head']!.userId, email: who['head']!.email },
    });
  });

  it('saves the changes, counts the save and records it [GAP-77, API-40]', async () => {
    const saved = await updateProvider.call(as('head'), { id: house, version, ...words });
    expect(saved).toMatchObject({ ...words, email: 'hello@banksia.example', version: version + 1 });
    expect(await getProvider.call(as('head'), { id: house })).toEqual(saved);
    const { db, secrets } = test.services;
    const row = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'updateProvider')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      chain: 'platform',
      subject_id: null,
      actor_id: who['head']!.userId,
      details: { provider_id: house },
    });
    expect((await verifyAudit(db, secrets)).faults).toEqual([]);
  });

  it('refuses a save that was based on an older one, with the saved values [D-18]', async () => {
    await updateProvider.call(as('head'), { id: house, version, ...words, name: 'Banksia Home' });
    const late = updateProvider.call(as('above'), { id: house, version, ...words, location: 'Koroit' });
    await expect(late).rejects.toMatchObject({
      code: 'conflict',
      details: { version: version + 1, saved: { name: 'Banksia Home', location: 'Warrnambool' } },
    });
    expect(await getProvider.call(as('head'), { id: house })).toMatchObject({ name: 'Banksia Home' });
  });

  it('shows at each field what is wrong with it [PROV-19, PROV-20, PROV-21, PROV-32]', async () => {
    const sent = { id: house, version };
    const nothing = {
      name: ' ',
      address: '',
      state: '',
      postcode: '',
      location: '',
      phone_number: '',
      email: '',
    };
    expect(await fieldsOf(updateProvider.call(as('head'), { ...sent, ...nothing }))).toEqual({
      name: 'field.required',
      address: 'field.required',
      state: 'field.state.required',
      postcode: 'field.postcode.required',
      location: 'field.required',
      phone_number: 'field.phone.required',
    });
    const wrong = {
      name: 'B',
      address: 'x'.repeat(201),
      state: 'Victoria',
      postcode: '32800',
      location: 'War\u202Ernambool',
      phone_number: '1234567',
      email: 'hello@banksia',
    };
    expect(await fieldsOf(updateProvider.call(as('head'), { ...sent, ...wrong }))).toEqual({
      name: 'field.lengthBetween',
      address: 'field.tooLong',
      state: 'field.state.required',
      postcode: 'field.postcode.format',
      location: 'field.badCharacters',
      phone_number: 'field.phone.format',
      email: 'field.email.invalid',
    });
    expect((await getProvider.call(as('head'), { id: house })).version).toBe(version);
  });

  it('accepts no other field from any caller [security 7, PROV-24]', async () => {
    const send = (more: object) =>
      outcome(updateProvider.call(as('head'), { id: house, version, ...words, ...more }));
    for (const field of ['archived', 'path', 'fee', 'type', 'logo', 'provider_root_id'])
      expect(await send({ [field]: root })).toBe('invalid');
    // These fields are in its form, but for other callers.
    for (const field of ['contact_id', 'parent_id'])
      expect(await send({ [field]: who['other']!.userId })).toBe('forbidden');
  });

  const changes = {
    updateProvider: (context: ReturnType<typeof as>) =>
      updateProvider.call(context, { id: house, version, ...words }),
    changeProviderLogo: async (context: ReturnType<typeof as>) =>
      changeProviderLogo.call(context, { id: house, data_url: await dataUrl('png', 8, 8) }),
    removeProviderLogo: (context: ReturnType<typeof as>) => removeProviderLogo.call(context, { id: house }),
  };

  it.each(Object.entries(changes))(
    '%s is for callers who can manage all of it, in the same tree [GAP-100, PERM-05, security 5]',
    async (_, call) => {
      const every = who['head']!.actor.flags;
      expect(await outcome(call(as('head', { flags: { ...every, can_manage_all: false } })))).toBe(
        'forbidden',
      );
      expect(await outcome(call(as('reader', { flags: { ...every, can_manage_all: true } })))).toBe(
        'forbidden',
      );
      expect(await outcome(call(as('other')))).toBe('not-found');
      expect(await outcome(call(as('customer')))).toBe('not-found');
      expect(await outcome(call(as('head', { secondStepDue: true })))).toBe('forbidden');
      expect(await outcome(call({ ...as('head'), actor: { kind: 'visitor' } }))).toBe('unauthenticated');
      const allowed = as('above');
      expect(await outcome(call(allowed))).toBe('allowed');
    },
  );

  it('is readable only for its staff, those above it and the platform [GAP-100, security 4]', async () => {
    const readers = Object.fromEntries(
      await Promise.all(
        Object.keys(who).map(async (name) => [
          name,
          await outcome(getProvider.call(as(name), { id: house })),
        ]),
      ),
    );
    expect(readers).toEqual({
      head: 'allowed',
      above: 'allowed',
      other: 'not-found',
      reader: 'allowed',
      admin: 'allowed',
      tlc: 'allowed',
      customer: 'not-found',
      stranger: 'not-found',
    });
    expect(await outcome(getProvider.call(as('head'), { id: root }))).toBe('not-found');
    expect(await outcome(getProvider.call(as('head'), { id: crypto.randomUUID() }))).toBe('not-found');
    expect(await outcome(getProvider.call(as('head'), { id: 'x' }))).toBe('invalid');
  });

  const logoId = async () =>
    (await getProvider.call(as('head'), { id: house })).logo?.replace('/api/logos/', '') ?? '';

  it('has a logo that is encoded again, 600 px at its longest side and never enlarged [PROV-27, PROV-28, PROV-30]', async () => {
    for (const type of ['png', 'jpeg', 'webp'] as const) {
      await changeProviderLogo.call(as('head'), { id: house, data_url: await dataUrl(type) });
      const { content, type: kept } = await getLogo.call(as('head'), { id: await logoId() });
      expect(kept).toBe('image/webp');
      expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 600, height: 150 });
    }
    await changeProviderLogo.call(as('head'), { id: house, data_url: await dataUrl('png', 40, 30) });
    const { content } = await getLogo.call(as('head'), { id: await logoId() });
    expect(await sharp(content).metadata()).toMatchObject({ width: 40, height: 30 });
    const kept = await test.services.db.selectFrom('pictures').select('id').execute();
    expect(kept).toHaveLength(1);
  });

  it('refuses other types, too large files, and files with a false type, at the logo [PROV-27, PROV-28, security 33]', async () => {
    const before = await logoId();
    const png = await dataUrl('png', 10, 10);
    for (const data_url of [
      'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
      'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
      png.replace('image/png', 'image/jpeg'),
      `data:image/png;base64,${Buffer.alloc(2 * 1024 * 1024 + 1).toString('base64')}`,
      'data:image/png;base64,',
      'https://evil.example/logo.png',
      '',
    ]) {
      const call = changeProviderLogo.call(as('head'), { id: house, data_url });
      await expect(call).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'logo' }] });
    }
    expect(await logoId()).toBe(before);
  });

  it('shows the logo to its staff and customers, not to others, and removes it [GAP-77, security 4]', async () => {
    await changeProviderLogo.call(as('head'), { id: house, data_url: await dataUrl('png') });
    const id = await logoId();
    const seen = Object.fromEntries(
      await Promise.all(
        Object.keys(who).map(async (name) => [name, await outcome(getLogo.call(as(name), { id }))]),
      ),
    );
    expect(seen).toMatchObject({ reader: 'allowed', customer: 'allowed', admin: 'allowed' });
    expect(seen).toMatchObject({ other: 'not-found', stranger: 'not-found' });
    const visitor = { ...as('head'), actor: { kind: 'visitor' } as const };
    expect(await outcome(getLogo.call(visitor, { id }))).toBe('unauthenticated');
    expect((await removeProviderLogo.call(as('head'), { id: house })).logo).toBeNull();
    expect((await removeProviderLogo.call(as('head'), { id: house })).logo).toBeNull();
    expect(await outcome(getLogo.call(as('head'), { id }))).toBe('not-found');
  });

  it('does not have more than twenty logos drawn in an hour for one person [security 13]', async () => {
    const bad = () => changeProviderLogo.call(as('head'), { id: house, data_url: 'x' });
    for (let count = 0; count < 20; count += 1)
      await expect(bad()).rejects.toMatchObject({ code: 'invalid' });
    await expect(bad()).rejects.toMatchObject({ code: 'rate-limited' });
  });
});
