import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { fullAnswers, fullAnswersZh, person } from '../../../../testing/people.ts';
import { readCode } from '../../../../testing/read-code.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { drawingOf } from '../../documents/pdf-drawing.fixture.ts';

describe("the owner's PDF", () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function clientOf(spec: Parameters<typeof person>[1]) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return client;
  }

  it('can be downloaded once the plan is complete, under a name of its own, and is kept by no cache [PLAN-03, PROD-05]', async () => {
    const client = await clientOf({ plan: { status: 'complete', answers: fullAnswers() } });
    const response = await client.fetch('/api/acp/plan.pdf');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="ACP_Doyle_Margaret_\d{8}\.pdf"/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(bytes.toString('latin1')).toContain('/Lang (en');
  });

  it.each(['en', 'zh'] as const)(
    'has a code on its first page that a scanner reads as the address of the emergency page: %s [EMERG-05, PLAN-03]',
    async (language) => {
      const who = await person(app.services, {
        language,
        plan: { status: 'complete', answers: language === 'zh' ? fullAnswersZh() : fullAnswers() },
      });
      const client = new TestClient(app.url);
      await client.signIn(who.email, who.password);
      const pdf = Buffer.from(await (await client.fetch('/api/acp/plan.pdf')).arrayBuffer());
      const [address, query] = (await readCode(Buffer.from(drawingOf(pdf)))).split('?');
      expect(address).toBe(`${app.url}/acp-login/${who.shareId}`);
      // The paper's version, and that it is paper, so that an old one is recognised.
      expect(query).toBe('v=1&from=pdf');
    },
  );

  it("is in the plan's language, and in the other when asked for", async () => {
    const client = await clientOf({ language: 'zh', plan: { status: 'complete', answers: fullAnswersZh() } });
    const own = Buffer.from(await (await client.fetch('/api/acp/plan.pdf')).arrayBuffer()).toString('latin1');
    const other = Buffer.from(
      await (await client.fetch('/api/acp/plan.pdf?language=en')).arrayBuffer(),
    ).toString('latin1');
    expect(own).toContain('/Lang (zh');
    expect(other).toContain('/Lang (en');
  });

  it('prints the rows that were signed when the questions have changed since, and refuses rows that were changed', async () => {
    const who = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const { db } = app.services;
    await db.updateTable('acps').set({ definition_version: 0 }).where('id', '=', who.acpId).execute();
    expect((await client.fetch('/api/acp/plan.pdf')).status).toBe(200);
    await db
      .updateTable('acps')
      .set({ snapshot_sha256: Buffer.alloc(32) })
      .where('id', '=', who.acpId)
      .execute();
    expect((await client.fetch('/api/acp/plan.pdf')).status).toBe(500);
  });

  it('is not there while the plan is a draft, nor for a version that never was', async () => {
    const draft = await clientOf({ plan: { status: 'draft', answers: fullAnswers() } });
    expect((await draft.fetch('/api/acp/plan.pdf')).status).toBe(404);
    const signed = await clientOf({ plan: { status: 'complete', answers: fullAnswers() } });
    expect((await signed.fetch('/api/acp/plan.pdf?version=9')).status).toBe(404);
    expect((await signed.fetch('/api/acp/plan.pdf?version=x')).status).toBe(404);
  });
});
