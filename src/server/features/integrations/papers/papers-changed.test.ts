import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { infectedMark } from '../../../../../testing/stand-ins/scanner.ts';
import { ownContext } from '../../../pipeline/own-context.ts';
import { pdfOf } from '../../files/checks/sample-files.fixture.ts';
import { setPlan, takeEvents } from '../sync/sync.fixture.ts';
import { fetchPapers } from './fetch-papers.ts';
import { houseWithPapers } from './papers.fixture.ts';

const first = pdfOf({ size: 20_000 });
const second = pdfOf({ size: 30_000 });

describe('a paper that a residential-care system changed under the same id', () => {
  const papers = houseWithPapers();
  const { fetch, plan } = papers;

  const put = (content: Uint8Array, changed?: string, name = 'directive.pdf') =>
    papers.house.standIn.addPaper(papers.ann.residentId, {
      ...{ id: 'P-1', name, type: 'application/pdf', content },
      ...(changed !== undefined && { changed }),
    });
  const files = () =>
    papers.house.services.db
      .selectFrom('files')
      .select(['id', 'size', 'is_active', 'is_external_eol', 'replaced_at', 'logical_file_id'])
      .where('user_id', '=', papers.ann.userId)
      .where('is_questionnaire', '=', false)
      .orderBy('is_active')
      .execute();
  const templates = async () => {
    const rows = await papers.house.services.db
      .selectFrom('recent_activities')
      .select('template')
      .where('user_id', '=', papers.ann.userId)
      .execute();
    return rows.map(({ template }) => template);
  };

  it('is fetched again and takes the place of its file, which stays as the earlier version [D-51, GAP-61]', async () => {
    put(first, '2026-11-20T01:00:00Z');
    await fetch();
    const [before] = await files();
    put(second, '2026-11-21T01:00:00Z', 'directive 2.pdf');
    await fetch();
    await fetch();
    expect(await files()).toEqual([
      { ...before, is_active: false, replaced_at: expect.any(Date) },
      {
        ...{ id: expect.any(String), size: second.length, is_active: true, is_external_eol: true },
        ...{ replaced_at: null, logical_file_id: before!.logical_file_id },
      },
    ]);
    expect(await plan()).toEqual({ status: 'draft', external: true, completed_at: expect.any(Date) });
    expect((await templates()).filter((template) => template === 'paperChanged')).toHaveLength(1);
    const { details } = await papers.house.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('chain', '=', papers.ann.userId)
      .where('action', '=', 'keepCarePaper')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ changed: true, replaced: before!.id });
  });

  it('loses its current file when the system removes it, and the plan is no longer external [D-51, GAP-116]', async () => {
    put(first, 'hash-1');
    await fetch();
    put(second, 'hash-2');
    await fetch();
    papers.house.standIn.removePaper(papers.ann.residentId, 'P-1');
    await fetch();
    expect(await files()).toMatchObject([{ size: first.length, is_active: false }]);
    expect(await plan()).toEqual({ status: 'draft', external: false, completed_at: null });
  });

  it('is not fetched again without a mark, with the same mark, or with the first mark of an earlier file [D-51]', async () => {
    put(first);
    await fetch();
    put(second);
    await fetch();
    expect(await files()).toMatchObject([{ size: first.length }]);
    put(second, 'hash-1');
    await fetch();
    put(first, 'hash-1');
    await fetch();
    expect(await files()).toMatchObject([{ size: first.length, is_active: true }]);
    put(second, 'hash-2');
    await fetch();
    expect(await files()).toMatchObject([{ is_active: false }, { size: second.length, is_active: true }]);
  });

  it('leaves its file when the change is infected, and is not fetched again until the next change [D-51, D-20]', async () => {
    put(first, 'hash-1');
    await fetch();
    put(pdfOf({ size: 5_000, trailer: infectedMark }), 'hash-2');
    await fetch();
    expect(await files()).toMatchObject([{ size: first.length, is_active: true }]);
    put(second, 'hash-2');
    await fetch();
    expect(await files()).toHaveLength(1);
    put(second, 'hash-3');
    await fetch();
    expect(await files()).toMatchObject([{ is_active: false }, { size: second.length, is_active: true }]);
  });

  it('waits while the plan is locked, and is not fetched again once staff deleted its file [D-51, LOCK-04]', async () => {
    put(first, 'hash-1');
    await fetch();
    const lock = (locked: boolean) =>
      papers.house.services.db
        .updateTable('acps')
        .set({ locked })
        .where('id', '=', papers.ann.acpId)
        .execute();
    await lock(true);
    put(second, 'hash-2');
    await fetch();
    expect(await files()).toMatchObject([{ size: first.length, is_active: true }]);
    await lock(false);
    await fetch();
    expect(await files()).toHaveLength(2);
    await papers.house.services.db.deleteFrom('files').where('user_id', '=', papers.ann.userId).execute();
    put(first, 'hash-3');
    await fetch();
    expect(await files()).toEqual([]);
  });

  it('is not read while the plan is locked, so that no job follows the one that finds it [D-51, LOCK-04]', async () => {
    const ids = ['P-1', 'P-2', 'P-3'];
    const putAll = (content: Uint8Array, changed: string) => {
      for (const id of ids)
        papers.house.standIn.addPaper(papers.ann.residentId, {
          ...{ id, name: `${id}.pdf`, type: 'application/pdf', content, changed },
        });
    };
    putAll(first, 'hash-1');
    await fetch();
    expect(await files()).toHaveLength(3);
    await setPlan(papers.house, papers.ann, { locked: true });
    putAll(second, 'hash-2');
    const before = papers.house.standIn.calls.length;
    const { residentialCare } = papers.house.services;
    const real = residentialCare.readPaper;
    residentialCare.readPaper = async (...args) => {
      await pause(300);
      return real(...args);
    };
    const context = ownContext(papers.house.services);
    let jobs = 0;
    for (let after: string | null = null; jobs < 5; jobs += 1) {
      await fetchPapers(context, { integrationId: papers.house.integrationId, after }, 200);
      const [due] = await takeEvents<{ after?: string }>(papers.house, 'care-papers.due');
      if (!due) break;
      after = due.after ?? null;
    }
    residentialCare.readPaper = real;
    expect(jobs).toBe(0);
    expect(papers.house.standIn.calls.slice(before)).toEqual([
      `GET /residents/${papers.ann.residentId}/papers`,
    ]);
    expect(await files()).toHaveLength(3);
    await setPlan(papers.house, papers.ann, { locked: false });
    await fetch();
    expect(await files()).toHaveLength(6);
  });
});
