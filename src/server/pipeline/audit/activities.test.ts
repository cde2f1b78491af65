import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import type { Tx } from '../context.ts';
import { recordActivities, recordActivity } from './activities.ts';

const server = resolve(import.meta.dirname, '../..');

describe('the list of recent activities', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  it('stores the template, the account, the actor and the time [ENT-23]', async () => {
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

  it('gets one line for each fact, the same line for each person, and runs no statement for none [ENT-23]', async () => {
    const { db } = test.services;
    const people = [await person(test.services), await person(test.services), await person(test.services)];
    const [ann, bob, cleo] = people.map(({ userId }) => userId) as [string, string, string];
    await db.deleteFrom('recent_activities').execute();
    const at = new Date('2026-11-20T22:05:00Z');
    const paid = { template: 'payment', userId: ann, actorId: bob, at } as const;
    await recordActivity(db, paid, { amount: '$1' }, { amount: '$2' });
    const renewed = { template: 'cardRenewed', actorId: cleo, at } as const;
    await recordActivities(db, { ...renewed, userIds: [ann, bob] }, {});
    const noDatabase = null as unknown as Tx;
    await recordActivity(noDatabase, paid);
    await recordActivities(noDatabase, { ...renewed, userIds: [] }, {});
    const rows = await db
      .selectFrom('recent_activities')
      .select(['template', 'metadata', 'user_id', 'actor_id', 'created_at'])
      .execute();
    const line = (template: string, metadata: object, user_id: string, actor_id: string) => ({
      template,
      metadata,
      user_id,
      actor_id,
      created_at: at,
    });
    expect(rows).toHaveLength(4);
    expect(rows).toEqual(
      expect.arrayContaining([
        line('payment', { amount: '$1' }, ann, bob),
        line('payment', { amount: '$2' }, ann, bob),
        line('cardRenewed', {}, ann, cleo),
        line('cardRenewed', {}, bob, cleo),
      ]),
    );
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
