import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { mayDeflate } from './may-deflate.ts';
import { anyPlace, createKeyring, parseKeys } from './seal.ts';

describe('long texts are deflated before they are sealed', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  const ranFor = async (first: string, its: string) => {
    const { db } = test.services;
    await sql`update schema_migrations set applied_at = now() - ${first}::interval`.execute(db);
    await sql`update schema_migrations set applied_at = now() - ${its}::interval where number = 22`.execute(
      db,
    );
    return mayDeflate(db);
  };

  it('at once in a new database, and a day after an upgrade, when no earlier server is running [R-93]', async () => {
    expect(await mayDeflate(test.services.db)).toBe(true);
    expect(await ranFor('90 days', '1 minute')).toBe(false);
    expect(await ranFor('90 days', '23 hours')).toBe(false);
    expect(await ranFor('90 days', '25 hours')).toBe(true);
  });

  it('and every server can read them, whether it deflates or not [R-93]', () => {
    const keys = parseKeys(`one:${Buffer.alloc(32, 7).toString('base64')}`);
    const [before, after] = [createKeyring(keys, { deflates: false }), createKeyring(keys)];
    const place = anyPlace('acps', 'answers_sealed', 'x');
    const text = 'What matters to me. '.repeat(1_000);
    expect(before.seal(place, text).length).toBeGreaterThan(20_000);
    expect(after.seal(place, text).length).toBeLessThan(2_000);
    expect(before.open(place, after.seal(place, text))).toBe(text);
    expect(after.open(place, before.seal(place, text))).toBe(text);
  });
});
