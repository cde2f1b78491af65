import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { recordActivity } from './activities.ts';

const server = resolve(import.meta.dirname, '../..');

describe('the list of recent activities', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  it('keeps what happened, to whom, by whom and when [ENT-23]', async () => {
    const { db } = test.services;
    const { userId } = await person(test.services);
    await db.deleteFrom('recent_activities').execute();
    const at = new Date('2026-11-20T22:05:00Z');
    await recordActivity(db, { template: 'LOGIN_AS_CUSTOMER', userId, actorId: null, at }, { ended: true });
    expect(await db.selectFrom('recent_activities').selectAll().execute()).toEqual([
      {
        id: expect.any(String),
        template: 'LOGIN_AS_CUSTOMER',
        metadata: { ended: true },
        user_id: userId,
        actor_id: null,
        created_at: at,
      },
    ]);
  });

  it('lets only known templates compile, with their own facts [ENT-23]', async () => {
    const { db } = test.services;
    const line = { userId: (await person(test.services)).userId, actorId: null, at: new Date() };
    await recordActivity(db, { ...line, template: 'payment' }, { amount: '$1' });
    // @ts-expect-error a template that has no words
    await recordActivity(db, { ...line, template: 'planLost' }, {});
    // @ts-expect-error a fact of another template
    await recordActivity(db, { ...line, template: 'cardRenewed' }, { amount: '$1' });
    // @ts-expect-error a fact is missing
    await recordActivity(db, { ...line, template: 'payment' }, {});
  });

  it('has one writer [ENT-23]', () => {
    const writers = readdirSync(server, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) =>
        /insertInto\('recent_activities'\)|insert into recent_activities/.test(
          readFileSync(join(server, name), 'utf8'),
        ),
      );
    expect(writers).toEqual(['pipeline/audit/activities.ts']);
  });
});
