import { axeFindings, sidewaysBy } from '../axe.ts';
import { draft, lacking, saveElsewhere } from '../saved-plan.ts';
import { eachWidthOnce, expect, main, mainOnce, phone, test } from '../wattle.ts';
import { languages } from '../words.ts';

const words = {
  en: {
    region: 'This is what staff would see',
    noAnswer: 'Not answered',
    missing: 'Some questions have no answer yet. Staff would read “Not answered”.',
  },
  zh: {
    region: '医护人员会看到的样子',
    noAnswer: '没有回答',
    missing: '有些问题还没有回答。医护人员会看到“没有回答”。',
  },
} as const;

for (const language of languages) {
  test.describe(`what staff would see, in ${language}`, () => {
    test.use({ language });

    test(
      `is above the answers before signing, has no links, and lists the missing answers ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, signedIn, questionnaire, app }) => {
        const { region, missing, noAnswer } = words[language];
        const who = await signedIn(draft());
        await questionnaire.open('step9');
        const preview = page.getByRole('region', { name: region });
        await expect(preview.getByRole('heading', { name: 'Margaret Doyle', exact: true })).toBeVisible();
        await expect(preview).not.toContainText(noAnswer);
        await expect(preview.getByRole('link')).toHaveCount(0);
        expect(await axeFindings(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
        await saveElsewhere(app, who, lacking('cprStopBreathing'));
        await page.reload();
        await expect(preview).toContainText(missing);
        await expect(preview.getByText(noAnswer, { exact: true })).toBeVisible();
      },
    );
  });
}

test(
  `the card is shown once the plan is signed, and can be enlarged, printed and saved as a picture ${main}`,
  { tag: phone },
  async ({ page, signedIn, questionnaire }) => {
    const who = await signedIn(draft());
    await questionnaire.open('step9');
    await questionnaire.confirmAs('Margaret Doyle');
    await questionnaire.signByTyping('Margaret Doyle');
    await questionnaire.save();
    const done = page.getByRole('dialog', { name: 'All done!' });
    await expect(done.getByRole('img', { name: 'Code that opens this plan' })).toBeVisible();
    await expect(done.getByText(who.pin.slice(0, 3), { exact: true })).toBeVisible();
    for (const name of ['Print the cards', 'Show card full screen', 'Save card as a picture'])
      await expect(done.getByRole('button', { name })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const hint = await done.getByText('Keep one in your wallet and one on the fridge.').boundingBox();
    expect(hint?.width).toBeGreaterThan(500);
  },
);
