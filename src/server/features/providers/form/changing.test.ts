import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectProvider } from '../../../../../testing/connections.ts';
import { person, provider } from '../../../../../testing/people.ts';
import { good, withTrees, refusalOf } from './form.fixture.ts';
import { getProviderForm } from './read-operation.ts';
import { updateProvider } from './update-operation.ts';

describe('changing a provider', () => {
  const { services, trees, as, findProvider } = withTrees();
  let id: string;

  beforeAll(() => connectProvider(services(), trees().house));

  beforeEach(async () => {
    const { db } = services();
    await db.deleteFrom('attempts').execute();
    id = await provider(services(), `House ${randomUUID()}`, trees().house);
    await db
      .updateTable('providers')
      .set({ subscription_start_date: '2024-07-01', government_id: 'RACS-17' })
      .where('id', '=', id)
      .execute();
  });

  type Who = Parameters<typeof as>[0];
  const { type: _, subscription_start_date: __, ...profile } = good;
  const details = {
    type: 'internal_provider',
    government_id: 'RACS-17',
    subscription_start_date: '2024-07-01',
  };
  const change = (name: Who, more: object, version = 0) =>
    updateProvider.call(as(name), { id, version, ...profile, ...more });
  const row = () => findProvider(id);

  it('saves the whole form for those who manage it, and counts the save [API-40, PROV-19]', async () => {
    const sent = { ...details, type: 'external_provider', external_id: ' Salt 9 ', government_id: 'RACS-18' };
    const saved = await change('head', sent);
    expect(saved).toMatchObject({ ...profile, email: null, type: 'external_provider', version: 1 });
    expect(await row()).toMatchObject({ external_id: 'ext-salt9', government_id: 'RACS-18' });
    await change('above', { ...details, government_id: '' }, 1);
    expect(await row()).toMatchObject({ type: 'internal_provider', external_id: null, government_id: null });
  });

  it('refuses the external type at its field without a checked connection, and saves nothing [D-50]', async () => {
    const { db } = services();
    const sent = { ...details, type: 'external_provider', external_id: randomUUID() };
    const refused = { code: 'invalid', fields: [{ field: 'type', message: 'error.connection.required' }] };
    await db.updateTable('provider_connections').set({ last_error: 'unreachable' }).execute();
    expect(await refusalOf(change('head', sent))).toEqual(refused);
    expect(await row()).toMatchObject({ type: 'internal_provider', version: 0 });
    await db.updateTable('provider_connections').set({ last_error: null }).execute();
    expect(await refusalOf(change('head', sent))).toEqual({ fields: [] });
  });

  it('is possible for an archived provider, but only for callers above it [S-46] [D-63]', async () => {
    const { db } = services();
    await db.updateTable('providers').set({ archived: true }).where('id', '=', id).execute();
    expect((await getProviderForm.call(as('head'), { id })).id).toBe(id);
    expect(await change('head', { ...details, name: 'Seagrass Home' })).toMatchObject({
      ...{ name: 'Seagrass Home', version: 1 },
    });
    expect(await row()).toMatchObject({ archived: true });
    expect((await refusalOf(change('other', details, 1))).code).toBe('not-found');
  });

  it('takes the earlier name back at the version of the rename, and not after another change [N-12, D-18]', async () => {
    const { name } = await row();
    const renamed = await change('head', { ...details, name: 'Seagrass Home' });
    await change('head', { ...details, name }, renamed.version);
    expect(await row()).toMatchObject({ name, version: 2 });
    const again = await change('head', { ...details, name: 'Seagrass Home' }, 2);
    await change('above', { ...details, name: 'Seagrass Court' }, again.version);
    expect((await refusalOf(change('head', { ...details, name }, again.version))).code).toBe('conflict');
    expect(await row()).toMatchObject({ name: 'Seagrass Court', version: 4 });
  });

  it('changes only the profile when only the profile is sent [API-40, GAP-77]', async () => {
    const before = await row();
    await change('head', { name: 'Seagrass Home' });
    const { version: ___, search: ____, ...rest } = before;
    expect(await row()).toMatchObject({ ...rest, ...profile, email: null, name: 'Seagrass Home' });
  });

  it('shows at each field what is wrong with it, and then saves nothing [PROV-19, PROV-20, PROV-21, PROV-23, PROV-32]', async () => {
    const wrong = { postcode: '32800', email: 'hello', state: 'NZ' };
    const more = { type: 'external_provider', external_id: ' ', subscription_start_date: '' };
    expect(await refusalOf(change('head', { ...wrong, ...more }))).toEqual({
      code: 'invalid',
      fields: [
        { field: 'state', message: 'field.state.required' },
        { field: 'postcode', message: 'field.postcode.format' },
        { field: 'email', message: 'field.email.invalid' },
        { field: 'external_id', message: 'error.provider.externalIdRequired' },
        { field: 'subscription_start_date', message: 'field.date.required' },
      ],
    });
    expect(await row()).toMatchObject({ version: 0, address: null });
  });

  it('refuses a save that was based on an older one, with the saved values as the form has them [D-18]', async () => {
    await change('head', { ...details, government_id: 'RACS-18' });
    await expect(change('above', { ...details, location: 'Koroit' })).rejects.toMatchObject({
      code: 'conflict',
      details: {
        version: 1,
        saved: { location: 'Warrnambool', government_id: 'RACS-18', subscription_start_date: '01/07/2024' },
      },
    });
  });

  it('lets a provider change its profile but not its type or its price [security 5, security 7, PERM-05]', async () => {
    const { db } = services();
    await db
      .updateTable('providers')
      .set({ subscription_start_date: '2024-07-01', government_id: 'RACS-17' })
      .where('id', '=', trees().house)
      .execute();
    id = trees().house;
    const version = (await row()).version;
    for (const more of [
      { type: 'external_provider', external_id: 'S-1' },
      { government_id: 'RACS-99' },
      { subscription_start_date: '2030-01-01' },
      { trial_expiry_date: '2030-01-01' },
    ])
      expect(await refusalOf(change('head', { ...details, ...more }, version))).toMatchObject({
        code: 'forbidden',
      });
    expect(await refusalOf(change('head', { ...details, name: 'Banksia House' }, version))).toEqual({
      fields: [],
    });
  });

  it("of money fields is only for the platform's staff [security 5, security 7]", async () => {
    for (const more of [{ subscription_start_date: '2025-01-01' }, { trial_expiry_date: '2030-01-01' }])
      expect(await refusalOf(change('above', { ...details, ...more }))).toMatchObject({ code: 'forbidden' });
    await change('admin', {
      ...details,
      subscription_start_date: '2025-01-01',
      trial_expiry_date: '2030-01-01',
    });
    expect(await row()).toMatchObject({
      subscription_start_date: '2025-01-01',
      trial_expiry_date: '2030-01-01',
    });
  });

  it('lets anyone who can change it set the first day while there is none [GAP-91]', async () => {
    const { db } = services();
    await db.updateTable('providers').set({ subscription_start_date: null }).where('id', '=', id).execute();
    await change('head', { ...details, subscription_start_date: '2026-01-05' });
    expect(await row()).toMatchObject({ subscription_start_date: '2026-01-05' });
  });

  it('needs no parent_id, accepts the current one, and moves nothing by another one [PROV-22, security 2]', async () => {
    expect(await refusalOf(change('head', { ...details, parent_id: trees().house }))).toEqual({ fields: [] });
    for (const parent_id of [trees().ward, trees().elsewhere, randomUUID(), null])
      expect(await refusalOf(change('tlc', { ...details, parent_id }, 1))).toMatchObject({
        code: 'forbidden',
      });
    expect(await row()).toMatchObject({ parent_id: trees().house });
    for (const field of ['path', 'provider_root_id', 'archived', 'fee', 'logo'])
      expect(await refusalOf(change('tlc', { [field]: trees().house }, 1))).toMatchObject({
        code: 'invalid',
      });
  });

  it('refuses an external id or an e-mail that is in use, and accepts its own [ERR-31, ERR-32]', async () => {
    const external = { ...details, type: 'external_provider' };
    await change('head', { ...external, external_id: 'Own-1', email: 'own@seagrass.example' });
    const first = id;
    id = await provider(services(), 'Another', trees().house);
    expect(await refusalOf(change('head', { ...external, external_id: ' OWN - 1' }))).toEqual({
      code: 'invalid',
      fields: [{ field: 'external_id', message: 'error.externalIdExists' }],
    });
    expect(await refusalOf(change('head', { email: 'OWN@seagrass.example' }))).toEqual({
      code: 'existingUser',
      fields: [{ field: 'email', message: 'error.email_in_use' }],
    });
    id = first;
    const again = { ...external, external_id: 'own-1', email: 'own@seagrass.example', name: 'Renamed' };
    expect(await refusalOf(change('head', again, 1))).toEqual({ fields: [] });
  });

  it('accepts a first contact person only from a tlcadmin, also by direct call [PROV-24, security 6]', async () => {
    const { who } = trees();
    const contact_id = who.reader.userId;
    for (const name of ['above', 'head', 'admin', 'sys'] as const)
      expect(await refusalOf(change(name, { contact_id }))).toEqual({
        code: 'forbidden',
        fields: [{ field: 'contact_id', message: 'error.provider.contactTlcOnly' }],
      });
    expect(await row()).toMatchObject({ contact_id: null, version: 0 });
    await change('tlc', { contact_id });
    expect(await row()).toMatchObject({ contact_id });
    // Sent back unchanged, it is not a change.
    expect(await refusalOf(change('head', { contact_id }, (await row()).version))).toEqual({ fields: [] });
  });

  it('moves the data of the old contact person to the new one, in the same save [PROV-26, API-40]', async () => {
    const { db } = services();
    const staff = async () =>
      (await person(services(), { role: 'provideradmin', providerId: trees().house })).userId;
    const [from, to] = [await staff(), await staff()];
    const about = await person(services(), { providerId: id });
    await change('tlc', { contact_id: from });
    await db
      .insertInto('notifications')
      .values({ template: 'ACP_COMPLETED', receiver_id: from, user_id: about.userId, metadata: '{}' })
      .execute();
    await db.insertInto('notification_settings').values({ user_id: from, frequency: 'important' }).execute();
    await change('tlc', { contact_id: to }, (await row()).version);
    expect(await row()).toMatchObject({ contact_id: to });
    const notices = await db
      .selectFrom('notifications')
      .select('receiver_id')
      .where('user_id', '=', about.userId)
      .execute();
    expect(notices).toEqual([{ receiver_id: to }]);
    const settings = await db
      .selectFrom('notification_settings')
      .select(['user_id', 'frequency'])
      .where('user_id', 'in', [from, to])
      .execute();
    expect(settings).toEqual([{ user_id: to, frequency: 'important' }]);
  });

  it('shows a general error at the e-mail for a contact person who does not exist or works elsewhere [ERR-30]', async () => {
    for (const contact_id of [randomUUID(), trees().who.other.userId, trees().who.customer.userId])
      expect(await refusalOf(change('tlc', { contact_id }))).toEqual({
        code: 'invalid',
        fields: [{ field: 'contact_id', message: 'error.provider.contactUnfit' }],
      });
    expect(await row()).toMatchObject({ version: 0 });
  });

  it('starts with a form for callers who can change it, which shows what they can change [API-40, ENT-15, PROV-25]', async () => {
    const read = (name: Who, about = id) => getProviderForm.call(as(name), { id: about });
    expect(await read('head')).toMatchObject({
      subscription_start_date: '01/07/2024',
      government_id: 'RACS-17',
      external_id: '',
      parent_id: trees().house,
      parent_name: 'Banksia House',
      provider_root_id: trees().root,
      ...{ may_manage: true, may_bill: false, may_change_contact: false },
    });
    expect(await read('tlc')).toMatchObject({ may_manage: true, may_bill: true, may_change_contact: true });
    expect(await read('admin')).toMatchObject({ may_bill: true, may_change_contact: false });
    // Their own provider: they cannot manage it, and cannot see the one above.
    expect(await read('head', trees().house)).toMatchObject({ may_manage: false, parent_name: null });
    expect(await refusalOf(read('reader'))).toMatchObject({ code: 'forbidden' });
    expect(await refusalOf(read('other'))).toMatchObject({ code: 'not-found' });
  });
});
