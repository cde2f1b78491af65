import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../testing/services.ts';
import { place } from '../db/sealing/sealed-columns.ts';
import { findAnswer, rememberedAnswer, repeatableOf } from './idempotency.ts';

describe('a remembered answer', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  const repeatable = (key: string) =>
    repeatableOf({ actor: { kind: 'visitor' } }, 'test', { idempotency_key: key })!;

  it.each([
    ['dates', { at: new Date('2026-11-22T01:02:03.004Z'), list: [{ at: new Date(0) }] }],
    ['a text that looks like a date', { note: '2026-11-22T01:02:03.004Z' }],
    ['fields of the same names as ours', { answer: 1, dates: ['x'] }],
    ['a date alone', new Date(0)],
    ['nothing', null],
  ])('comes back as it was: %s [R-21]', async (name, answer) => {
    const { services } = test;
    const call = repeatable(`key of ${name}`.replaceAll(' ', '-'));
    const row = rememberedAnswer(services, call, answer);
    await services.db.insertInto('idempotency_keys').values(row).execute();
    expect(await findAnswer(services, call)).toEqual({ answer });
  });

  it('of the release before is still given after an upgrade', async () => {
    const { db, keyring } = test.services;
    const call = repeatable('written-before');
    const at = place('idempotency_keys', 'answer_sealed', call.actor_id, call.operation, call.key);
    const row = { ...call, answer_sealed: keyring.seal(at, '{"ticket":7}') };
    await db.insertInto('idempotency_keys').values(row).execute();
    expect(await findAnswer(test.services, call)).toEqual({ answer: { ticket: 7 } });
  });
});
