import type { AnswerKey } from '../../src/domain/questionnaire/answers.ts';
import { draft, lacking, savedPlan, saveElsewhere, signed } from '../saved-plan.ts';
import { escapeFrom, expect, main, mainOnce, test } from '../wattle.ts';
import { languages, saying } from '../words.ts';

const voluntary = 'voluntary choices with no coercion';
const considered = 'considered current and future possible health states';

/** The texts of the panel, by the step to which each line leads. */
const incompleteWords = {
  en: {
    title: 'Some steps still need an answer',
    items: [
      ['step1', 'About you: your first name'],
      ['step2', 'Your details: your date of birth'],
      ['step3', 'What matters most: question 1'],
      ['step4', 'If my health changed: questions 2 to 17'],
      ['step5', 'CPR and treatments: questions 18 to 20'],
      ['step6b', 'Care when I am dying: questions 21 to 23'],
    ],
  },
  zh: {
    title: '有些步骤还没答完',
    items: [
      ['step1', '关于您：您的名字'],
      ['step2', '您的资料：出生日期'],
      ['step3', '最看重的事：第 1 题'],
      ['step4', '如果我的健康有变化：第 2 至 17 题'],
      ['step5', '心肺复苏和治疗：第 18 至 20 题'],
      ['step6b', '临终时的照护：第 21 至 23 题'],
    ],
  },
} as const;

for (const language of languages) {
  test.describe(`signing, in ${language}`, () => {
    test.use({ language });

    test(`each missing statement and entry is shown at its place [QSTEP9-01, QSTEP9-02, QSTEP9-03, QSTEP9-04, QSTEP9-05, QSTEP9-06, QSTEP9-07, QSTEP9-13] ${mainOnce(language)}`, async ({
      t,
      questionnaire,
      signedIn,
    }) => {
      await signedIn(draft());
      await questionnaire.open('step9');
      await expect(questionnaire.group('completeAll').getByRole('checkbox')).toHaveCount(2);
      for (const value of [voluntary, considered])
        await expect(questionnaire.option('completeAll', value)).not.toBeChecked();
      for (const value of [
        'believe I have capacity',
        'capacity assessed and documented by my GP in the last 12 months',
      ]) {
        await expect(questionnaire.option('confirmationAcknowledgement', value)).not.toBeChecked();
      }
      await questionnaire.box('confirmName').fill('');
      await questionnaire.save();
      await expect(questionnaire.problems.getByRole('link')).toHaveText([
        t('completeAll.error.required'),
        t('confirmationAcknowledgement.error.required'),
        t('confirmName.error.required'),
        t('signatureImage.error.required'),
      ]);
      await questionnaire.box('confirmName').fill('Margaret Doyle 2');
      await questionnaire.save();
      await expect(questionnaire.box('confirmName')).toHaveAccessibleDescription(
        saying(t('confirmName.error.noDigits')),
      );
      await questionnaire.option('completeAll', considered).check();
      await questionnaire.save();
      await expect(questionnaire.problems.getByRole('link')).toHaveCount(3);
    });

    test(`if only the signature is missing, saving asks for it and then completes the plan; closing the dialog saves nothing [QSTEP9-10, QSTEP9-16, QSTEP9-19] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn(draft());
      await questionnaire.open('step9');
      await questionnaire.confirmAs('Margaret Doyle');
      await questionnaire.save();
      const dialog = questionnaire.signatureDialog;
      await expect(dialog.getByText(t('signature.completes'))).toBeVisible();
      await escapeFrom(page, dialog);
      await expect(questionnaire.saveButton).toBeFocused();
      // "Sign here" opens the dialog without the save that waits for it.
      await page.getByRole('button', { name: t('signatureImage.open') }).click();
      await expect(dialog).toBeVisible();
      await expect(dialog.getByText(t('signature.completes'))).toHaveCount(0);
      await escapeFrom(page, dialog);
      expect(await savedPlan(app, who)).toMatchObject({ status: 'draft' });
      await questionnaire.save();
      await questionnaire.draw();
      await dialog.getByRole('button', { name: t('signature.save') }).click();
      await expect(page.getByRole('dialog', { name: t('allDone.title') })).toBeVisible();
      expect(await savedPlan(app, who)).toMatchObject({ status: 'complete' });
    });

    test(`steps with a missing answer are in a list of links, and signing is disabled until then [QINC-01, QINC-02, QINC-03] ${mainOnce(language)}`, async ({
      page,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn(draft());
      const checked = [
        'firstName',
        'dob',
        'minimumQolList',
        'cannotHear',
        'cprStopBreathing',
        'palliativeCare',
      ] as const;
      await saveElsewhere(app, who, lacking(...checked));
      const { title, items } = incompleteWords[language];
      for (const [step, words] of items) {
        await questionnaire.open('step9');
        const panel = page.getByRole('region', { name: title, exact: true });
        // Under each step are links to its missing answers.
        const toSteps = panel.locator('ul > li > div').getByRole('link');
        await expect(toSteps).toHaveText(items.map(([, each]) => each));
        await expect(questionnaire.saveButton).toHaveAttribute('aria-disabled', 'true');
        await panel.getByRole('link', { name: words, exact: true }).click();
        await questionnaire.isAt(step);
      }
    });
  });
}

test(`a pad 280 pixels high with Clear and Save; then the picture with Edit, stored as PNG [QSTEP9-08, QSTEP9-09, QSTEP9-10, QSTEP9-11, QSTEP9-12] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(draft());
  await questionnaire.open('step9');
  await page.getByRole('button', { name: 'Sign here' }).click();
  const dialog = questionnaire.signatureDialog;
  const pad = dialog.getByRole('img', { name: 'Your signature' });
  await expect(pad).toHaveJSProperty('tagName', 'CANVAS');
  expect((await pad.boundingBox())?.height).toBeCloseTo(280, 1);
  const save = dialog.getByRole('button', { name: 'Save signature' });
  await save.click();
  await expect(dialog.getByText('There is no signature yet.')).toBeVisible();
  await questionnaire.draw();
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await save.click();
  await expect(dialog.getByText('There is no signature yet.')).toBeVisible();
  await questionnaire.draw();
  await save.click();
  await expect(dialog).toBeHidden();
  const picture = page.getByRole('img', { name: 'Signature of Margaret Doyle' });
  await expect(picture).toHaveAttribute('src', /^data:image\/png;base64,iVBOR/);
  const first = await picture.getAttribute('src');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByRole('button', { name: 'Use my typed name instead' }).click();
  await dialog.getByRole('textbox', { name: 'Type your full name' }).fill('Margaret Ann Doyle');
  await save.click();
  await expect(picture).not.toHaveAttribute('src', first ?? '');
  await questionnaire.button('Save and come back later').click();
  await expect(page).toHaveURL('/dashboard');
  const { signatureImage } = (await savedPlan(app, who)).answers;
  expect(signatureImage).toMatch(/^data:image\/png;base64,/);
  expect(
    Buffer.from(String(signatureImage).split(',')[1] ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
});

test(`signing completes the plan, All done! is shown once, and three cards lead on [QSTEP9-16, QSTEP9-17, QSTEP9-19, QSTEP9-20, QSTEP9-21, QSTEP9B-01, QSTEP9B-02, QSTEP9B-03, QSTEP9B-04, LAYOUT-09, QGEN-05] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(draft());
  await questionnaire.open('step9');
  await questionnaire.option('completeAll', voluntary).check();
  await questionnaire
    .option('confirmationAcknowledgement', 'capacity assessed and documented by my GP in the last 12 months')
    .check();
  await questionnaire.box('confirmName').fill('Margaret Doyle');
  await questionnaire.signByTyping('Margaret Doyle');
  await questionnaire.save();
  const done = page.getByRole('dialog', { name: 'All done!' });
  await expect(done).toContainText(
    'Your wishes and values have been successfully completed. The digital questionnaire can be edited at any time, and a PDF version is available for download.',
  );
  await expect(done.getByRole('button', { name: 'Close' }).last()).toBeVisible();
  const plan = await savedPlan(app, who);
  expect(plan).toMatchObject({ status: 'complete', answers: { completeAll: [voluntary] } });
  expect(Date.now() - Date.parse(String(plan.completed_at))).toBeLessThan(60_000);
  await escapeFrom(page, done);
  await expect(page).toHaveURL('/questionnaire/step9b');
  const cards = [
    ['Print the emergency ACP card', 'Go to my plan', '/my-acp'],
    ['Go to the dashboard', 'Go to the dashboard', '/dashboard'],
    ['Choose organ donation options', 'See the options', '/my-health-record'],
  ] as const;
  for (const [title, link, address] of cards) {
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: link })).toHaveAttribute('href', address);
  }
  await page.getByRole('link', { name: 'Go to the dashboard', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test(`a signed plan saved again keeps its date and shows Confirmation [QSTEP9-16, QSTEP9-18, QSTEP9-22, PROD-04] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
  const before = await savedPlan(app, who);
  await questionnaire.open('step9');
  await expect(questionnaire.saveButton).toHaveText('Save changes');
  await questionnaire.option('completeAll', considered).uncheck();
  await questionnaire.save();
  await questionnaire.confirm.click();
  const confirmation = page.getByRole('dialog', { name: 'Confirmation' });
  await expect(confirmation).toContainText('Your changes are saved.');
  await confirmation.getByRole('button', { name: 'Close' }).last().click();
  await questionnaire.isAt('step9');
  expect(await savedPlan(app, who)).toMatchObject({
    status: 'complete',
    completed_at: before.completed_at,
    answers: { completeAll: [voluntary] },
  });
});

test(`every answer can be read before signing, and changed from there; Back goes to the step before [QSTEP9-14] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
}) => {
  await signedIn(draft());
  await questionnaire.open('step9');
  const read = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(read('If my health changed')).toContainText('As long as somebody reads to me.');
  await expect(read('CPR')).toContainText('I do not want CPR');
  await expect(read('Treatments I would not want')).toContainText(
    'I have not refused: feeding tube through the nose (nasogastric)',
  );
  await expect(read('Care when I am dying')).toContainText('Tell Daniel at the same time, not later.');
  await page.getByRole('link', { name: 'Change: CPR' }).click();
  await questionnaire.isAt('step5');
  await questionnaire.open('step9');
  await questionnaire.button('Back').click();
  await questionnaire.isAt('checkout');
});

test('only seen answers can be signed: changes saved on another device are shown first', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(draft());
  await questionnaire.open('step9');
  await questionnaire.confirmAs('Margaret Doyle');
  await questionnaire.signByTyping('Margaret Doyle');
  await saveElsewhere(app, who, { explanations: 'Written elsewhere' } satisfies Partial<
    Record<AnswerKey, string>
  >);
  await questionnaire.save();
  await expect(page.getByText('Your plan was changed in another place')).toBeVisible();
  await expect(page.getByText('Written elsewhere')).toBeVisible();
  expect((await savedPlan(app, who)).status).toBe('draft');
  await questionnaire.save();
  await expect(page.getByRole('dialog', { name: 'All done!' })).toBeVisible();
});
