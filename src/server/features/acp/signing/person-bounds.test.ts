import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { complete, plansOn, save } from '../acp.fixture.ts';
import { noisySignature } from './noisy-signature.fixture.ts';

describe('one customer with many requests', () => {
  let app: TestApp;
  const { signedIn, planOf } = plansOn(() => app);

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('saves sixteen signatures at once, and neither they nor another person get the answer that the server is busy [R-05]', async () => {
    const busy = await signedIn({ plan: { status: 'draft', answers: fullAnswers() } });
    const other = await signedIn({ plan: { status: 'draft', answers: fullAnswers() } });
    const signatureImage = await noisySignature(400, 390);
    const sign = async ({ who, client }: typeof busy, version: number) => {
      const call = { id: who.acpId, answers: { signatureImage }, status: 'draft', version };
      const { status, errors } = await client.graphql(save, call);
      return `${status} ${errors?.[0].extensions.code ?? 'saved'}`;
    };
    const versions = await Promise.all(
      [busy, other].map(async ({ who, client }) => (await planOf(client, who.acpId)).version as number),
    );
    const many = Array.from({ length: 16 }, () => sign(busy, versions[0]!));
    const one = sign(other, versions[1]!);
    const answers = await Promise.all(many);
    expect(await one).toBe('200 saved');
    expect(answers.filter((answer) => answer === '200 saved')).toHaveLength(1);
    expect(answers.filter((answer) => answer === '200 conflict')).toHaveLength(15);
  });

  it('is rate-limited when requesting sixty PDFs at once, and a paramedic meanwhile gets the PDF of another card [R-05]', async () => {
    const busy = await signedIn(complete);
    const patient = await signedIn(complete);
    const card = `/acp-login/${patient.who.shareId}`;
    const reader = new TestClient(app.url);
    await reader.fetch(card, {
      method: 'POST',
      body: new URLSearchParams({ pin: patient.who.pin }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const many = Array.from(
      { length: 60 },
      async () => (await busy.client.fetch('/api/acp/plan.pdf')).status,
    );
    const urgent = await Promise.all([1, 2].map(() => reader.fetch(`${card}/plan.pdf`)));
    expect(urgent.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'application/pdf'],
      [200, 'application/pdf'],
    ]);
    const statuses = await Promise.all(many);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(56);
    const refused = await Promise.all(
      Array.from({ length: 20 }, () => busy.client.fetch('/api/acp/plan.pdf')),
    );
    expect(
      refused.some((answer) => answer.status === 429 && answer.headers.get('retry-after') !== null),
    ).toBe(true);
  });
});
