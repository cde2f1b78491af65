import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { checkPassword, passwordAgain } from './confirm.ts';
import { account } from '../subjects.ts';

describe('the repeated password check', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  it('returns the matching hash, so that the change can check that it is still the password', async () => {
    const { services } = test;
    const { userId, password, actor } = await person(services);
    const { password_hash } = await services.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(await checkPassword(services, userId, password)).toBe(password_hash);
    const asked = { subject: account(userId), services, actor, now: services.clock() };
    const rest = { meta: {} as never, consume: async () => {} };
    expect(await passwordAgain('password')({ ...asked, ...rest, input: { password } })).toEqual({
      passwordHash: password_hash,
    });
    expect(await passwordAgain('current')({ ...asked, ...rest, input: { current: password } })).toEqual({
      passwordHash: password_hash,
    });
  });

  it('treats an account that is gone as a wrong password', async () => {
    expect(await checkPassword(test.services, randomUUID(), 'Tram-Kettle-42')).toBeNull();
  });
});
