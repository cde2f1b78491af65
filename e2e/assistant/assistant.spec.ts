import type { Page } from '@playwright/test';
import { stepIds } from '../../src/domain/questionnaire/answers.ts';
import { fullAnswers, provider } from '../../testing/people.ts';
import { allBut, isInSight, notWorth, onlyIf, placesIn, test, toMiddle } from './assistant-panel.ts';
import { isInOrder } from '../axe.ts';
import { shieldGone } from '../taps.ts';
import { staffInside } from '../staff-visit.ts';
import { eachWidthOnce, expect, mainOnce, takeOver } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

/** Original texts of the two states that open automatically. */
const said = {
  en: {
    capacity: [
      'You have answered question 16. Here is more about it, if you want it.',
      'Dementia, a stroke or a brain injury can stop a person from knowing those close to them. Often they can no longer decide about their care. This is called losing capacity.',
      'Your answer stays as you gave it. You can keep it or change it at any time.',
    ],
    announcement: 'Help: You have answered question 16. Here is more about it, if you want it.',
    closed: 'Help is closed. You are back at your question.',
    minimum: 'Your answer uses the list you made in question 1. That list is your minimum quality of life.',
    list: 'Your list: Sleeping well; Having a laugh',
    noList: 'You have not made your list yet. You can make it in question 1.',
  },
  zh: {
    capacity: [
      '您答了第 16 题。如果想多了解一点，可以看看下面的内容。',
      '失智症（痴呆症）、中风或脑部受伤，都可能让人认不出亲近的人。这时往往也不能再为自己的照护做决定，这叫失去“做决定的能力”。',
      '您的回答保持原样。想保留或想更改，随时都可以。',
    ],
    announcement: '帮助：您答了第 16 题。如果想多了解一点，可以看看下面的内容。',
    closed: '帮助已关闭，您回到了刚才的问题。',
    minimum: '您的回答要用到第 1 题的清单，那就是您“最起码的生活质量”。',
    list: '您的清单：睡得好；有说有笑',
    noList: '您还没有写清单，可以到第 1 题去写。',
  },
} as const;

const announced = (page: Page) => page.locator('[data-live-announcer]');

for (const language of languages) {
  const words = said[language];

  test.describe(`the assistant, in ${language}`, () => {
    test.use({ language });

    test(`${eachWidthOnce(language)} opens automatically when question 16 is answered "Life is not worth living", beside the answer, and nothing moves [QBOT-01] [QBOT-02] [R-70] [GAP-39]`, async ({
      page,
      help,
      questionnaire,
      signedIn,
    }) => {
      await signedIn(allBut('dontRecognise'));
      await questionnaire.open('step4');
      await questionnaire.show('dontRecognise');
      const answer = questionnaire.option('dontRecognise', notWorth);
      for (const block of ['center', 'end', 'start'] as const) {
        await questionnaire.option('dontRecognise', 'Life is still worth living').check();
        await expect(help.any).toHaveCount(0);
        await answer.evaluate(
          (element: any, place) => element.scrollIntoView({ block: place, behavior: 'instant' }),
          block,
        );
        const before = await placesIn(page);
        await answer.check();
        await expect(help.root).toBeVisible();
        expect(await placesIn(page), block).toBe(before);
        await expect(answer).toBeFocused();
        await expect(answer).toBeChecked();
        expect(await isInSight(answer.locator('xpath=ancestor::label')), block).toBe(true);
        await expect(help.messages).toHaveText([...words.capacity]);
        await expect(announced(page)).toHaveText(words.announcement);
        await isInOrder(page);
        await help.settled();
        await help.closeButton.click();
        await expect(help.any).toHaveCount(0);
        await expect(announced(page)).toHaveText(words.closed);
        await expect(answer).toBeFocused();
        await help.settled();
      }
      expect(rawKeysIn(await page.getByRole('main').innerText())).toEqual([]);
    });

    test(`${eachWidthOnce(language)} answers one selected question at a time, and the contact details of people are always shown [QBOT-02] [D-23] [GAP-39]`, async ({
      page,
      t,
      help,
      questionnaire,
      withHelp,
    }) => {
      await withHelp();
      await help.settled();
      for (const answer of ['capacity', 'who', 'how', 'note'] as const) {
        const asked = `assistant.loseCapacity_dontRecognise.reply.${answer}` as const;
        await help.reply(asked).click();
        const line = help.root.getByText(t('assistant.asked', { reply: t(asked) }));
        await expect(line).toBeFocused();
        await expect(help.messages.first()).toHaveText(t(`assistant.loseCapacity_dontRecognise.${answer}.1`));
        await help.settled();
        await help.reply('assistant.reply.back').click();
        await expect(help.messages).toHaveText([...words.capacity]);
        await help.settled();
      }
      await help.reply('assistant.reply.hard').click();
      await expect(help.messages).toHaveText([1, 2, 3].map((n) => t(`assistant.hard.${n as 1 | 2 | 3}`)));
      await help.settled();
      await help.reply('assistant.reply.talk').click();
      await expect(help.root.getByRole('heading', { name: t('helpLines.title') })).toBeVisible();
      const numbers = ['1300208582', '131114', '1300224636', '1800422737', '1800700600', '131450', '139276'];
      const links = help.root.getByRole('link');
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
        [...numbers, '131114', '000'].map((number) => `tel:${number}`),
      );
      await isInOrder(page);
      await help.settled();
      await help.reply('assistant.reply.done').click();
      await expect(help.any).toHaveCount(0);
      await expect(questionnaire.option('dontRecognise', notWorth)).toBeFocused();
    });

    test(`${eachWidthOnce(language)} opens when either question about CPR is answered with the minimum quality of life, and shows the list of question 1 [QBOT-03] ${mainOnce(language)}`, async ({
      page,
      help,
      questionnaire,
      signedIn,
    }) => {
      const spec = allBut('cprStopBreathing', 'cprCatastrophic', 'other_qolList');
      spec.plan.answers.minimumQolList = ['Sleeping well', 'Having a laugh'];
      await signedIn(spec);
      await questionnaire.open('step5');
      for (const key of ['cprStopBreathing', 'cprCatastrophic'] as const) {
        const answer = questionnaire.option(key, onlyIf);
        // A press that the shield of the closed panel blocks is repeated from another place of the page.
        await shieldGone(page);
        await toMiddle(answer);
        const before = await placesIn(page);
        await answer.check();
        await expect(help.root).toBeVisible();
        expect(await placesIn(page), key).toBe(before);
        expect(await isInSight(answer), key).toBe(true);
        await expect(help.messages).toHaveText([words.minimum, words.list, words.capacity[2]]);
        await isInOrder(page);
        await help.settled();
        await page.keyboard.press('Escape');
        await expect(help.any).toHaveCount(0);
        await expect(answer).toBeFocused();
      }
    });

    test(`${eachWidthOnce(language)} shows the current list of question 1, saved or not, and a message if there is none [QBOT-03]`, async ({
      page,
      t,
      help,
      questionnaire,
      signedIn,
    }) => {
      await signedIn(allBut('cprStopBreathing', 'minimumQolList', 'other_qolList'));
      await questionnaire.open('step5');
      await questionnaire.option('cprStopBreathing', onlyIf).check();
      await expect(help.messages.nth(1)).toHaveText(words.noList);
      await questionnaire.open('step3');
      for (const each of ['Sleeping well', 'Having a laugh'])
        await questionnaire.option('minimumQolList', each).check();
      page.once('dialog', (dialog) => void dialog.accept());
      await page.goto('/questionnaire/step5');
      await questionnaire.option('cprStopBreathing', 'do not want CPR').check();
      await questionnaire.option('cprStopBreathing', onlyIf).check();
      await expect(help.messages.nth(1)).toHaveText(words.list);
      await expect(help.messages.nth(0)).toHaveText(t('assistant.cprMinimumQualityOfLife.start.1'));
    });

    test(`${eachWidthOnce(language)} opens from the icon on steps 3, 4, 5, 6b and 9, moves focus into it, and returns focus [QBOT-04]`, async ({
      page,
      t,
      help,
      questionnaire,
      signedIn,
    }) => {
      await signedIn({ plan: { status: 'draft', answers: fullAnswers() } });
      for (const step of stepIds.filter((id) => id !== 'step9b')) {
        await questionnaire.open(step);
        const state = (['step3', 'step4', 'step5', 'step6b', 'step9'] as const).find((id) => id === step);
        if (!state) {
          await expect(help.icon).toHaveCount(0);
          continue;
        }
        await help.icon.click();
        const panel = help.of(step);
        await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
        await expect(help.messages).toHaveText([t(`assistant.${state}.start.1`)]);
        await isInOrder(page);
        await page.keyboard.press('Escape');
        await expect(help.any).toHaveCount(0);
        await expect(help.icon).toBeFocused();
        await expect(announced(page)).toHaveText(words.closed);
      }
    });

    test(`${eachWidthOnce(language)} opens for staff inside a customer’s account as for the customer [QBOT-01] [QBOT-04]`, async ({
      page,
      app,
      help,
      questionnaire,
      newCustomer,
    }) => {
      const providerId = await provider(app.services);
      const customer = await newCustomer({ providerId, ...allBut('dontRecognise') });
      const staff = await newCustomer({ role: 'provideradmin', providerId });
      await takeOver(await staffInside(app, staff, customer), page.context());
      await questionnaire.open('step4');
      await questionnaire.show('dontRecognise');
      await questionnaire.option('dontRecognise', notWorth).check();
      await expect(help.messages).toHaveText([...words.capacity]);
      await isInOrder(page);
      // The bar that names the account, and its exit button, stay reachable; on a telephone after the sheet is closed.
      if (page.viewportSize()!.width < 1024) {
        await help.settled();
        await help.closeButton.click();
        await help.settled();
      }
      await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
      expect(await isInSight(page.locator('.lac a, .lac button').first())).toBe(true);
    });
  });
}

test('does not open for an option that is only passed over, and closes when the answer that opened it is changed [QBOT-01] [QBOT-03] [D-23]', async ({
  page,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise', 'ivTherapy', 'cprStopBreathing'));
  await questionnaire.open('step4');
  await questionnaire.show('dontRecognise');
  // As with arrow keys: the selection moves past the middle option.
  await questionnaire.option('dontRecognise', notWorth).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await help.settled();
  await expect(help.any).toHaveCount(0);
  // The same words as an answer to another question open nothing.
  await questionnaire.option('ivTherapy', notWorth).check();
  await help.settled();
  await expect(help.any).toHaveCount(0);
  await questionnaire.open('step5').catch(() => {});
  await page.goto('/questionnaire/step5');
  await questionnaire.option('cprStopBreathing', onlyIf).check();
  await expect(help.root).toBeVisible();
  await questionnaire.option('cprStopBreathing', 'do not want CPR').check();
  await expect(help.any).toHaveCount(0);
});
