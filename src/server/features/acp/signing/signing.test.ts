import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullAnswers, signingAnswers } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { complete, plansOn, save, step1 } from '../acp.fixture.ts';

describe('plans over the API', () => {
  let app: TestApp;
  const { signedIn, planOf } = plansOn(() => app);

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('does not sign a plan with missing answers', async () => {
    const { who, client } = await signedIn();
    const { errors } = await client.graphql(save, {
      id: who.acpId,
      answers: step1,
      status: 'complete',
      version: 0,
      step: 'step1',
    });
    expect(errors?.[0].extensions.code).toBe('invalid');
    expect((await planOf(client, who.acpId)).status).toBe('draft');
  });

  it('signs at step9, keeps completed_at afterwards, and counts versions of the signed plan [QSTEP9-16, QSTEP9-17, QSTEP9-18, PROD-03, PROD-04]', async () => {
    const { who, client } = await signedIn();
    const answers = { ...fullAnswers(), ...(await signingAnswers('Margaret Doyle', 1)) };
    const signed = await client.graphql(save, {
      id: who.acpId,
      answers,
      status: 'complete',
      version: 0,
      step: 'step9',
    });
    expect(signed.errors).toBeUndefined();
    const first = signed.data.updateAnswers.returning[0];
    expect(first).toMatchObject({ status: 'complete', plan_version: 1 });
    app.advance(60_000);
    const again = await client.graphql(save, {
      id: who.acpId,
      answers: { explanations: 'One more thing.' },
      status: 'complete',
      version: 1,
      step: 'step7',
      confirmed: ['explanations'],
    });
    expect(again.data.updateAnswers.returning[0]).toMatchObject({
      status: 'complete',
      plan_version: 2,
      completed_at: first.completed_at,
    });
  });

  it('stores each answer under the key and in the shape of the source [ENT-03]', async () => {
    const texts = [
      ...['firstName', 'lastName', 'hasHelp', 'helperName', 'dob', 'gender', 'postcode', 'other_qolList'],
      ...['cannotHear', 'cannotSee', 'cannotTalk', 'mildPainMedication', 'severePainMedication'],
      ...['lowSleepMedication', 'nauseaMedication', 'cannotEat', 'bladderControl', 'bowelControl'],
      ...[
        'dependentDaily',
        'breathlessMedication',
        'noVisits',
        'conditionImpact',
        'dontRecognise',
        'ivTherapy',
      ],
      ...['cprStopBreathing', 'cprCatastrophic', 'palliativeCare', 'terminalCondition', 'receiveCare'],
      ...['other_receiveCare', 'customsAndTraditions', 'explanations', 'otherCommentsOrWorries'],
      ...['confirmationAcknowledgement', 'confirmName', 'signatureImage'],
    ];
    const health = texts.slice(texts.indexOf('cannotHear'), texts.indexOf('cprStopBreathing'));
    expect(health).toHaveLength(16);
    const notes = [...health, 'palliativeCare', 'receiveCare'].map((key) => `${key}_note`);
    const lists = ['minimumQolList', 'treatmentsSelected', 'completeAll'];
    const given = {
      ...fullAnswers(),
      ...Object.fromEntries(notes.map((key) => [key, `A note about ${key}.`])),
      receiveCare: 'Other',
      other_receiveCare: 'In my garden',
      ...(await signingAnswers('Margaret Doyle', 1)),
    };
    const { who, client } = await signedIn();
    const { errors } = await client.graphql(save, {
      id: who.acpId,
      answers: given,
      status: 'complete',
      version: 0,
      step: 'step9',
    });
    expect(errors).toBeUndefined();
    const { answers } = await planOf(client, who.acpId);
    for (const key of [...texts, ...notes]) expect([key, typeof answers[key]]).toEqual([key, 'string']);
    for (const key of lists) expect([key, Array.isArray(answers[key])]).toEqual([key, true]);
    for (const key of notes) expect(answers[key]).toBe(`A note about ${key}.`);
    expect(answers).toMatchObject({ hasHelp: 'Yes', dob: '14/05/1943', other_receiveCare: 'In my garden' });
    expect(answers.signatureImage).toMatch(/^data:image\/png;base64,/);
    // No other answers: the product defines the notes beside the treatments and what to be informed of (CON-21).
    const more = ['treatmentsSelected_note', 'terminalCondition_note'];
    expect(Object.keys(answers).toSorted()).toEqual([...texts, ...notes, ...lists, ...more].toSorted());
    const refused = await client.graphql(save, {
      id: who.acpId,
      answers: { favouriteColour: 'blue' },
      status: 'complete',
      version: 1,
    });
    expect(refused.errors?.[0].extensions.code).toBe('invalid');
  });

  it('keeps every required answer of a signed plan, even if the save is marked as a draft and names no step [QEDIT-04, R-21]', async () => {
    const { who, client } = await signedIn(complete);
    const before = await planOf(client, who.acpId);
    for (const key of ['firstName', 'cprStopBreathing', 'minimumQolList', 'confirmName'] as const) {
      const { errors } = await client.graphql(save, {
        id: who.acpId,
        answers: { [key]: null },
        status: 'draft',
        version: before.version,
      });
      expect([key, errors?.[0].extensions.code]).toEqual([key, 'invalid']);
      expect(errors?.[0].extensions.fields.map(({ field }: { field: string }) => field)).toContain(key);
    }
    expect(await planOf(client, who.acpId)).toEqual(before);
    const changed = await client.graphql(save, {
      id: who.acpId,
      answers: { explanations: 'A draft, it says.' },
      status: 'draft',
      version: before.version,
      confirmed: ['explanations'],
    });
    expect(changed.data.updateAnswers.returning[0].status).toBe('complete');
  });

  it('keeps the signed state before a change as a revision, readable by its owner only [QEDIT-09]', async () => {
    const { who, client } = await signedIn(complete);
    const before = await planOf(client, who.acpId);
    const changed = await client.graphql(save, {
      id: who.acpId,
      answers: { explanations: 'New words.' },
      status: 'complete',
      version: before.version,
      type: 'revision',
      confirmed: ['explanations'],
    });
    expect(changed.data.updateAnswers.returning[0].created_at).toBe(before.created_at);
    const list = `query ($user_id: ID!) { getRevisionAcps(user_id: $user_id) { count data { type plan_version } } }`;
    const one = `query ($user_id: ID!) { getRevisionAcp(user_id: $user_id, plan_version: 1) { type plan_version answers } }`;
    const { data: listed } = await client.graphql(list, { user_id: who.userId });
    expect(listed.getRevisionAcps).toEqual({ count: 1, data: [{ type: 'revision', plan_version: 1 }] });
    const { data } = await client.graphql(one, { user_id: who.userId });
    expect(data.getRevisionAcp).toHaveLength(1);
    expect(data.getRevisionAcp[0]).toMatchObject({
      type: 'revision',
      plan_version: 1,
      answers: {
        explanations: before.answers.explanations,
        signatureImage: before.answers.signatureImage,
      },
    });
    const stranger = await signedIn();
    for (const read of [list, one]) {
      const refused = await stranger.client.graphql(read, { user_id: who.userId });
      expect(refused.errors?.[0].extensions.code).toBe('not-found');
    }
  });
});
