import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { fullAnswers, person, signingAnswers, type TestPersonSpec } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { questionOf } from '../../../../domain/questionnaire/definition.ts';
import type { AnswerKey, Answers } from '../../../../domain/questionnaire/answers.ts';
import { wordsOf } from '../../../pages/emergency/emergency.fixture.ts';
import { complete, save } from '../../acp/acp.fixture.ts';
import { typePin } from '../emergency.fixture.ts';

const preview = `query ($user_id: ID!, $language: Language!) {
  previewEmergency(user_id: $user_id, language: $language) { first_screen styles }
}`;

const valuesOf = (key: AnswerKey) => (questionOf(key).options ?? []).map(({ value }) => value);
const words = fc.string({ unit: fc.constantFrom(...'aé王<&"\' ', '. '), minLength: 1, maxLength: 200 });

/** Answers that change the first screen, with every other answer that signing needs. */
const signable = fc
  .record({
    cprStopBreathing: fc.constantFrom(...valuesOf('cprStopBreathing')),
    cprCatastrophic: fc.constantFrom(...valuesOf('cprCatastrophic')),
    treatmentsSelected: fc.subarray(
      valuesOf('treatmentsSelected').filter((value) => value !== 'None of these'),
      { minLength: 1 },
    ),
    treatmentsSelected_note: words,
    minimumQolList: fc.subarray(valuesOf('minimumQolList'), { minLength: 1 }),
    other_qolList: words.map((text) => `x${text}`),
    firstName: fc.constantFrom('Margaret', 'Margaret Anne Elizabeth', '美玲'),
    language: fc.constantFrom('en' as const, 'zh' as const),
    accountOwner: fc.constantFrom(undefined, 'child', 'Neighbour'),
    contacts: fc.nat(3),
  })
  .map(({ language, accountOwner, contacts, ...answers }) => ({
    spec: { language, ...(accountOwner && { accountOwner }) } satisfies TestPersonSpec,
    contacts,
    // The recorder of a plan on behalf is named by the name given at signing, which a draft can already have.
    answers: { ...fullAnswers(), ...answers, confirmName: `${answers.firstName} Doyle` } as Answers,
  }));

describe('what staff would see first, before signing', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function signedIn(spec: TestPersonSpec = {}) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    const previewIn = async (language: 'en' | 'zh') => {
      const { data, errors } = await client.graphql(preview, { user_id: who.userId, language });
      expect(errors).toBeUndefined();
      return data.previewEmergency as { first_screen: string; styles: string };
    };
    const pageIn = async (language: 'en' | 'zh') => {
      const reader = new TestClient(app.url);
      await typePin(reader, who.shareId, who.pin);
      return (
        await reader.fetch(`/acp-login/${who.shareId}?v=1${language === 'zh' ? '&lang=zh' : ''}`)
      ).text();
    };
    return { who, client, previewIn, pageIn };
  }

  const insertContacts = (userId: string, count: number) =>
    count === 0
      ? undefined
      : app.services.db
          .insertInto('trusted_contacts')
          .values(
            Array.from({ length: count }, (_, at) => ({
              user_id: userId,
              name: `Daniel Doyle ${at}`,
              email: `daniel-${at}@test.example`,
              phone: '0491 570 156',
              relationship: 'Child',
              substitutedDecisionMaker: at === 1,
              enduringGuardian: at === 1,
              on_emergency_page: true,
              status: at === 2 ? ('pending' as const) : ('accepted' as const),
            })),
          )
          .execute();

  it('is, in every draft, exactly what the emergency page shows first after signing [D-06]', async () => {
    await fc.assert(
      fc.asyncProperty(signable, async ({ spec, contacts, answers }) => {
        const { who, client, previewIn, pageIn } = await signedIn(spec);
        await insertContacts(who.userId, contacts);
        const { data } = await client.graphql(save, { id: who.acpId, answers, status: 'draft', version: 0 });
        const { version } = data.updateAnswers.returning[0];
        const before = [await previewIn('en'), await previewIn('zh')];
        const signing = await signingAnswers(`${answers.firstName} Doyle`, 1);
        const signed = await client.graphql(save, {
          ...{ id: who.acpId, answers: signing, status: 'complete', version, step: 'step9' },
        });
        expect(signed.errors).toBeUndefined();
        expect(await pageIn('en')).toContain(before[0]?.first_screen);
        expect(await pageIn('zh')).toContain(before[1]?.first_screen);
        expect((await previewIn('en')).first_screen).toBe(before[0]?.first_screen);
      }),
      { numRuns: 15 },
    );
  });

  it('says where the name of the recorder will be, before a plan on behalf has one', async () => {
    const { previewIn } = await signedIn({
      accountOwner: 'child',
      plan: { status: 'draft', answers: fullAnswers() },
    });
    expect(wordsOf((await previewIn('en')).first_screen)).toContain(
      'Recorded by [your name] (child) for Margaret Doyle, who did not write or sign this plan.',
    );
    expect(wordsOf((await previewIn('zh')).first_screen)).toContain('由［您的姓名］');
  });

  it('says of a half-written plan what is not answered, and never that nothing was refused', async () => {
    const answers = { firstName: 'Ann', lastName: 'Lee', hasHelp: 'No', cprStopBreathing: 'do not want CPR' };
    const { previewIn } = await signedIn({ plan: { status: 'draft', answers } });
    const shown = wordsOf((await previewIn('en')).first_screen);
    expect(shown).toContain('Ann Lee');
    expect(shown).toContain('No: does not want CPR');
    expect(shown.match(/Not answered/g)).toHaveLength(2);
    expect(shown).not.toContain('not refused');
  });

  it('says of an empty plan that nothing is answered, and leaves no heading empty', async () => {
    const { previewIn } = await signedIn();
    const { first_screen } = await previewIn('zh');
    expect(wordsOf(first_screen)).toContain('没有回答');
    expect(first_screen).toContain('<h1>--</h1>');
  });

  it('shows a signed plan as it is in force, and records and sends nothing', async () => {
    const { who, previewIn, pageIn } = await signedIn(complete);
    // Work of earlier tests may still be recorded, for other people.
    const counts = () =>
      app.services.db
        .selectFrom('audit_log')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('chain', '=', who.userId)
        .executeTakeFirstOrThrow();
    const before = await counts();
    const { first_screen } = await previewIn('en');
    expect(await counts()).toEqual(before);
    expect(await pageIn('en')).toContain(first_screen);
  });

  it('contains the styles of the emergency page for a shadow root', async () => {
    const { previewIn } = await signedIn();
    const { styles } = await previewIn('en');
    expect(styles).toContain(':host{color-scheme:light dark');
    expect(styles).toContain('.page{margin:0;');
    expect(styles).toContain('.main{max-width:640px');
    expect(styles).not.toMatch(/:root|body\{|[^.]main\{/);
  });
});
