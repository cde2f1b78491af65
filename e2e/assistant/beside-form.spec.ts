import { allBut, notWorth, onlyIf, test } from './assistant-panel.ts';
import { isInOrder } from '../axe.ts';
import { savedPlan } from '../saved-plan.ts';
import { asks, eachWidthOnce, escapeFrom, expect, main } from '../wattle.ts';
import { languages, texts } from '../words.ts';

for (const language of languages) {
  test.describe(`the assistant beside the form, in ${language}`, () => {
    test.use({ language });

    test(`${eachWidthOnce(language)} does not prevent saving: the step is saved and left with the panel open [GAP-39]`, async ({
      app,
      help,
      questionnaire,
      withHelp,
    }) => {
      const who = await withHelp();
      await questionnaire.save();
      await questionnaire.isAt('step5');
      await expect(help.any).toHaveCount(0);
      expect((await savedPlan(app, who)).answers.dontRecognise).toBe(notWorth);
    });

    test(`${eachWidthOnce(language)} stays open after a failed save: the form names the errors and they can be corrected [GAP-39]`, async ({
      help,
      questionnaire,
      signedIn,
    }) => {
      await signedIn(allBut('cprStopBreathing', 'cprCatastrophic'));
      await questionnaire.open('step5');
      await questionnaire.option('cprStopBreathing', onlyIf).check();
      await expect(help.root).toBeVisible();
      await questionnaire.save();
      await expect(questionnaire.problems).toBeFocused();
      await expect(help.root).toBeVisible();
      await questionnaire.option('cprCatastrophic', 'do not want CPR').check();
      await expect(help.root).toBeVisible();
      await questionnaire.save();
      await questionnaire.isAt('step6b');
    });

    test(`${eachWidthOnce(language)} names the subject to a person who writes for another one, above the first message [D-02] [R-31]`, async ({
      page,
      t,
      help,
      questionnaire,
      signedIn,
    }) => {
      await signedIn({ ...allBut('dontRecognise'), accountOwner: 'child' });
      await page.goto('/questionnaire/step4');
      await questionnaire.show('dontRecognise');
      const group = page.getByRole('radiogroup', {
        name: t('onBehalf.dontRecognise.title', { firstName: 'Margaret' }),
      });
      await group.getByRole('radio').first().check();
      await expect(help.root).toBeVisible();
      const line = help.root.getByText(t('onBehalf.reading', { person: 'Margaret Doyle' }));
      const [above, first] = await Promise.all([line.boundingBox(), help.messages.first().boundingBox()]);
      expect(above!.y).toBeLessThan(first!.y);
      await isInOrder(page);
      // On the signing step, "you" is the writer, on the page and in the panel.
      await page.goto('/questionnaire/step9');
      await help.icon.click();
      await expect(help.messages).toHaveText([t('assistant.step9.start.1')]);
      await expect(help.any.getByText(t('onBehalf.banner', { person: 'Margaret Doyle' }))).toBeVisible();
      await expect(page.getByText(t('onBehalf.reading', { person: 'Margaret Doyle' }))).toHaveCount(0);
      await expect(questionnaire.saveButton).toBeVisible();
    });

    test('changes its language in place with the page [LANG-01]', async ({ page, help, withHelp }) => {
      await withHelp();
      await help.settled();
      await help.reply('assistant.loseCapacity_dontRecognise.reply.how').click();
      const other = language === 'en' ? 'zh' : 'en';
      await page.getByRole('button', { name: language === 'en' ? '中文' : 'English' }).click();
      await expect(help.messages.first()).toHaveText(
        texts[other]('assistant.loseCapacity_dontRecognise.how.1'),
      );
    });
  });
}

test(`is the next tab stop after the answer; Escape closes it from there and from the form [QBOT-01] [GAP-39] [R-80] ${main}`, async ({
  page,
  t,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise'));
  await questionnaire.open('step4');
  await questionnaire.show('dontRecognise');
  const answer = questionnaire.option('dontRecognise', notWorth);
  await answer.focus();
  await page.keyboard.press('Space');
  await expect(help.root).toBeVisible();
  await expect(answer).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(questionnaire.note('dontRecognise')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(help.closeButton).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const asked = t('assistant.loseCapacity_dontRecognise.reply.capacity');
  await expect(help.root.getByText(t('assistant.asked', { reply: asked }))).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(help.any).toHaveCount(0);
  await expect(answer).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(help.root).toBeVisible();
  const next = questionnaire.option('ivTherapy', notWorth);
  await next.focus();
  await page.keyboard.press('Escape');
  await expect(help.any).toHaveCount(0);
  await expect(next).toBeFocused();
});

test('does not close on Escape when a dialog is open over it [GAP-39]', async ({
  page,
  t,
  help,
  questionnaire,
  withHelp,
}) => {
  await withHelp();
  await questionnaire.note('dontRecognise').click();
  await escapeFrom(page, page.getByRole('dialog', { name: t('note.title') }));
  await expect(help.root).toBeVisible();
});

test('keeps no state: it sends no request, stores nothing in the browser, and is closed after a reload [GAP-39]', async ({
  page,
  help,
  questionnaire,
  withHelp,
}) => {
  await withHelp();
  await help.settled();
  const kept = () =>
    page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
  const before = await kept();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  await help.reply('assistant.loseCapacity_dontRecognise.reply.how').click();
  await help.settled();
  await help.reply('assistant.reply.talk').click();
  await help.settled();
  await page.keyboard.press('Escape');
  await expect(help.any).toHaveCount(0);
  expect(await kept()).toBe(before);
  expect(asked).toEqual([]);
  await page.reload();
  await expect(questionnaire.option('dontRecognise', notWorth)).toBeChecked();
  await help.settled();
  await expect(help.any).toHaveCount(0);
});

test('is not loaded with the page, and where it cannot be loaded the step is still saved [GAP-39]', async ({
  page,
  t,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise'));
  const withPage: string[] = [];
  page.on('request', (request) => withPage.push(request.url()));
  await questionnaire.open('step4');
  const known = new Set(withPage);
  await page.route('**/assets/**', (route) =>
    known.has(route.request().url()) ? route.fallback() : route.abort(),
  );
  await questionnaire.option('dontRecognise', notWorth).check();
  await help.settled();
  await expect(help.any).toHaveCount(0);
  await help.icon.click();
  await expect(page.getByText(t('error.general_error'))).toBeVisible();
  await page.unroute('**/assets/**');
  await help.icon.click();
  await expect(help.of('step4')).toBeVisible();
  const saved = page.waitForRequest(asks('updateAnswers'));
  await questionnaire.save();
  await saved;
  await questionnaire.isAt('step5');
});
