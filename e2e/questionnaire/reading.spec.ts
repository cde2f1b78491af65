import { fullAnswers } from '../../testing/people.ts';
import { draft, savedPlan } from '../saved-plan.ts';
import { bothWidths, expect, mainOnce, phone, test } from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages) {
  test.describe(`reading the difficult questions, in ${language}`, () => {
    test.use({ language });

    test(
      `the questions about health have one reminder that no answer is wrong and that one can stop [QSTEP4-01] ${mainOnce(language)}`,
      { tag: bothWidths },
      async ({ page, t, questionnaire, signedIn }) => {
        await signedIn(draft());
        await questionnaire.open('step4');
        await expect(page.getByText(t('step4.noRight')).filter({ visible: true })).toHaveCount(1);
      },
    );
  });
}

test(
  'a note can be read on a narrow screen with larger text, above the text that opens it [QSTEP4-05]',
  { tag: phone },
  async ({ page, questionnaire, signedIn }) => {
    await signedIn(draft());
    await page.setViewportSize({ width: 320, height: 640 });
    await questionnaire.open('step4');
    await page.evaluate("document.documentElement.style.fontSize = '22px'");
    const note = questionnaire.note('cannotSee');
    const words = await note.locator('span').first().boundingBox();
    expect(words?.width).toBeGreaterThan(150);
    const edit = await note.getByText('Edit note').boundingBox();
    expect(edit?.y).toBeGreaterThanOrEqual((words?.y ?? 0) + (words?.height ?? Infinity) - 1);
  },
);

test('Skip asks first when there is text, saves none of it, and staying keeps it [QSTEP7-03]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(draft());
  const before = await savedPlan(app, who);
  await questionnaire.open('step7');
  await questionnaire.box('explanations').fill('Typed, and not to be kept');
  await questionnaire.button('Skip').click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(questionnaire.button('Skip')).toBeFocused();
  await expect(questionnaire.box('explanations')).toHaveValue('Typed, and not to be kept');
  await questionnaire.button('Skip').click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await questionnaire.isAt('step8');
  expect(await savedPlan(app, who)).toMatchObject({ version: before.version, answers: before.answers });
});

test('after the first signature the keyboard continues at Edit [QSTEP9-11]', async ({
  page,
  questionnaire,
  signedIn,
}) => {
  await signedIn(draft());
  await questionnaire.open('step9');
  await questionnaire.signByTyping('Margaret Doyle');
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await questionnaire.signatureDialog.getByRole('button', { name: 'Use my typed name instead' }).click();
  await questionnaire.signatureDialog.getByRole('button', { name: 'Save signature' }).click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeFocused();
});

for (const language of languages) {
  test.describe(`signing for another person, in ${language}`, () => {
    test.use({ language });

    test('the texts are about that person, and never describe the care wishes as the signer’s [QSTEP9-05, D-02]', async ({
      page,
      t,
      questionnaire,
      signedIn,
    }) => {
      const { firstName = '', lastName = '' } = fullAnswers();
      await signedIn({ ...draft(), accountOwner: 'child' });
      await questionnaire.open('step9');
      const main = page.getByRole('main');
      const names = { firstName, person: `${firstName} ${lastName}` };
      await expect(main).toContainText(t('onBehalf.step9.hint', names));
      await expect(main).toContainText(t('onBehalf.banner', names));
      // Here "I" and "you" mean the signer.
      await expect(main).not.toContainText(t('onBehalf.reading', names));
      await expect(
        page.getByRole('radiogroup', { name: t('onBehalf.confirmationAcknowledgement.title', names) }),
      ).toBeVisible();
      await expect(main).toContainText(t('onBehalf.step9.notLegalForm', names));
      await page.getByText(t('common.why'), { exact: true }).last().click();
      await expect(main).toContainText(t('onBehalf.step9.why'));
      await expect(main).not.toContainText(t('step9.why'));
    });
  });
}
