import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { plansOn, save, step1 } from '../acp.fixture.ts';
import { updateAnswers } from '../operations.ts';

describe('plans over the API', () => {
  let app: TestApp;
  const { signedIn, planOf } = plansOn(() => app);

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('answers a stale save with conflict and both versions, and loses neither [fault 7]', async () => {
    const { who, client } = await signedIn();
    await client.graphql(save, {
      id: who.acpId,
      answers: { explanations: 'From the first tab' },
      status: 'draft',
      version: 0,
    });
    const { errors } = await client.graphql(save, {
      id: who.acpId,
      answers: { explanations: 'From the second tab' },
      status: 'draft',
      version: 0,
    });
    expect(errors?.[0].extensions).toMatchObject({
      code: 'conflict',
      details: { version: 1, answers: { explanations: 'From the first tab' } },
    });
    expect((await planOf(client, who.acpId)).answers.explanations).toBe('From the first tab');
  });

  it('has one effect and one answer for the same key fifty times at once [fault 5]', async () => {
    const { who, client } = await signedIn();
    const call = {
      id: who.acpId,
      answers: step1,
      status: 'draft',
      version: 0,
      step: 'step1',
      key: 'double-click-1',
    };
    const results = await Promise.all(Array.from({ length: 50 }, () => client.graphql(save, call)));
    const answers = new Set(results.map(({ data }) => JSON.stringify(data?.updateAnswers)));
    expect(results.every(({ errors }) => errors === undefined)).toBe(true);
    expect(answers.size).toBe(1);
    expect((await planOf(client, who.acpId)).version).toBe(1);
  });

  it("returns the first call's answer to a second call with the key, dates as dates and strings as strings [R-21, D-18]", async () => {
    const { who } = await signedIn();
    const context = contextFor(app.services, who.actor);
    const call = {
      id: who.acpId,
      answers: { explanations: 'Since 2026-01-02T03:04:05.678Z', customsAndTraditions: 'None' },
      status: 'draft',
      version: 0,
      idempotency_key: 'one-answer-for-two',
    };
    const first = await updateAnswers.call(context, call);
    app.advance(5_000);
    const again = await updateAnswers.call(context, call);
    expect(again).toEqual(first);
    const [plan] = again.returning;
    for (const date of [plan?.completed_at, plan?.created_at, plan?.updated_at])
      expect(date).toBeInstanceOf(Date);
    expect(plan?.answers.explanations).toBe('Since 2026-01-02T03:04:05.678Z');
  });

  it('refuses a key that was used for other input [fault 6]', async () => {
    const { who, client } = await signedIn();
    const call = { id: who.acpId, status: 'draft', version: 0, key: 'same-key-other-body' };
    await client.graphql(save, { ...call, answers: step1 });
    const { errors } = await client.graphql(save, { ...call, answers: { ...step1, firstName: 'Bo' } });
    expect(errors?.[0].extensions.code).toBe('idempotency-mismatch');
  });

  it('accepts exactly one of many different saves on one version', async () => {
    const { who, client } = await signedIn();
    const saves = Array.from({ length: 12 }, (_, n) =>
      client.graphql(save, {
        id: who.acpId,
        answers: { explanations: `Save ${n}` },
        status: 'draft',
        version: 0,
      }),
    );
    const results = await Promise.all(saves);
    expect(results.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(results.filter(({ errors }) => errors?.[0].extensions.code === 'conflict')).toHaveLength(11);
  });
});
