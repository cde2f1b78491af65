import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contextFor,
  fullAnswers,
  person,
  signingAnswers,
  type TestPerson,
} from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { verifyAudit } from '../../../pipeline/audit/audit-verify.ts';
import { getRevisionAcp, updateAnswers } from '../operations.ts';
import { findActiveOf } from '../store.ts';
import { updateACPStatus, updateRevision } from './named-saves.ts';

const signed = { plan: { status: 'complete' as const, answers: fullAnswers() } };

describe('saves of a plan under names of their own', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const contextOf = (who: TestPerson) => contextFor(app.services, who.actor);
  const planOf = async (who: TestPerson) => (await findActiveOf(app.services.db, app.services, who.userId))!;
  const change = (who: TestPerson, version: number, more: object = {}) =>
    updateRevision.call(contextOf(who), {
      ...{ id: who.acpId, version, answers: { explanations: 'New words.' }, confirmed: ['explanations'] },
      ...more,
    });
  const lock = (who: TestPerson) =>
    app.services.db.updateTable('acps').set({ locked: true }).where('id', '=', who.acpId).execute();

  it('updateRevision makes a new signed state, keeps the one before exactly as it was signed, and adds to the audit chain [API-62, GAP-123]', async () => {
    const who = await person(app.services, signed);
    const before = await planOf(who);
    const { returning } = await change(who, before.version, {
      completed_at: '2001-01-01T00:00:00.000Z',
      created_at: '2001-01-01T00:00:00.000Z',
      share_date: '2001-01-01T00:00:00.000Z',
    });
    expect(returning[0]).toMatchObject({
      status: 'complete',
      plan_version: before.plan_version + 1,
      completed_at: before.completed_at,
      created_at: before.created_at,
      share_date: null,
      answers: { ...before.answers, explanations: 'New words.' },
    });
    const kept = await getRevisionAcp.call(contextOf(who), {
      user_id: who.userId,
      plan_version: before.plan_version,
    });
    expect(kept[0]).toMatchObject({ answers: before.answers, snapshot_sha256: before.snapshot_sha256 });
    const { action } = await app.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('actor_id', '=', who.userId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(action).toBe('updateRevision');
    expect((await verifyAudit(app.services.db, app.services.secrets)).faults).toEqual([]);
  });

  it('updateRevision refuses a draft, a locked plan, an old version, an unconfirmed answer and an invalid one, and changes nothing [API-62]', async () => {
    const draft = await person(app.services, { plan: { status: 'draft', answers: {} } });
    await expect(change(draft, (await planOf(draft)).version)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'type', message: 'error.plan.notComplete' }],
    });
    const who = await person(app.services, signed);
    const before = await planOf(who);
    await expect(change(who, before.version - 1)).rejects.toMatchObject({ code: 'conflict' });
    await expect(change(who, before.version, { confirmed: [] })).rejects.toMatchObject({
      code: 'unconfirmed',
    });
    await expect(
      change(who, before.version, { answers: { cprStopBreathing: 'Whatever you like' } }),
    ).rejects.toMatchObject({ code: 'invalid' });
    await expect(change(who, before.version, { answers: { confirmName: null } })).rejects.toMatchObject({
      code: 'invalid',
    });
    await lock(who);
    await expect(change(who, before.version)).rejects.toMatchObject({ code: 'locked' });
    expect(await planOf(who)).toEqual({ ...before, locked: true });
  });

  it('updateACPStatus signs a draft only with every answer and a signature that the person stored [API-62, GAP-123]', async () => {
    const who = await person(app.services, { plan: { status: 'draft', answers: fullAnswers() } });
    const sign = async (more: object = {}) =>
      updateACPStatus.call(contextOf(who), {
        ...{ id: who.acpId, status: 'complete' as const, version: (await planOf(who)).version },
        ...more,
      });
    await expect(sign()).rejects.toMatchObject({ code: 'invalid' });
    await expect(sign({ answers: await signingAnswers('Margaret Doyle', 1) })).rejects.toMatchObject({
      code: 'invalid',
    });
    expect((await planOf(who)).status).toBe('draft');
    await updateAnswers.call(contextOf(who), {
      id: who.acpId,
      answers: await signingAnswers('Margaret Doyle', 1),
      status: 'draft',
      version: (await planOf(who)).version,
    });
    const { returning } = await sign();
    expect(returning[0]).toMatchObject({ status: 'complete', plan_version: 1 });
    const now = await planOf(who);
    expect([now.status, now.snapshot_sha256 === null]).toEqual(['complete', false]);
  });

  it('updateACPStatus never takes a signature away, and the same status changes nothing [API-62]', async () => {
    const who = await person(app.services, signed);
    const before = await planOf(who);
    const set = (status: 'draft' | 'complete', version = before.version) =>
      updateACPStatus.call(contextOf(who), { id: who.acpId, status, version });
    await expect(set('draft')).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'status', message: 'error.plan.staysSigned' }],
    });
    await set('complete');
    await expect(set('complete', before.version - 1)).rejects.toMatchObject({ code: 'conflict' });
    await lock(who);
    await expect(set('draft')).rejects.toMatchObject({ code: 'locked' });
    expect(await planOf(who)).toEqual({ ...before, locked: true });
  });

  it('both are for the person alone: not for staff in the account, staff outside, or another customer [API-62] [security 2]', async () => {
    const who = await person(app.services, signed);
    const { version } = await planOf(who);
    const other = await person(app.services);
    const admin = await person(app.services, { role: 'admin' });
    const callers = [
      [{ ...who.actor, actingStaffId: admin.userId }, 'forbidden'],
      [admin.actor, 'not-found'],
      [other.actor, 'not-found'],
      [{ kind: 'visitor' as const }, 'unauthenticated'],
    ] as const;
    for (const [actor, code] of callers) {
      const context = contextFor(app.services, actor as never);
      const id = who.acpId;
      await expect(updateRevision.call(context, { id, version, answers: {} })).rejects.toMatchObject({
        code,
      });
      await expect(updateACPStatus.call(context, { id, version, status: 'draft' })).rejects.toMatchObject({
        code,
      });
    }
    expect((await planOf(who)).version).toBe(version);
  });
});
