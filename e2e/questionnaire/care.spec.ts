import { savedPlan } from '../saved-plan.ts';
import { expect, main, mainOnce, test } from '../wattle.ts';
import { languages, saying } from '../words.ts';

const cprAnswers = [
  'receive CPR regardless of expected quality of life',
  'only if minimum quality of life is expected',
  'do not want CPR',
];
const treatments = [
  'Breathing Machine',
  'artificial feeding tube into the stomach',
  'artificial feeding tube through the nose',
  'Kidney Machine',
  'Blood transfusions',
  'Operations',
  'in-hospital intravenous antibiotic therapy',
];
const dying = {
  palliativeCare: [
    'death imminent in 24-72 hours',
    'expected in less than six months',
    'expected in less than one year',
    'do not wish to receive palliative care and only want life-extending treatments',
  ],
  terminalCondition: ['be told as much as possible', 'not be told'],
  receiveCare: ['in a hospital or similar', 'where easiest for family', 'at home', 'Other'],
} as const;

for (const language of languages) {
  test.describe(`care, in ${language}`, () => {
    test.use({ language });

    test(`step 5 asks 18 to 20 about CPR twice and about treatments, and requires all three [QSTEP5-01, QSTEP5-02, QSTEP5-03, QSTEP5-04, QSTEP5-05, QSTEP5-06, QSTEP5-07, QSTEP5-08, QGEN-15] ${mainOnce(language)}`, async ({
      t,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn();
      await questionnaire.open('step5');
      for (const [number, key] of [
        [18, 'cprStopBreathing'],
        [19, 'cprCatastrophic'],
        [20, 'treatmentsSelected'],
      ] as const) {
        await expect(questionnaire.group(key)).toHaveAccessibleName(new RegExp(`^${number}`));
      }
      for (const key of ['cprStopBreathing', 'cprCatastrophic'] as const) {
        await expect(questionnaire.group(key).getByRole('radio')).toHaveCount(3);
        for (const answer of cprAnswers) await expect(questionnaire.option(key, answer)).toBeVisible();
      }
      await expect(questionnaire.group('treatmentsSelected').getByRole('checkbox')).toHaveCount(8);
      await questionnaire.save();
      await expect(questionnaire.problems.getByRole('link')).toHaveText([
        t('cprStopBreathing.error.required'),
        t('cprCatastrophic.error.required'),
        t('treatmentsSelected.error.required', { n: 20 }),
      ]);
      await questionnaire.option('cprStopBreathing', 'only if minimum quality of life is expected').check();
      await questionnaire.option('cprCatastrophic', 'do not want CPR').check();
      for (const treatment of treatments) await questionnaire.option('treatmentsSelected', treatment).check();
      await questionnaire.writeNote('treatmentsSelected', 'Antibiotics by mouth are fine. 口服抗生素可以。');
      await questionnaire.save();
      await questionnaire.isAt('step6b');
      expect((await savedPlan(app, who)).answers).toEqual({
        cprStopBreathing: 'only if minimum quality of life is expected',
        cprCatastrophic: 'do not want CPR',
        treatmentsSelected: treatments,
        treatmentsSelected_note: 'Antibiotics by mouth are fine. 口服抗生素可以。',
      });
    });

    test(`step 6 asks 21 to 23 with notes, and the text for another place [QSTEP6B-01, QSTEP6B-02, QSTEP6B-03, QSTEP6B-04, QSTEP6B-05, QSTEP6B-06, QSTEP6B-07, QSTEP6B-08, QSTEP6B-09, QSTEP6B-10, QGEN-15] ${mainOnce(language)}`, async ({
      t,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn();
      await questionnaire.open('step6b');
      const keys = ['palliativeCare', 'terminalCondition', 'receiveCare'] as const;
      for (const [index, key] of keys.entries()) {
        await expect(questionnaire.group(key)).toHaveAccessibleName(new RegExp(`^${21 + index}`));
        await expect(questionnaire.group(key).getByRole('radio')).toHaveCount(dying[key].length);
        for (const answer of dying[key]) await expect(questionnaire.option(key, answer)).toBeVisible();
      }
      await questionnaire.save();
      await expect(questionnaire.problems.getByRole('link')).toHaveText(
        keys.map((key) => t(`${key}.error.required`)),
      );
      await questionnaire.option('palliativeCare', dying.palliativeCare[3]).check();
      await questionnaire.option('terminalCondition', 'not be told').check();
      await questionnaire.option('receiveCare', 'Other').check();
      for (const key of keys) await questionnaire.writeNote(key, `Note to ${key}`);
      await questionnaire.save();
      await expect(questionnaire.box('other_receiveCare')).toHaveAccessibleDescription(
        saying(t('other_receiveCare.error.required')),
      );
      await questionnaire.box('other_receiveCare').fill('By the sea 海边');
      await questionnaire.save();
      await questionnaire.isAt('step7');
      expect((await savedPlan(app, who)).answers).toEqual({
        palliativeCare: dying.palliativeCare[3],
        palliativeCare_note: 'Note to palliativeCare',
        terminalCondition: 'not be told',
        terminalCondition_note: 'Note to terminalCondition',
        receiveCare: 'Other',
        receiveCare_note: 'Note to receiveCare',
        other_receiveCare: 'By the sea 海边',
      });
      await questionnaire.open('step6b');
      await questionnaire.option('receiveCare', 'at home').check();
      await expect(questionnaire.box('other_receiveCare')).toHaveCount(0);
      await questionnaire.save();
      await questionnaire.isAt('step7');
      expect((await savedPlan(app, who)).answers).not.toHaveProperty('other_receiveCare');
    });
  });
}

test('ticked treatments are refusals, in words; "none" excludes the others [QSTEP5-04, QSTEP5-05, QSTEP5-08]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn();
  await questionnaire.open('step5');
  const group = questionnaire.group('treatmentsSelected');
  await group.getByRole('checkbox', { name: 'I would not want a breathing machine' }).check();
  await group.getByRole('checkbox', { name: 'I would not want operations' }).check();
  await expect(group.getByText(/breathing machine \(ventilator\).*operations/)).toBeVisible();
  const none = group.getByRole('checkbox', { name: 'I have not refused any of these treatments' });
  await none.check();
  await expect(group.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await questionnaire.option('cprStopBreathing', cprAnswers[0]!).check();
  await questionnaire.option('cprCatastrophic', cprAnswers[0]!).check();
  await questionnaire.save();
  await questionnaire.isAt('step6b');
  expect((await savedPlan(app, who)).answers).toMatchObject({ treatmentsSelected: ['None of these'] });
  await questionnaire.open('step5');
  await group.getByRole('checkbox', { name: 'I would not want operations' }).check();
  await expect(none).not.toBeChecked();
  await expect(page.getByText('Without CPR, a person whose heart has stopped will die.')).toBeVisible();
});

test(`step 7 has three text fields, 24 to 26, and may be skipped without saving their content [QSTEP7-01, QSTEP7-02, QSTEP7-03] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn();
  await questionnaire.open('step7');
  const keys = ['customsAndTraditions', 'explanations', 'otherCommentsOrWorries'] as const;
  for (const [index, key] of keys.entries()) {
    await expect(questionnaire.box(key)).toHaveAccessibleName(new RegExp(`^${24 + index}`));
    await expect(questionnaire.box(key)).toHaveJSProperty('tagName', 'TEXTAREA');
  }
  await questionnaire.button('Skip').click();
  await questionnaire.isAt('step8');
  await questionnaire.open('step7');
  const words = 'Line one\nLine two, with “quotes” & <b>signs</b> 🌼 一行中文';
  await questionnaire.box('explanations').fill(words);
  await questionnaire.save();
  await questionnaire.isAt('step8');
  expect((await savedPlan(app, who)).answers).toEqual({ explanations: words });
  await page.goto('/questionnaire/step7');
  await expect(questionnaire.box('explanations')).toHaveValue(words);
});
