import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { startSession, tokenHashOf } from './api.ts';

let test: TestServices;
beforeAll(async () => {
  test = await startServices();
});
afterAll(() => test.close());

it('allows fifty sessions of a person, and a further one ends the session that was unused for longest [R-02]', async () => {
  const { db } = test.services;
  const who = await person(test.services);
  const start = Date.now();
  const begin = (seconds: number) =>
    startSession(db, new Date(start + seconds * 1_000), { id: who.userId, role: 'user' }, null);
  const first = await begin(0);
  const second = await begin(1);
  for (let session = 2; session < 60; session += 1) {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(start + session * 1_000) })
      .where('token_hash', '=', tokenHashOf(first.token))
      .execute();
    await begin(session);
  }
  const left = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', who.userId)
    .execute();
  expect(left).toHaveLength(50);
  const has = (token: string) => left.some(({ token_hash }) => token_hash.equals(tokenHashOf(token)));
  expect([has(first.token), has(second.token)]).toEqual([true, false]);
});
