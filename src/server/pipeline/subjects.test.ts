import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../domain/access/actors.ts';
import { person, provider } from '../../../testing/people.ts';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { account, callerId, findCustomer, namedAccount, nothing, ownAccount, planOf } from './subjects.ts';

describe('the subject of an operation', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  const others: Actor[] = [
    { kind: 'visitor' },
    { kind: 'system' },
    { kind: 'emergency', userId: 'ann' },
    { kind: 'contact', contactId: 'carl', userId: 'ann' },
  ];

  it("is the caller's own account, or the account that the call names; other callers have no own account", async () => {
    const { actor, userId } = await person(test.services);
    expect(ownAccount(null, { actor })).toEqual({ kind: 'account', ownerId: userId });
    expect(callerId(actor)).toBe(userId);
    for (const named of [null, undefined, ''])
      expect(namedAccount(named, { actor })).toEqual({ kind: 'account', ownerId: userId });
    expect(namedAccount('other', { actor })).toEqual(account('other'));
    expect(planOf(userId)).toEqual({ kind: 'plan', ownerId: userId });
    expect(nothing()).toBeNull();
    for (const other of others) {
      expect(ownAccount(null, { actor: other })).toBeNull();
      expect(namedAccount(null, { actor: other })).toBeNull();
      expect(() => callerId(other)).toThrow(expect.objectContaining({ code: 'unauthenticated' }));
    }
  });

  it('is a customer with the providers above them, or none for an unknown id', async () => {
    const { services } = test;
    const root = await provider(services, 'Root');
    const house = await provider(services, 'House', root);
    const ann = await person(services, { firstName: 'Ann', lastName: 'Lee', providerId: house });
    const alone = await person(services);
    const loading = { tx: services.db, lock: false };
    expect(await findCustomer(ann.userId, loading)).toEqual({
      kind: 'customer',
      ownerId: ann.userId,
      first_name: 'Ann',
      last_name: 'Lee',
      email: ann.email,
      status: 'active',
      email_verified_at: expect.any(Date),
      provider_id: house,
      provider_name: 'House',
      role: 'user',
      providerPath: [root, house],
    });
    expect(await findCustomer(alone.userId, loading)).toMatchObject({
      provider_id: null,
      provider_name: null,
      providerPath: [],
    });
    expect(await findCustomer(randomUUID(), loading)).toBeNull();
  });

  it('is locked on request: another change of the customer waits, one of the provider does not', async () => {
    const { services } = test;
    const house = await provider(services, 'Locked');
    const { userId } = await person(services, { providerId: house });
    const touch = (table: 'users' | 'providers', id: string) =>
      services.db.transaction().execute(async (tx) => {
        const row = tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().noWait();
        return (await row.execute()).length;
      });
    await services.db.transaction().execute(async (tx) => {
      await findCustomer(userId, { tx, lock: false });
      expect(await touch('users', userId)).toBe(1);
      await findCustomer(userId, { tx, lock: true });
      await expect(touch('users', userId)).rejects.toThrow();
      expect(await touch('providers', house)).toBe(1);
    });
  });
});
