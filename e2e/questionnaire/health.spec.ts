import { healthKeys, type Answers } from '../../src/domain/questionnaire/answers.ts';
import { halfAnswers } from '../../testing/people.ts';
import { savedPlan } from '../saved-plan.ts';
import { escapeFrom, expect, main, mainOnce, test } from '../wattle.ts';
import { languages, saying } from '../words.ts';

const worth = 'Life is still worth living';
const unsure = 'Unsure/Not important to me';
const notWorth = 'Life is not worth living';
const everyHealthAnswer = Object.fromEntries(healthKeys.map((key) => [key, worth])) as Answers;

for (const language of languages) {
  test.describe(`values and health, in ${language}`, () => {
    test.use({ language });

    test(`step 3 offers sixteen options, requires one, and the text for "Other" [QSTEP3-01, QSTEP3-02, QSTEP3-03, QSTEP3-04, QSTEP3-05, QGEN-15] ${mainOnce(language)}`, async ({
      t,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn();
      await questionnaire.open('step3');
      const things = questionnaire.group('minimumQolList').getByRole('checkbox');
      await expect(things).toHaveCount(16);
      await questionnaire.save();
      await expect(questionnaire.problems.getByRole('link')).toHaveText([t('minimumQolList.error.required')]);
      await expect(questionnaire.box('other_qolList')).toHaveCount(0);
      await questionnaire.option('minimumQolList', 'Other').check();
      await questionnaire.option('minimumQolList', 'Having a laugh').check();
      await questionnaire.save();
      await expect(questionnaire.problems.getByRole('link')).toHaveText([t('other_qolList.error.required')]);
      await questionnaire.box('other_qolList').fill('Biscuit 茶');
      await questionnaire.save();
      await questionnaire.isAt('step4');
      expect((await savedPlan(app, who)).answers).toEqual({
        minimumQolList: ['Having a laugh', 'Other'],
        other_qolList: 'Biscuit 茶',
      });
      await questionnaire.open('step3');
      await questionnaire.option('minimumQolList', 'Other').uncheck();
      await questionnaire.save();
      await questionnaire.isAt('step4');
      expect((await savedPlan(app, who)).answers).toEqual({ minimumQolList: ['Having a laugh'] });
    });

    test(`step 4 asks sixteen questions from number 2 on, and requires them all [QSTEP4-01, QSTEP4-02, QSTEP4-04, QSTEP4-08, QSTEP4-09] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn();
      await questionnaire.open('step4');
      const questions = page.getByRole('main').getByRole('radiogroup');
      await expect(questions).toHaveCount(16);
      for (const [index, key] of healthKeys.entries()) {
        const question = questions.nth(index);
        await expect(question).toHaveAccessibleName(new RegExp(`^${index + 2}`));
        await expect(question).toHaveAccessibleName(saying(questionnaire.titleOf(key)));
        await expect(question.getByRole('radio')).toHaveCount(3);
      }
      for (const answer of [notWorth, unsure, worth])
        await expect(questionnaire.option('cannotHear', answer)).toBeVisible();
      const { cannotTalk: _, ...fifteen } = everyHealthAnswer;
      await questionnaire.answer('step4', fifteen);
      await questionnaire.save();
      await expect(questionnaire.problems.getByRole('link')).toHaveText([
        t('step4.error.required', { n: 4 }),
      ]);
      await questionnaire.problems.getByRole('link').click();
      await expect(questionnaire.option('cannotTalk', notWorth)).toBeFocused();
      await questionnaire.option('cannotTalk', unsure).check();
      await questionnaire.save();
      await questionnaire.isAt('step5');
      expect((await savedPlan(app, who)).answers).toEqual({ ...everyHealthAnswer, cannotTalk: unsure });
    });
  });
}

test(`a note to an answer is added, edited and deleted [QSTEP4-03, QSTEP4-05, QSTEP4-06, QSTEP4-07, LAYOUT-09] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn({ plan: { status: 'draft', answers: everyHealthAnswer } });
  await questionnaire.open('step4');
  const dialog = page.getByRole('dialog', { name: 'Your note' });
  const words = dialog.getByRole('textbox');
  const save = dialog.getByRole('button', { name: 'Save note' });

  await test.step('adding', async () => {
    await page.getByRole('button', { name: 'Add a note: If I could not hear' }).click();
    await expect(dialog).toContainText('If I could not hear');
    await expect(words).toBeFocused();
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await words.fill('   ');
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await save.click({ force: true });
    await expect(dialog).toBeVisible();
    await words.fill('Write it down for me.\n写给我看。');
    await expect(save).not.toHaveAttribute('aria-disabled', 'true');
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(questionnaire.note('cannotHear')).toBeFocused();
    await expect(questionnaire.group('cannotHear').getByText('Write it down for me.')).toBeVisible();
  });

  await test.step('editing; Escape and Cancel bring back what was there', async () => {
    for (const leave of [
      () => escapeFrom(page, dialog),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await questionnaire.note('cannotHear').click();
      await expect(words).toHaveValue('Write it down for me.\n写给我看。');
      await words.fill('Something else');
      await leave();
      await expect(dialog).toBeHidden();
      await expect(questionnaire.group('cannotHear').getByText('Something else')).toHaveCount(0);
    }
    await questionnaire.writeNote('cannotHear', 'Speak slowly.');
    await questionnaire.writeNote('ivTherapy', 'Only for a week.');
    await questionnaire.save();
    await questionnaire.isAt('step5');
    expect((await savedPlan(app, who)).answers).toMatchObject({
      cannotHear_note: 'Speak slowly.',
      ivTherapy_note: 'Only for a week.',
    });
  });

  await test.step('deleting, with a question first', async () => {
    await questionnaire.button('Back').click();
    await questionnaire.isAt('step4');
    await questionnaire.note('cannotHear').click();
    await dialog.getByRole('button', { name: 'Delete note' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this note?' });
    await question.getByRole('button', { name: 'No, keep it' }).click();
    await dialog.getByRole('button', { name: 'Delete note' }).click();
    await question.getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(page.getByRole('button', { name: 'Add a note: If I could not hear' })).toBeVisible();
    await questionnaire.save();
    await questionnaire.isAt('step5');
    const { answers } = await savedPlan(app, who);
    expect(answers).not.toHaveProperty('cannotHear_note');
    expect(answers).toMatchObject({ cannotHear: worth, ivTherapy_note: 'Only for a week.' });
  });
});

test('a note that is too long cannot be saved, and is not cut [QSTEP4-06]', async ({
  page,
  questionnaire,
  signedIn,
}) => {
  await signedIn();
  await questionnaire.open('step4');
  await questionnaire.note('cannotHear').click();
  const dialog = page.getByRole('dialog', { name: 'Your note' });
  await dialog.getByRole('textbox').fill('x'.repeat(2001));
  await dialog.getByRole('button', { name: 'Save note' }).click();
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/Your text is too long/);
  await expect(dialog.getByRole('textbox')).toHaveValue('x'.repeat(2001));
});

test('a partly answered step is counted correctly, and saved for later without requiring the other answers [QSTEP4-08, QGEN-06]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const { step1, step2, step3, step4 } = halfAnswers();
  const who = await signedIn({
    plan: { status: 'draft', answers: { ...step1, ...step2, ...step3, ...step4 } },
  });
  await questionnaire.open('step4');
  await expect(page.getByRole('complementary').getByText('5 of 16 answered')).toBeVisible();
  await questionnaire.option('nauseaMedication', unsure).check();
  await expect(page.getByRole('complementary').getByText('6 of 16 answered')).toBeVisible();
  await questionnaire.button('Save and come back later').click();
  await expect(page).toHaveURL('/dashboard');
  await expect(
    page.getByText(
      'Your answers are saved. You can come back when you are ready. You will start where you stopped.',
    ),
  ).toBeVisible();
  expect((await savedPlan(app, who)).answers).toMatchObject({ ...step4, nauseaMedication: unsure });
  await page.getByRole('link', { name: 'Carry on with step 4' }).click();
  await questionnaire.isAt('step4');
  await expect(questionnaire.option('nauseaMedication', unsure)).toBeChecked();
});
