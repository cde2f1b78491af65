import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import type { Actor } from '../../../domain/access/actors.ts';
import {
  findAnswer,
  forgetOlderAnswers,
  idempotencyKey,
  rememberedAnswer,
  repeatableOf,
} from './idempotency.ts';

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
  ])('is returned unchanged: %s [R-21]', async (name, answer) => {
    const { services } = test;
    const call = repeatable(`key of ${name}`.replaceAll(' ', '-'));
    const row = rememberedAnswer(services, call, answer);
    await services.db.insertInto('idempotency_keys').values(row).execute();
    expect(await findAnswer(services, call)).toEqual({ answer });
  });

  it('is null if the operation returned nothing', async () => {
    const { services } = test;
    const call = repeatable('without-an-answer');
    const row = rememberedAnswer(services, call, undefined);
    await services.db.insertInto('idempotency_keys').values(row).execute();
    expect(await findAnswer(services, call)).toEqual({ answer: null });
  });

  it.each([
    ['{"ticket":7}', { ticket: 7 }],
    ['{"answer":7}', { answer: 7 }],
    ['{"dates":[]}', { dates: [] }],
    ['"a text"', 'a text'],
    ['null', null],
  ])('of the previous release is still returned after an upgrade: %s', async (json, answer) => {
    const { db, keyring } = test.services;
    const call = repeatable(`written-before-${json.replaceAll(/\W/g, '')}`);
    const at = place('idempotency_keys', 'answer_sealed', call.actor_id, call.operation, call.key);
    const row = { ...call, answer_sealed: keyring.seal(at, json) };
    await db.insertInto('idempotency_keys').values(row).execute();
    expect(await findAnswer(test.services, call)).toEqual({ answer });
  });

  it('does not change the original answer', () => {
    const answer = { at: new Date(0), list: [{ at: new Date(1) }, 'x'], more: { none: null } };
    rememberedAnswer(test.services, repeatable('left-alone'), answer);
    expect(answer).toEqual({ at: new Date(0), list: [{ at: new Date(1) }, 'x'], more: { none: null } });
  });

  it('is returned only for the same actor, operation, key and input [R-07]', async () => {
    const { services } = test;
    const call = (key: string, operation = 'test', more: object = {}) =>
      repeatableOf({ actor: { kind: 'visitor' } }, operation, { idempotency_key: key, ...more })!;
    const row = rememberedAnswer(services, call('mine-alone'), 'mine');
    await services.db.insertInto('idempotency_keys').values(row).execute();
    expect(await findAnswer(services, call('mine-alone'))).toEqual({ answer: 'mine' });
    expect(await findAnswer(services, call('not-mine'))).toBeNull();
    expect(await findAnswer(services, call('mine-alone', 'other'))).toBeNull();
    expect(await findAnswer(services, { ...call('mine-alone'), actor_id: 'system' })).toBeNull();
    await expect(findAnswer(services, call('mine-alone', 'test', { more: 1 }))).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
  });
});

describe('the key of a repeated call', () => {
  const person: Actor = {
    kind: 'person',
    userId: 'ann',
    role: 'user',
    providerId: null,
    flags: { can_manage_acp: false, can_manage_all: false, can_manage_user: false },
    actingStaffId: null,
    secondStepDue: false,
    consentDue: false,
  };
  const nameOf = (actor: Actor) => repeatableOf({ actor }, 'test', { idempotency_key: 'a-key-of-mine' })!;

  it('differs between actors, and between a staff member in an account and its owner [R-07]', () => {
    expect(nameOf(person).actor_id).toBe('person:ann');
    expect(nameOf({ ...person, actingStaffId: 'bob' }).actor_id).toBe('person:ann/bob');
    expect(nameOf({ kind: 'emergency', userId: 'ann' }).actor_id).toBe('emergency:ann');
    expect(nameOf({ kind: 'contact', contactId: 'carl', userId: 'ann' }).actor_id).toBe('contact:carl');
    expect(nameOf({ kind: 'visitor' }).actor_id).toBe('visitor');
    expect(nameOf({ kind: 'system' }).actor_id).toBe('system');
  });

  it('is in the input, or absent', () => {
    for (const input of [null, undefined, 'text', {}, { idempotency_key: null }, { idempotency_key: 7 }])
      expect(repeatableOf({ actor: person }, 'test', input)).toBeNull();
    expect(nameOf(person)).toMatchObject({ operation: 'test', key: 'a-key-of-mine' });
  });

  it('has 8 to 100 plain characters, or is absent', () => {
    const isKey = (key: unknown) => idempotencyKey.safeParse(key).success;
    for (const key of ['!abcdef~', 'x'.repeat(8), 'x'.repeat(100), null, undefined])
      expect(isKey(key)).toBe(true);
    for (const key of ['x'.repeat(7), 'x'.repeat(101), 'with blank', '\0zero-byte', 'Schlüssel', 7])
      expect(isKey(key)).toBe(false);
  });
});

describe('older answers', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  const of = (actor_id: string) => ({ actor_id, operation: 'test', key: '', request_hash: Buffer.alloc(32) });

  /** Stores this many answers of an actor, one second apart. */
  const fill = async (actor_id: string, count: number) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      ...of(actor_id),
      key: `key-${index}`,
      answer_sealed: Buffer.alloc(1),
      created_at: new Date(Date.UTC(2026, 4, 4) + index * 1_000),
    }));
    await test.services.db.insertInto('idempotency_keys').values(rows).execute();
  };
  const keysOf = async (actor_id: string) => {
    const { db } = test.services;
    const rows = await db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('actor_id', '=', actor_id)
      .execute();
    return rows.map(({ key }) => key);
  };
  const call = async (actor_id: string, times: number) => {
    for (let time = 0; time < times; time += 1) await forgetOlderAnswers(test.services, of(actor_id));
  };

  it('are deleted at every fiftieth call of a person, except the newest, and no other person loses any [R-02]', async () => {
    await fill('person:ann', 120);
    await fill('person:bob', 120);
    await call('person:ann', 49);
    await call('person:bob', 1);
    expect(await keysOf('person:ann')).toHaveLength(120);
    await call('person:ann', 1);
    const left = await keysOf('person:ann');
    expect(left).toHaveLength(101);
    expect(left).not.toContain('key-18');
    expect(left).toContain('key-19');
    expect(await keysOf('person:bob')).toHaveLength(120);
    await test.services.db.deleteFrom('idempotency_keys').where('actor_id', '=', 'person:ann').execute();
    await fill('person:ann', 120);
    await call('person:ann', 49);
    expect(await keysOf('person:ann')).toHaveLength(120);
  });

  it('of visitors, who share one actor id, are kept', async () => {
    await fill('visitor', 120);
    await call('visitor', 60);
    expect(await keysOf('visitor')).toHaveLength(120);
  });

  it('are counted in bounded memory: after ten thousand other people the count restarts', async () => {
    await fill('person:carl', 120);
    await call('person:carl', 49);
    for (let other = 0; other < 10_001; other += 1) await call(`person:${other}`, 1);
    await call('person:carl', 1);
    expect(await keysOf('person:carl')).toHaveLength(120);
  });
});
