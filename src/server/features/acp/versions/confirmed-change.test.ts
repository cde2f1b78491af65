import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answers } from '../../../../domain/questionnaire/answers.ts';
import { contextFor, person, signingAnswers } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { complete, plansOn, save } from '../acp.fixture.ts';
import { updateAnswers } from '../operations.ts';
import { getFrozenSections } from './frozen-words.ts';

describe('a change of a signed plan', () => {
  let app: TestApp;
  const { signedIn, planOf } = plansOn(() => app);

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const versionsOf = (userId: string) =>
    app.services.db.selectFrom('acps').selectAll().where('user_id', '=', userId).orderBy('version').execute();

  it("is refused in every call without the person's confirmation [R-30] [D-35]", async () => {
    const { who, client } = await signedIn(complete);
    const before = await planOf(client, who.acpId);
    const kept = await versionsOf(who.userId);
    const call = { id: who.acpId, status: 'complete', version: before.version };
    const again = await signingAnswers('Margaret Doyle', 2);
    const ways: [string, object, Record<string, unknown>][] = [
      ['a step', { explanations: 'By the way.' }, { step: 'step7' }],
      ['a step, as a draft', { explanations: 'By the way.' }, { status: 'draft' }],
      ['an edit', { explanations: 'By the way.' }, { step: 'step9', type: 'revision' }],
      ['a note', { cannotHear_note: 'By the way.' }, { step: 'step4' }],
      ['another name to the signature', { confirmName: 'M. Doyle' }, { step: 'step9' }],
      ['signing again', { signatureImage: again.signatureImage }, { step: 'step9' }],
      [
        'more than was seen',
        { explanations: 'x', customsAndTraditions: 'y' },
        { confirmed: ['explanations'] },
      ],
      ['what goes with an answer', { hasHelp: 'No' }, { confirmed: ['hasHelp'] }],
      ['nothing that was seen', { explanations: null }, { confirmed: [] }],
    ];
    for (const [way, answers, more] of ways) {
      const { errors } = await client.graphql(save, { ...call, answers, ...more });
      expect([way, errors?.[0].extensions.code]).toEqual([way, 'unconfirmed']);
    }
    const { errors } = await client.graphql(save, {
      ...call,
      answers: { hasHelp: 'No' },
      confirmed: ['hasHelp'],
    });
    expect(errors?.[0].extensions.details).toEqual({ answers: ['helperName'] });
    for (const profile of [
      'updateUser(first_name: "Greta")',
      'updateUser(dob: "1944-05-14", confirmed: ["dob"])',
      'updateProfile(postcode: "3000", confirmed: ["lastName"], confirmed_version: VERSION)',
      'updateProfile(postcode: "3000", confirmed: ["postcode"], confirmed_version: 1)',
    ]) {
      const mutation = `mutation { ${profile.replace('VERSION', before.version)} { id } }`;
      const refused = await client.graphql(mutation);
      expect([profile, refused.errors?.[0].extensions.code]).toEqual([profile, 'unconfirmed']);
    }
    expect(await versionsOf(who.userId)).toEqual(kept);
    const { data } = await client.graphql('{ currentUser { first_name postcode } }');
    expect(data.currentUser).toEqual({ first_name: 'Margaret', postcode: null });
  });

  it('is saved when the person confirmed all of it [R-30] [D-35]', async () => {
    const { who, client } = await signedIn(complete);
    const before = await planOf(client, who.acpId);
    const { data } = await client.graphql(save, {
      id: who.acpId,
      status: 'complete',
      version: before.version,
      answers: { hasHelp: 'No' },
      confirmed: ['hasHelp', 'helperName'],
    });
    const [after] = data.updateAnswers.returning;
    expect(after).toMatchObject({ plan_version: 2, answers: { hasHelp: 'No' } });
    expect(after.answers.helperName).toBeUndefined();
    const profile =
      'mutation ($v: Int) { updateProfile(postcode: "3000", confirmed: ["postcode"], confirmed_version: $v) { postcode } }';
    expect((await client.graphql(profile, { v: after.version })).data.updateProfile.postcode).toBe('3000');
    expect((await planOf(client, who.acpId)).answers.postcode).toBe('3000');
  });

  it('is refused to staff in the account, even with a confirmation [R-30, D-14]', async () => {
    const who = await person(app.services, complete);
    const staff = await person(app.services, { role: 'tlcadmin' });
    const kept = await versionsOf(who.userId);
    const acting = contextFor(app.services, { ...who.actor, actingStaffId: staff.userId });
    const call = { id: who.acpId, status: 'complete' as const, version: kept.at(-1)!.version };
    const answers: Answers = { explanations: 'Seen, they say.' };
    const refused = updateAnswers.call(acting, { ...call, answers, confirmed: ['explanations'] });
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
    expect(await versionsOf(who.userId)).toEqual(kept);
  });

  it('does not exist if no answer changes: no version, no other texts, no notifications, whatever the current language of the account [R-30] [D-35]', async () => {
    const { who, client } = await signedIn(complete);
    const { db } = app.services;
    await db.updateTable('users').set({ language: 'zh' }).where('id', '=', who.userId).execute();
    const before = await planOf(client, who.acpId);
    const [row] = await versionsOf(who.userId);
    const words = await getFrozenSections(db, app.services, who.acpId);
    const recorded = () =>
      Promise.all([
        db.selectFrom('recent_activities').selectAll().where('user_id', '=', who.userId).execute(),
        db.selectFrom('files').selectAll().where('user_id', '=', who.userId).execute(),
      ]);
    const said = await recorded();
    app.advance(60_000);
    for (const [turn, type] of ['active', 'revision'].entries()) {
      const { explanations } = before.answers;
      const { errors } = await client.graphql(save, {
        id: who.acpId,
        status: 'complete',
        version: before.version + turn,
        answers: { explanations: ` ${explanations} `, helperName: before.answers.helperName },
        type,
      });
      expect(errors).toBeUndefined();
    }
    const [same, ...others] = await versionsOf(who.userId);
    expect(others).toEqual([]);
    const { version: _, answers_sealed: __, ...rest } = row!;
    expect(same).toMatchObject(rest);
    expect(await getFrozenSections(db, app.services, who.acpId)).toEqual(words);
    expect((await planOf(client, who.acpId)).answers).toEqual(before.answers);
    expect(await recorded()).toEqual(said);
  });
});
