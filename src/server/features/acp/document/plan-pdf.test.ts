import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { contextFor, fullAnswers, fullAnswersZh, person } from '../../../../../testing/people.ts';
import { readCode } from '../../../../../testing/read-code.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { drawingOf } from '../../../documents/pdf-drawing.fixture.ts';
import { compact, readPdf } from '../../../documents/pdf-reader.fixture.ts';
import { updateAnswers } from '../operations.ts';

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

  it('can be downloaded once the plan is complete, under its own name, and is never cached [PLAN-03, PROD-05]', async () => {
    const client = await clientOf({ plan: { status: 'complete', answers: fullAnswers() } });
    const response = await client.fetch('/api/acp/plan.pdf');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Margaret Doyle - advance care plan - version 1 - \d{4}-\d\d-\d\d\.pdf"; /,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(bytes.toString('latin1')).toContain('/Lang (en');
  });

  it('has the name that My Health Record asks for when it is for that, and is less than 5 MB with the longest answers [X-05]', async () => {
    const long = '人'.repeat(10_000);
    const answers = {
      ...fullAnswers(),
      customsAndTraditions: long,
      explanations: long,
      otherCommentsOrWorries: long,
    };
    const client = await clientOf({ plan: { status: 'complete', answers } });
    const response = await client.fetch('/api/acp/plan.pdf?for=health-record');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="Advance care plan - Margaret Doyle - \d{4}-\d\d-\d\d - version 1\.pdf"; /,
    );
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(5_000_000);
  });

  it.each(['en', 'zh'] as const)(
    'has a QR code on its first page with the address of the emergency page: %s [EMERG-05, PLAN-03]',
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
      // The version of the document and its source, so that an old document is recognised.
      expect(query).toBe('v=1&from=pdf');
    },
  );

  it('is in both languages if the plan or its reader uses Chinese, first in the requested one [R-33] [D-37]', async () => {
    const chinese = await clientOf({
      language: 'zh',
      plan: { status: 'complete', answers: fullAnswersZh() },
    });
    const english = await clientOf({ plan: { status: 'complete', answers: fullAnswers() } });
    const read = async (client: TestClient, query = '') => {
      const pdf = Buffer.from(await (await client.fetch(`/api/acp/plan.pdf${query}`)).arrayBuffer());
      const { raw, text } = readPdf(pdf);
      return {
        begins: /\/Type \/Catalog[\s\S]*?\/Lang \((..)/.exec(raw)?.[1],
        languages: ['My signature', '我的签名'].filter((words) => text.includes(compact(words))).length,
      };
    };
    expect(await read(chinese)).toEqual({ begins: 'zh', languages: 2 });
    expect(await read(chinese, '?language=en')).toEqual({ begins: 'en', languages: 2 });
    expect(await read(english)).toEqual({ begins: 'en', languages: 1 });
    expect(await read(english, '?language=zh')).toEqual({ begins: 'zh', languages: 2 });
  });

  it('has its own file name for each version, with the words that My Health Record requires [R-49]', async () => {
    const who = await person(app.services, {
      language: 'zh',
      plan: { status: 'complete', answers: { ...fullAnswersZh(), firstName: '林', lastName: '陈' } },
    });
    const { db } = app.services;
    await db
      .updateTable('acps')
      .set({ completed_at: new Date('2026-03-12T00:00:00Z'), updated_at: new Date('2026-03-12T00:00:00Z') })
      .where('id', '=', who.acpId)
      .execute();
    await updateAnswers.call(contextFor(app.services, who.actor), {
      id: who.acpId,
      answers: { explanations: '改了一句。' },
      confirmed: ['explanations'],
      status: 'complete',
      version: 2,
    });
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const nameOf = async (version: number) => {
      const { headers } = await client.fetch(`/api/acp/plan.pdf?version=${version}`);
      const [, plain = '', own = ''] =
        /^attachment; filename="([^"]+)"; filename\*=UTF-8''(\S+)$/.exec(
          headers.get('content-disposition') ?? '',
        ) ?? [];
      return [plain, decodeURIComponent(own)];
    };
    const today = melbourneDate(new Date());
    expect(await nameOf(1)).toEqual([
      'advance care plan - version 1 - 2026-03-12.pdf',
      '陈林 - 预先护理计划 advance care plan - 第1版 version 1 - 2026-03-12.pdf',
    ]);
    expect(await nameOf(2)).toEqual([
      `advance care plan - version 2 - ${today}.pdf`,
      `陈林 - 预先护理计划 advance care plan - 第2版 version 2 - ${today}.pdf`,
    ]);
  });

  it('contains the signed rows when the questions have changed since, and is refused for rows that were tampered with', async () => {
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

  it('does not exist while the plan is a draft, or for an unknown version', async () => {
    const draft = await clientOf({ plan: { status: 'draft', answers: fullAnswers() } });
    expect((await draft.fetch('/api/acp/plan.pdf')).status).toBe(404);
    const signed = await clientOf({ plan: { status: 'complete', answers: fullAnswers() } });
    expect((await signed.fetch('/api/acp/plan.pdf?version=9')).status).toBe(404);
    expect((await signed.fetch('/api/acp/plan.pdf?version=x')).status).toBe(404);
  });
});
