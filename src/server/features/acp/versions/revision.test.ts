import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { getActiveAcpsByUserId, getRevisionAcp, getRevisionAcps, updateAnswers } from '../operations.ts';

const signed = { plan: { status: 'complete' as const, answers: fullAnswers() } };

describe('confirming an edit', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const contextOf = (who: TestPerson) => contextFor(app.services, who.actor);
  const planOf = async (who: TestPerson) => {
    const [plan] = await getActiveAcpsByUserId.call(contextOf(who), { user_id: who.userId });
    return plan!;
  };
  /** Returns every earlier signed state with its answers as a caller reads them: the list first, then one by one. */
  const revisionsOf = async (who: TestPerson) => {
    const { data } = await getRevisionAcps.call(contextOf(who), { user_id: who.userId });
    const read = data.map(({ plan_version }) =>
      getRevisionAcp.call(contextOf(who), { user_id: who.userId, plan_version }),
    );
    return (await Promise.all(read)).flat();
  };

  const revision = (id: string, version: number, answers: Record<string, unknown>) => ({
    id,
    answers,
    status: 'complete' as const,
    version,
    step: 'step9' as const,
    type: 'revision' as const,
    confirmed: Object.keys(answers),
  });

  it('merges the edit into the newest answers, and keeps the dates of the plan, whatever the call contains [QEDIT-04, QEDIT-05, API-04, GAP-43]', async () => {
    const who = await person(app.services, signed);
    const share_date = new Date('2026-03-04T05:06:07.000Z');
    await app.services.db.updateTable('acps').set({ share_date }).where('id', '=', who.acpId).execute();
    const before = await planOf(who);
    app.advance(86_400_000);
    const { returning } = await updateAnswers.call(contextOf(who), {
      ...revision(who.acpId, before.version, { explanations: 'New words.', receiveCare: 'at home' }),
      completed_at: '2001-01-01T00:00:00.000Z',
      created_at: '2001-01-01T00:00:00.000Z',
      share_date: null,
    });
    expect(returning[0]).toMatchObject({
      type: 'active',
      status: 'complete',
      plan_version: before.plan_version + 1,
      created_at: before.created_at,
      completed_at: before.completed_at,
      share_date,
      answers: { ...before.answers, explanations: 'New words.', receiveCare: 'at home' },
    });
    const [kept, ...older] = await revisionsOf(who);
    expect(older).toEqual([]);
    expect(kept).toMatchObject({
      type: 'revision',
      plan_version: before.plan_version,
      answers: before.answers,
      created_at: before.created_at,
      completed_at: before.completed_at,
      share_date,
    });
  });

  it('adds no share date if there was none [QEDIT-05]', async () => {
    const who = await person(app.services, signed);
    const { version } = await planOf(who);
    const { returning } = await updateAnswers.call(
      contextOf(who),
      revision(who.acpId, version, { explanations: 'New words.' }),
    );
    expect(returning[0]?.share_date).toBeNull();
  });

  it('is refused for a plan that is not signed yet, and for a locked one; nothing is stored [QEDIT-02, GAP-42, GAP-46]', async () => {
    const draft = await person(app.services, { plan: { status: 'draft', answers: fullAnswers() } });
    const refused = updateAnswers.call(
      contextOf(draft),
      revision(draft.acpId, (await planOf(draft)).version, { explanations: 'New words.' }),
    );
    await expect(refused).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'type', message: 'error.plan.notComplete' }],
    });
    const who = await person(app.services, signed);
    await app.services.db.updateTable('acps').set({ locked: true }).where('id', '=', who.acpId).execute();
    const { version } = await planOf(who);
    await expect(
      updateAnswers.call(contextOf(who), revision(who.acpId, version, { explanations: 'New words.' })),
    ).rejects.toMatchObject({ code: 'locked' });
    expect((await planOf(draft)).answers.explanations).toBe(fullAnswers().explanations);
    expect(await revisionsOf(who)).toEqual([]);
    expect(await revisionsOf(draft)).toEqual([]);
  });

  it('is refused to a staff member in the account, even when it changes nothing [QEDIT-04, D-14]', async () => {
    const who = await person(app.services, signed);
    const staff = await person(app.services, { role: 'tlcadmin' });
    const { version } = await planOf(who);
    const acting = contextFor(app.services, { ...who.actor, actingStaffId: staff.userId });
    for (const answers of [{ explanations: 'New words.' }, {}]) {
      await expect(updateAnswers.call(acting, revision(who.acpId, version, answers))).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
    expect(await revisionsOf(who)).toEqual([]);
  });

  it('shows the previous version only to its owner and to staff in the account [R-43]', async () => {
    const who = await person(app.services, signed);
    const { version } = await planOf(who);
    const call = revision(who.acpId, version, { explanations: 'New words.' });
    await updateAnswers.call(contextOf(who), call);
    const asked = { user_id: who.userId, plan_version: 1 };
    const read = (actor: Parameters<typeof contextFor>[1]) =>
      getRevisionAcp.call(contextFor(app.services, actor), asked);
    const [stranger, staff, admin] = [
      await person(app.services, signed),
      await person(app.services, { role: 'provideradmin' }),
      await person(app.services, { role: 'admin' }),
    ];
    for (const { actor } of [stranger, staff, admin])
      await expect(read(actor)).rejects.toMatchObject({
        code: expect.stringMatching(/^(not-found|forbidden)$/),
      });
    for (const actor of [{ kind: 'visitor' }, { kind: 'emergency', userId: who.userId }] as const) {
      const context = { ...contextOf(who), actor };
      await expect(getRevisionAcp.call(context as never, asked)).rejects.toMatchObject({
        code: expect.stringMatching(/^(not-found|forbidden|unauthenticated)$/),
      });
    }
    expect(await read({ ...who.actor, actingStaffId: staff.userId })).toHaveLength(1);
    const [old] = await read(who.actor);
    expect(old?.answers.explanations).toBe(fullAnswers().explanations);
    expect(await getRevisionAcp.call(contextOf(who), { ...asked, plan_version: 7 })).toEqual([]);
  });

  it('has one effect for the same key, and for one of two at the same time [QEDIT-04, fault 8]', async () => {
    const who = await person(app.services, signed);
    const { version } = await planOf(who);
    const same = {
      ...revision(who.acpId, version, { explanations: 'Twice.' }),
      idempotency_key: randomUUID(),
    };
    await Promise.all([1, 2, 3].map(() => updateAnswers.call(contextOf(who), same)));
    expect(await revisionsOf(who)).toHaveLength(1);
    const results = await Promise.allSettled(
      ['One', 'Other'].map((explanations) =>
        updateAnswers.call(contextOf(who), revision(who.acpId, version + 1, { explanations })),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await revisionsOf(who)).toHaveLength(2);
  });
});
