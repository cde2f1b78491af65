import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, person, provider } from '../../people.ts';
import { startProduct, trialVariables, type Product } from '../product.ts';

describe('staff inside a customer’s account', () => {
  let product: Product;
  let providerId: string;

  beforeAll(async () => {
    product = await startProduct(trialVariables());
    providerId = await provider(product.services);
  });
  afterAll(() => product.close());

  it('do not see when the password was changed, nor the end of the Medicare number, which the person sees [security 3, security 8]', async () => {
    const owner = await person(product.services, { providerId, medicareNumber: '2951636701' });
    const own = product.client();
    await own.signIn(owner.email, owner.password);
    const inside = product.client();
    const helper = await person(product.services, { role: 'provideradmin', providerId });
    await inside.signIn(helper.email, helper.password);
    const about = '{ id password_changed_at medicare_last3 }';
    const both = `{ currentUser ${about} getUserById(id: "${owner.userId}") ${about} }`;
    const reason = 'To help with a form';
    const entry = { customerId: owner.userId, reason, password };
    expect((await inside.post('/api/auth/login-as-customer', entry)).body.ok).toBe(true);
    const ownView = { id: owner.userId, password_changed_at: expect.any(String), medicare_last3: '701' };
    expect((await own.graphql(both)).data).toEqual({ currentUser: ownView, getUserById: ownView });
    const kept = { id: owner.userId, password_changed_at: null, medicare_last3: null };
    expect((await inside.graphql(both)).data).toEqual({ currentUser: kept, getUserById: kept });
  });
});
