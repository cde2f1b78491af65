import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { plansOn, save, step1 } from '../acp.fixture.ts';

describe('plans over the API', () => {
  let app: TestApp;
  const { signedIn, planOf } = plansOn(() => app);

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('stores a step of a draft, returns the saved answers, and reads them back [QGEN-06, QGEN-07, API-01, API-04, API-07, ENT-01]', async () => {
    const { who, client } = await signedIn();
    const { data, errors } = await client.graphql(save, {
      id: who.acpId,
      answers: step1,
      status: 'draft',
      version: 0,
      step: 'step1',
    });
    expect(errors).toBeUndefined();
    expect(data.updateAnswers.returning[0]).toMatchObject({ status: 'draft', version: 1, answers: step1 });
    expect(Date.parse(data.updateAnswers.returning[0].completed_at)).not.toBeNaN();
    expect((await planOf(client, who.acpId)).answers).toEqual(step1);
  });

  it('keeps the answers of other steps, deletes null values, and clears answers that no longer apply [QSTEP1-09]', async () => {
    const { who, client } = await signedIn();
    const first = { firstName: 'Ann', lastName: 'Lee', hasHelp: 'Yes', helperName: 'Bo Lin' };
    await client.graphql(save, { id: who.acpId, answers: first, status: 'draft', version: 0 });
    await client.graphql(save, { id: who.acpId, answers: { postcode: '3000' }, status: 'draft', version: 1 });
    const { data } = await client.graphql(save, {
      id: who.acpId,
      answers: { hasHelp: 'No', lastName: null },
      status: 'draft',
      version: 2,
    });
    expect(data.updateAnswers.returning[0].answers).toEqual({
      firstName: 'Ann',
      hasHelp: 'No',
      postcode: '3000',
    });
  });

  it.each([
    [
      'a first name with a digit',
      'step1',
      { ...step1, firstName: 'Ann3' },
      'firstName',
      'firstName.error.letters',
    ],
    [
      'no answer to "is someone helping"',
      'step1',
      { firstName: 'Ann', lastName: 'Lee' },
      'hasHelp',
      'hasHelp.error.required',
    ],
    [
      'a birth date in the future',
      'step2',
      { dob: '01/01/2090', gender: 'Male', postcode: '3000' },
      'dob',
      'dob.error.future',
    ],
    [
      'a postcode of three digits',
      'step2',
      { dob: '01/01/1950', gender: 'Male', postcode: '300' },
      'postcode',
      'postcode.error.length',
    ],
    ['an empty list', 'step3', { minimumQolList: [] }, 'minimumQolList', 'minimumQolList.error.required'],
    ['an option that is not one', 'step5', { cprStopBreathing: 'perhaps' }, 'cprStopBreathing', null],
  ] as const)(
    'refuses %s at its field, whatever the browser accepted',
    async (_, step, answers, field, message) => {
      const { who, client } = await signedIn();
      const { errors } = await client.graphql(save, {
        id: who.acpId,
        answers,
        status: 'draft',
        version: 0,
        step,
      });
      expect(errors?.[0].extensions.code).toBe('invalid');
      const found = errors?.[0].extensions.fields.find((each: { field: string }) => each.field === field);
      expect(found).toBeDefined();
      if (message) expect(found.message).toBe(message);
      expect((await planOf(client, who.acpId)).version).toBe(0);
    },
  );

  it('keeps a line separator as a line break in multi-line answers, and removes it in single-line ones [R-21]', async () => {
    const { who, client } = await signedIn();
    const call = { id: who.acpId, status: 'draft', version: 0 };
    const pasted = { explanations: 'One line.\u2028Another.\u2029A third.\r\nA fourth.' };
    const { data } = await client.graphql(save, { ...call, answers: pasted });
    const kept = { explanations: 'One line.\nAnother.\nA third.\nA fourth.' };
    expect(data.updateAnswers.returning[0].answers).toEqual(kept);
    expect((await planOf(client, who.acpId)).answers).toEqual(kept);
    for (const firstName of ['Ann\u2028Lee', 'Ann\u2029Lee']) {
      const { errors } = await client.graphql(save, { ...call, version: 1, answers: { firstName } });
      expect(errors?.[0].extensions).toMatchObject({ code: 'invalid', fields: [{ field: 'firstName' }] });
    }
  });

  it('accepts only keys of answers: no status, role or date', async () => {
    const { who, client } = await signedIn();
    const { errors } = await client.graphql(save, {
      id: who.acpId,
      answers: { completed_at: '2020-01-01', role: 'admin' },
      status: 'draft',
      version: 0,
    });
    expect(errors?.[0].extensions.code).toBe('invalid');
  });

  it('does not take a completed_at from the caller [QGEN-07]', async () => {
    const { who, client } = await signedIn();
    const { data } = await client.graphql(save, {
      id: who.acpId,
      answers: step1,
      status: 'draft',
      version: 0,
      completed_at: '2001-01-01T00:00:00.000Z',
    });
    expect(new Date(data.updateAnswers.returning[0].completed_at).getFullYear()).toBeGreaterThan(2020);
  });

  it('refuses to change a locked plan, with that reason', async () => {
    const { who, client } = await signedIn();
    await app.services.db.updateTable('acps').set({ locked: true }).where('id', '=', who.acpId).execute();
    const { errors } = await client.graphql(save, {
      id: who.acpId,
      answers: step1,
      status: 'draft',
      version: 0,
    });
    expect(errors?.[0].extensions.code).toBe('locked');
  });
});
