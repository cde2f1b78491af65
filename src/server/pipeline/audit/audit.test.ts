import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../domain/access/actors.ts';
import { person } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { canonical, recording, type AuditRow } from './audit.ts';

const row: AuditRow = {
  chain: 'ann',
  at: new Date('2026-05-04T01:02:03.004Z'),
  actor_kind: 'person',
  actor_id: 'bob',
  acting_staff_id: 'carl',
  action: 'saved',
  subject_id: 'dora',
  details: { b: 2, a: 'one' },
};

describe('what the hash of an entry covers', () => {
  it('is every column in a fixed order, whatever the order of the details', () => {
    expect(canonical(row)).toBe(
      '["ann","2026-05-04T01:02:03.004Z","person","bob","carl","saved","dora",[["a","one"],["b",2]]]',
    );
    expect(canonical({ ...row, details: { a: 'one', b: 2 } })).toBe(canonical(row));
  });
});

describe('an entry of the audit trail', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  it('contains the kind of actor and its ids, and the staff member in the account [D-14]', async () => {
    const { services } = test;
    const { actor, userId } = await person(services);
    const staff = await person(services, { role: 'admin' });
    const actors: [Actor, id: string | null, acting: string | null][] = [
      [actor, userId, null],
      [{ ...actor, actingStaffId: staff.userId }, userId, staff.userId],
      [{ kind: 'emergency', userId }, userId, null],
      [{ kind: 'contact', contactId: staff.userId, userId }, staff.userId, null],
      [{ kind: 'visitor' }, null, null],
      [{ kind: 'system' }, null, null],
    ];
    for (const [by] of actors) {
      const entry = {
        chain: 'actors',
        at: row.at,
        actor: by,
        action: 'saved',
        subjectId: null,
        details: {},
      };
      await recording(services.secrets, entry, { events: [] }).execute(services.db);
    }
    const rows = await services.db
      .selectFrom('audit_log')
      .select(['seq', 'actor_kind', 'actor_id', 'acting_staff_id', 'at'])
      .where('chain', '=', 'actors')
      .orderBy('seq')
      .execute();
    expect(rows).toEqual(
      actors.map(([by, actor_id, acting_staff_id], index) => ({
        seq: index + 1,
        actor_kind: by.kind,
        actor_id,
        acting_staff_id,
        at: row.at,
      })),
    );
  });
});
