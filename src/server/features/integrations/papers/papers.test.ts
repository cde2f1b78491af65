import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { infectedMark } from '../../../../../testing/stand-ins/scanner.ts';
import { VirusScanError } from '../../../ports/virus-scan/port.ts';
import { ownContext } from '../../../pipeline/own-context.ts';
import { pdfOf } from '../../files/checks/sample-files.fixture.ts';
import { link, resident, setPlan, takeEvents } from '../sync/sync.fixture.ts';
import { fetchPapers } from './fetch-papers.ts';
import { houseWithPapers } from './papers.fixture.ts';

const pdf = pdfOf({ size: 20_000 });

describe('papers of linked residents in a residential-care system', () => {
  const papers = houseWithPapers();
  const { fetch, plan } = papers;

  const add = (id: string, content: Uint8Array = pdf, name = `${id}.pdf`, type = 'application/pdf') =>
    papers.house.standIn.addPaper(papers.ann.residentId, { id, name, type, content });
  const files = (userId = papers.ann.userId) =>
    papers.house.services.db
      .selectFrom('files')
      .select(['id', 'file_name', 'is_eol', 'is_external_eol', 'is_active', 'added_by'])
      .where('user_id', '=', userId)
      .where('is_questionnaire', '=', false)
      .orderBy('file_name')
      .execute();
  const problems = async () => {
    const rows = await papers.house.services.db
      .selectFrom('integration_papers')
      .select(['paper_id', 'failure'])
      .where('link_id', '=', papers.ann.linkId)
      .where('failure', 'is not', null)
      .orderBy('paper_id')
      .execute();
    return rows.map(({ paper_id, failure }) => [paper_id, failure]);
  };
  const events = async () => {
    const rows = await papers.house.services.db.deleteFrom('outbox').returning('type').execute();
    return rows.map(({ type }) => type).filter((type) => type.startsWith('plan.'));
  };

  it('become end-of-life documents once, and the first makes the plan external [D-51, GAP-116]', async () => {
    add('P-1');
    await fetch();
    const file = {
      file_name: 'P-1.pdf',
      is_eol: true,
      is_external_eol: true,
      is_active: true,
      added_by: null,
    };
    expect(await files()).toMatchObject([file]);
    expect(await plan()).toMatchObject({ status: 'draft', external: true });
    expect(await events()).toEqual(['plan.external']);
    add('P-2');
    await fetch();
    await fetch();
    expect(await files()).toMatchObject([file, { file_name: 'P-2.pdf', is_external_eol: true }]);
    expect(await events()).toEqual([]);
    const trail = await papers.house.services.db
      .selectFrom('audit_log')
      .select('action')
      .where('chain', '=', papers.ann.userId)
      .where('action', '=', 'keepCarePaper')
      .execute();
    expect(trail).toHaveLength(2);
  });

  it('go when the system no longer has them, and with the last one the draft is a draft again [D-51, GAP-116, LOCK-04]', async () => {
    add('P-1');
    add('P-2');
    await fetch();
    papers.house.standIn.removePaper(papers.ann.residentId, 'P-1');
    await fetch();
    expect((await files()).map(({ file_name }) => file_name)).toEqual(['P-2.pdf']);
    expect(await plan()).toMatchObject({ external: true });
    await events();
    papers.house.standIn.removePaper(papers.ann.residentId, 'P-2');
    await fetch();
    expect(await files()).toEqual([]);
    expect(await plan()).toMatchObject({ status: 'draft', external: false, completed_at: null });
    expect(await events()).toEqual(['plan.not-external']);
  });

  it('leave a plan that was signed here signed, before and after [D-51, D-60]', async () => {
    const signed = await resident(papers.house);
    papers.house.standIn.addPaper(signed.residentId, {
      id: 'P-1',
      name: 'P.pdf',
      type: 'application/pdf',
      content: pdf,
    });
    const planOf = () =>
      papers.house.services.db
        .selectFrom('acps')
        .select(['status', 'external', 'plan_version'])
        .where('id', '=', signed.acpId)
        .executeTakeFirstOrThrow();
    await fetch();
    expect(await planOf()).toEqual({ status: 'complete', external: true, plan_version: 1 });
    papers.house.standIn.removePaper(signed.residentId, 'P-1');
    await fetch();
    expect(await planOf()).toEqual({ status: 'complete', external: false, plan_version: 1 });
  });

  it('are no files when they are infected, too large, damaged or of a wrong kind, and are not fetched again [D-51, D-20]', async () => {
    add('1-infected', pdfOf({ size: 5_000, trailer: infectedMark }));
    add('2-large', Buffer.alloc(26 * 1024 * 1024));
    add('3-picture', Buffer.from('GIF89a'), 'scan.gif', 'image/gif');
    add('4-broken', Buffer.from('no PDF at all'));
    add('5-path', pdf, '../../etc/passwd', 'application/pdf');
    await fetch();
    expect(await files()).toEqual([]);
    expect(await problems()).toEqual([
      ['1-infected', 'refused'],
      ['2-large', 'tooLarge'],
      ['3-picture', 'refused'],
      ['4-broken', 'refused'],
      ['5-path', 'refused'],
    ]);
    expect(await plan()).toMatchObject({ external: false });
    const before = papers.house.standIn.calls.length;
    await fetch();
    expect(papers.house.standIn.calls.slice(before)).toEqual([
      `GET /residents/${papers.ann.residentId}/papers`,
    ]);
  });

  it('leave no record when the system no longer lists a paper that is no file [D-51]', async () => {
    for (const id of ['P-1', 'P-2']) add(id, Buffer.from('no PDF at all'));
    await fetch();
    expect(await problems()).toHaveLength(2);
    papers.house.standIn.removePaper(papers.ann.residentId, 'P-1');
    await fetch();
    expect(await problems()).toEqual([['P-2', 'refused']]);
  });

  it('of one resident are divided between jobs, each of which stops close to its time limit [D-51]', async () => {
    for (const id of ['P-1', 'P-2', 'P-3']) add(id);
    const { residentialCare } = papers.house.services;
    const real = residentialCare.readPaper;
    let read = 0;
    residentialCare.readPaper = async (...args) => {
      read += 1;
      await pause(300);
      return real(...args);
    };
    const context = ownContext(papers.house.services);
    const perJob: number[] = [];
    for (let after: string | null = null; ;) {
      const before = read;
      await fetchPapers(context, { integrationId: papers.house.integrationId, after }, 200);
      perJob.push(read - before);
      const [due] = await takeEvents<{ after?: string }>(papers.house, 'care-papers.due');
      if (!due) break;
      after = due.after ?? null;
    }
    residentialCare.readPaper = real;
    expect(Math.max(...perJob)).toBe(1);
    expect(await files()).toHaveLength(3);
  });

  it('of a resident without a link, with a removed link or of a customer of another provider are not fetched [D-51]', async () => {
    add('P-1');
    const { db } = papers.house.services;
    await db
      .updateTable('integration_links')
      .set({ unlinked_at: new Date() })
      .where('id', '=', papers.ann.linkId)
      .execute();
    await fetch();
    expect(await files()).toEqual([]);
    await db
      .updateTable('integration_links')
      .set({ unlinked_at: null })
      .where('id', '=', papers.ann.linkId)
      .execute();
    await db.updateTable('users').set({ provider_id: null }).where('id', '=', papers.ann.userId).execute();
    await fetch();
    expect(await files()).toEqual([]);
  });

  it('that staff deleted stay away, and a new link to the same customer makes no second file [D-51]', async () => {
    add('P-1');
    add('P-2');
    await fetch();
    const { db } = papers.house.services;
    const [first] = await files();
    await db.deleteFrom('files').where('id', '=', first!.id).execute();
    await fetch();
    expect(await files()).toHaveLength(1);
    await db
      .updateTable('integration_links')
      .set({ unlinked_at: new Date() })
      .where('id', '=', papers.ann.linkId)
      .execute();
    await link(papers.house.services, {
      ...{
        integrationId: papers.house.integrationId,
        residentId: papers.ann.residentId,
        userId: papers.ann.userId,
      },
    });
    await fetch();
    expect((await files()).map(({ file_name }) => file_name)).toEqual(['P-2.pdf']);
  });

  it('change no locked plan: a paper becomes a file without the mark, and none is taken away [D-51, LOCK-02]', async () => {
    add('P-1');
    await fetch();
    await setPlan(papers.house, papers.ann, { locked: true });
    papers.house.standIn.removePaper(papers.ann.residentId, 'P-1');
    await fetch();
    expect(await files()).toHaveLength(1);
    await setPlan(papers.house, papers.ann, { locked: false });
    await fetch();
    expect(await files()).toEqual([]);
    await setPlan(papers.house, papers.ann, { locked: true });
    add('P-2');
    await fetch();
    expect(await files()).toHaveLength(1);
    expect(await plan()).toMatchObject({ external: false });
  });

  it('stay when the system is unavailable, responds incompletely or refuses, and are fetched when it responds again [D-51]', async () => {
    add('P-1');
    papers.house.standIn.breakCalls('lost');
    await fetch();
    expect(await files()).toEqual([]);
    papers.house.standIn.breakCalls(null);
    await fetch();
    expect(await files()).toHaveLength(1);
    for (const fault of ['lost', 'error', 'unauthorised', 'half-page'] as const) {
      papers.house.standIn.breakCalls(fault);
      await fetch();
      expect([fault, (await files()).length]).toEqual([fault, 1]);
    }
  });

  it('wait for the next time when the virus scanner gives no verdict [D-51, D-20]', async () => {
    add('P-1');
    const { virusScan } = papers.house.services;
    papers.house.services.virusScan = {
      ...virusScan,
      isClean: () => Promise.reject(new VirusScanError('silent', { code: 'timeout' })),
    };
    await fetch();
    expect(await files()).toEqual([]);
    papers.house.services.virusScan = virusScan;
    await fetch();
    expect(await files()).toHaveLength(1);
  });

  it('are fetched by several jobs of some seconds each [D-51]', async () => {
    const others = [await resident(papers.house, 'draft'), await resident(papers.house, 'draft')];
    for (const { residentId } of [papers.ann, ...others])
      papers.house.standIn.addPaper(residentId, {
        id: 'P-1',
        name: 'P.pdf',
        type: 'application/pdf',
        content: pdf,
      });
    const context = ownContext(papers.house.services);
    await fetchPapers(context, { integrationId: papers.house.integrationId, after: null }, 0);
    let jobs = 0;
    for (;;) {
      const [due] = await papers.house.services.db
        .deleteFrom('outbox')
        .where('type', '=', 'care-papers.due')
        .returning('payload')
        .execute();
      if (!due) break;
      jobs += 1;
      const { after = null } = due.payload as { after?: string };
      await fetchPapers(
        context,
        { integrationId: papers.house.integrationId, after },
        jobs < 2 ? 20 : 60_000,
      );
    }
    expect(jobs).toBeGreaterThan(0);
    for (const { userId } of [papers.ann, ...others]) expect(await files(userId)).toHaveLength(1);
  });
});
