import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateAnswers } from '../../src/server/features/acp/operations.ts';
import { contextFor, fullAnswers, person, type TestPerson } from '../people.ts';
import { startServices, type TestServices } from '../services.ts';
import { findProblems } from './checker.ts';
import type { Acknowledged } from './saving.ts';

describe('the checker after faults', () => {
  let test: TestServices;
  let signed: TestPerson;
  let draft: TestPerson;
  const acknowledged: Acknowledged[] = [];

  beforeAll(async () => {
    test = await startServices();
    const { services } = test;
    signed = await person(services, { plan: { status: 'complete', answers: fullAnswers() } });
    draft = await person(services);
    for (const [who, status, version] of [
      [signed, 'complete', 2],
      [signed, 'complete', 3],
      [draft, 'draft', 0],
      [draft, 'draft', 1],
    ] as const) {
      const text = `Save ${version + 1}`;
      await updateAnswers.call(contextFor(services, who.actor), {
        id: who.acpId,
        answers: { explanations: text },
        status,
        version,
        confirmed: ['explanations'],
      });
      acknowledged.push({ acpId: who.acpId, version: version + 1, text });
    }
    await sql`delete from outbox`.execute(services.db);
  });
  afterAll(() => test.close());

  /** Returns the problems that the checker finds after a change; the change is rolled back. */
  async function problemsAfter(
    change: string,
    acked: readonly Acknowledged[] = acknowledged,
  ): Promise<string[]> {
    const undo = new Error('undone');
    let found: string[] = [];
    await test.services.db
      .transaction()
      .execute(async (tx) => {
        await sql.raw(change).execute(tx);
        // No relay runs here, so a longer wait would give the same result.
        found = await findProblems({ ...test.services, db: tx }, acked, 300);
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    return found;
  }

  it('finds nothing when nothing is wrong [fault 1]', async () => {
    expect(await findProblems(test.services, acknowledged)).toEqual([]);
  });

  it.each<[string, () => string, RegExp]>([
    [
      'a save that was lost',
      () => `update acps set version = version - 1 where id = '${draft.acpId}'`,
      /was acknowledged, the plan is at 1/,
    ],
    ['a plan that was lost', () => `delete from acps where id = '${draft.acpId}'`, /is gone/],
    [
      'a value that is written by halves',
      () =>
        `update acps set answers_sealed = substring(answers_sealed from 1 for 40) where id = '${draft.acpId}'`,
      /does not open/,
    ],
    [
      'a save that happened twice',
      () => `update acps set version = version + 1 where id = '${draft.acpId}'`,
      /is at 3, the trail has 2/,
    ],
    [
      'a revision that was not kept',
      () => `delete from acps where user_id = '${signed.userId}' and type = 'revision' and plan_version = 1`,
      /signed 3 states, 1 earlier/,
    ],
    [
      'signed rows that are not the signed ones',
      () => `update acps set snapshot_sha256 = sha256('x') where id = '${signed.acpId}'`,
      /another hash/,
    ],
    [
      'a signed plan without its file',
      () => `update files set is_active = false where user_id = '${signed.userId}'`,
      /1 signed plans and 0 files/,
    ],
    [
      'a file without its signed plan',
      () =>
        `insert into files (user_id, category, file_name, is_active, is_questionnaire) values ('${draft.userId}', 'ACP', 'x', true, true)`,
      /0 signed plans and 1 files/,
    ],
    [
      'a line of activity too many',
      () =>
        `insert into recent_activities (template, metadata, user_id) values ('ACP_UPDATED', '{}', '${signed.userId}')`,
      /tell of more or fewer/,
    ],
    [
      'a head that counts another number',
      () => `update audit_heads set seq = seq + 1 where chain = '${draft.userId}'`,
      /head of .* counts other rows|does not hold/,
    ],
    [
      'a head that was changed',
      () => `update audit_heads set hash = sha256('x') where chain = '${draft.userId}'`,
      /does not hold/,
    ],
  ])('finds %s [fault 1]', async (_, change, problem) => {
    expect(await problemsAfter(change())).toEqual(expect.arrayContaining([expect.stringMatching(problem)]));
  });

  it('finds a save that was acknowledged with a different text than was stored [fault 1]', async () => {
    const other = [
      ...acknowledged,
      { acpId: draft.acpId, version: 2, text: 'Something else' },
      { acpId: signed.acpId, version: 3, text: 'Something else' },
    ];
    expect(await problemsAfter('select 1', other)).toEqual([
      expect.stringMatching(/with other words/),
      expect.stringMatching(/with other words/),
    ]);
  });

  it('finds an event that no relay processes [fault 1]', async () => {
    expect(await problemsAfter(`insert into outbox (type, payload) values ('acp.saved', '{}')`)).toEqual([
      expect.stringMatching(/1 events wait/),
    ]);
  });
});
