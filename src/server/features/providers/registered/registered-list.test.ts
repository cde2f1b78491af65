import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectProvider } from '../../../../../testing/connections.ts';
import { provider } from '../../../../../testing/people.ts';
import { startHouse, type House } from '../../customers/actions/customers.fixture.ts';
import { inviteProvider } from './invite-operation.ts';
import { getRegisteredProviders } from './list-operation.ts';

const day = 24 * 60 * 60_000;

describe('registered providers', () => {
  let h: House;
  beforeAll(async () => {
    h = await startHouse();
    await connectProvider(h.test.services, h.house);
  });
  afterAll(() => h.close());

  const list = (input: object = {}) => getRegisteredProviders.call(h.as(h.admin), input);
  const names = async (input: object = {}) => (await list(input)).data.map(({ name }) => name);

  async function invited(provider_name: string, more: object = {}) {
    const input = { first_name: 'Bridie', last_name: 'O’Brien', provider_name };
    const invitation = { ...input, email: `${randomUUID()}@test.example`, providerType: 'internal_provider' };
    const made = await inviteProvider.call(h.as(h.admin), { ...invitation, ...more });
    h.pass(1_000);
    return made;
  }
  const setContact = (id: string, values: object) =>
    h.test.services.db.updateTable('users').set(values).where('id', '=', id).execute();
  const setProvider = (id: string, values: object) =>
    h.test.services.db.updateTable('providers').set(values).where('id', '=', id).execute();

  it('are those whose contact person was invited or signs in elsewhere, newest first, with dates and the status of the invitation; none that is archived or was never invited [GAP-90] [PROV-33] [PROV-34]', async () => {
    await provider(h.test.services, 'Made by the operator');
    const expired = await invited('Expired');
    const accepted = await invited('Accepted');
    const incomplete = await invited('Incomplete');
    await invited('External', { providerType: 'external_provider', external_id: 'R-7', parent_id: h.house });
    await invited('Waiting');
    const archived = await invited('Archived');
    await setProvider(archived.id, { archived: true });
    const at = h.test.services.clock();
    await setContact(expired.contact_id, { invite_date: new Date(at.getTime() - 30 * day) });
    for (const { contact_id } of [accepted, incomplete])
      await setContact(contact_id, { status: 'active', invite_accepted_date: at, invitation_id: null });
    const details = { address: '1 Heath Street', state: 'VIC', postcode: '3280', location: 'Warrnambool' };
    await setProvider(accepted.id, { ...details, phone_number: '+61355500140' });
    const { data, count } = await list();
    expect(data.map(({ name, status }) => [name, status])).toEqual([
      ['Waiting', 'waiting'],
      ['External', 'external'],
      ['Incomplete', 'incomplete'],
      ['Accepted', 'accepted'],
      ['Expired', 'expired'],
    ]);
    expect(count).toBe(5);
    expect(data.map(({ invite_date }) => invite_date === null)).toEqual([false, true, false, false, false]);
    expect(data[3]).toMatchObject({ contact_id: accepted.contact_id, invite_accepted_date: at });
    for (const status of ['waiting', 'expired', 'accepted', 'incomplete', 'external'])
      expect(await names({ status })).toEqual([status.replace(/^./, (first) => first.toUpperCase())]);
  });

  it('are found by words of the name, of the contact person and of the address, in any case [GAP-90]', async () => {
    await invited('Correa Lodge 100%', { first_name: 'Zoë', email: 'zoe.lee@correa.example' });
    for (const search of ['correa', 'ZOË', 'zoe.lee@', 'lodge o’brien', '100%'])
      expect(await names({ search })).toEqual(['Correa Lodge 100%']);
    for (const search of ['correa waiting', '100_', 'zoë zoë2']) expect(await names({ search })).toEqual([]);
  });

  it('are listed ten on a page, each once, and by name on request [GAP-90]', async () => {
    for (let count = 0; count < 12; count += 1) await invited(`Lodge-${String(count).padStart(2, '0')}`);
    const first = await list({ search: 'lodge-0' });
    expect([first.data.length, first.count]).toEqual([10, 10]);
    const pages = [...(await names()), ...(await names({ offset: 10 })), ...(await names({ offset: 20 }))];
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages).toHaveLength((await list()).count);
    const sorted = await names({ search: 'lodge', order_by: 'name_asc' });
    expect(sorted).toEqual(sorted.toSorted());
  });
});
