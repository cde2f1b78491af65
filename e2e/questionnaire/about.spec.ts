import { savedPerson, savedPlan } from '../saved-plan.ts';
import { expect, mainOnce, test } from '../wattle.ts';
import { languages, saying } from '../words.ts';

for (const language of languages) {
  test.describe(`about the person, in ${language}`, () => {
    test.use({ language });

    test(`step 1 shows errors at each field [QSTEP1-01, QSTEP1-02, QSTEP1-04, QSTEP1-05, QSTEP1-06, QSTEP1-07] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      signedIn,
    }) => {
      await signedIn({ firstName: null as unknown as string, lastName: null as unknown as string });
      await questionnaire.open('step1');
      await questionnaire.save();
      await expect(questionnaire.problems).toBeFocused();
      const names = [t('firstName.error.required'), t('lastName.error.required')];
      // Chinese forms ask for the family name first (D-43).
      await expect(questionnaire.problems.getByRole('link')).toHaveText([
        ...(language === 'zh' ? names.toReversed() : names),
        t('hasHelp.error.required'),
      ]);
      await questionnaire.option('hasHelp', 'Yes').check();
      await questionnaire.box('firstName').fill('Anne-Marie');
      await questionnaire.box('lastName').fill('Doyle 2');
      await questionnaire.box('helperName').fill('Daniel 007');
      await questionnaire.save();
      await expect(questionnaire.box('firstName')).toHaveAccessibleDescription(
        saying(t('firstName.error.letters')),
      );
      await expect(questionnaire.box('lastName')).toHaveAccessibleDescription(
        saying(t('lastName.error.noDigits')),
      );
      await expect(questionnaire.box('helperName')).toHaveAccessibleDescription(
        saying(t('helperName.error.noDigits')),
      );
      await expect(questionnaire.problems.getByRole('link')).toHaveCount(3);
      // A line leads to its field, and a corrected field is no longer marked as wrong.
      await questionnaire.problems.getByRole('link').first().click();
      await expect(questionnaire.box(language === 'zh' ? 'lastName' : 'firstName')).toBeFocused();
      await questionnaire.box('firstName').fill(language === 'en' ? 'Anne Marie' : '安妮');
      await expect(questionnaire.box('firstName')).not.toHaveAttribute('aria-invalid', 'true');
      await questionnaire.isAt('step1');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('step1.title'));
    });

    test(`step 2 shows errors at each field [QSTEP2-01, QSTEP2-02, QSTEP2-03, QSTEP2-04, QSTEP2-05, QSTEP2-06, QSTEP2-07] ${mainOnce(language)}`, async ({
      t,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn();
      await app.services.db
        .updateTable('users')
        .set({ dob: null, gender: null })
        .where('id', '=', who.userId)
        .execute();
      await questionnaire.open('step2');
      await expect(questionnaire.group('gender').getByRole('radio')).toHaveCount(3);
      for (const gender of ['Male', 'Female', 'Other'])
        await expect(questionnaire.option('gender', gender)).toBeVisible();
      await questionnaire.save();
      await expect(questionnaire.problems.getByRole('link')).toHaveText([
        t('dob.error.required'),
        t('gender.error.required'),
        t('postcode.error.required'),
      ]);
      const rules = [
        ['dob', '1943-05-14', 'dob.error.format'],
        ['dob', '31/02/1943', 'dob.error.notReal'],
        ['dob', '14/05/2190', 'dob.error.future'],
        ['dob', '31/12/1914', 'dob.error.tooEarly'],
        ['postcode', '32a0', 'postcode.error.digits'],
        ['postcode', '328', 'postcode.error.length'],
        ['postcode', '32800', 'postcode.error.length'],
      ] as const;
      for (const [key, typed, message] of rules) {
        await questionnaire.box(key).fill(typed);
        await questionnaire.save();
        await expect(questionnaire.box(key)).toHaveAccessibleDescription(saying(t(message)));
      }
      await questionnaire.box('dob').fill('01/01/1915');
      await questionnaire.box('postcode').fill('0800');
      await questionnaire.option('gender', 'Other').check();
      await questionnaire.save();
      await questionnaire.isAt('step3');
    });
  });
}

test('the helper is asked for only with help, and removed without [QSTEP1-03, QSTEP1-08, QSTEP1-09, QSTEP1-10, QGEN-06, QGEN-07, QGEN-08]', async ({
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn();
  await questionnaire.open('step1');
  await expect(questionnaire.box('helperName')).toHaveCount(0);
  await questionnaire.answer('step1', { firstName: 'Margaret Ann', lastName: 'O’Doyle', hasHelp: 'Yes' });
  await questionnaire.save();
  await expect(questionnaire.problems.getByRole('link')).toHaveText([
    'Enter the name of the person who is helping you',
  ]);
  await questionnaire.box('helperName').fill('Daniel Doyle');
  await questionnaire.save();
  await questionnaire.isAt('step2');
  const plan = await savedPlan(app, who);
  expect(plan).toMatchObject({
    status: 'draft',
    answers: { firstName: 'Margaret Ann', hasHelp: 'Yes', helperName: 'Daniel Doyle' },
  });
  expect(Date.now() - Date.parse(String(plan.completed_at))).toBeLessThan(60_000);
  await expect
    .poll(() => savedPerson(app, who))
    .toMatchObject({ first_name: 'Margaret Ann', last_name: 'O’Doyle' });

  await questionnaire.button('Back').click();
  await questionnaire.isAt('step1');
  await questionnaire.option('hasHelp', 'No').check();
  await expect(questionnaire.box('helperName')).toHaveCount(0);
  await questionnaire.save();
  await questionnaire.isAt('step2');
  expect((await savedPlan(app, who)).answers).toEqual({
    firstName: 'Margaret Ann',
    lastName: 'O’Doyle',
    hasHelp: 'No',
  });
});

test('the details are also saved to the account, and a date is formatted while it is typed [QSTEP2-03, QSTEP2-08, QGEN-15]', async ({
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn();
  await questionnaire.open('step2');
  await questionnaire.box('dob').clear();
  await questionnaire.box('dob').pressSequentially('4.5.1948');
  await expect(questionnaire.box('dob')).toHaveValue('04/05/1948');
  await questionnaire.option('gender', 'Female').check();
  await questionnaire.box('postcode').fill('0872');
  await questionnaire.save();
  await questionnaire.isAt('step3');
  expect((await savedPlan(app, who)).answers).toMatchObject({
    dob: '04/05/1948',
    gender: 'Female',
    postcode: '0872',
  });
  const account = await savedPerson(app, who);
  expect(account).toMatchObject({ gender: 'Female', postcode: '0872' });
  expect(JSON.stringify(account.dob)).toContain('1948-05-04');
});
