import type { Locator, Page } from '@playwright/test';
import { stepIds, type AnswerKey, type Answers } from '../src/domain/questionnaire/answers.ts';
import { fullAnswers, provider } from '../testing/people.ts';
import { AssistantPanel, placesIn, touchTwice } from './assistant-panel.ts';
import { isInOrder } from './axe.ts';
import { savedPlan } from './saved-plan.ts';
import { staffInside } from './staff-visit.ts';
import { asks, bothWidths, escapeFrom, expect, takeOver, test as base } from './wattle.ts';
import { languages, rawKeysIn, texts } from './words.ts';

const test = base.extend<{ help: AssistantPanel }>({
  help: ({ page, t }, use) => use(new AssistantPanel(page, t)),
});

const notWorth = 'Life is not worth living';
const onlyIf = 'only if minimum quality of life is expected';

/** Everything is answered but these questions. */
const allBut = (...keys: AnswerKey[]) => {
  const open = Object.entries(fullAnswers()).filter(([key]) => !keys.includes(key as AnswerKey));
  return { plan: { status: 'draft' as const, answers: Object.fromEntries(open) as Answers } };
};

/** The texts of the two states that open by themselves, as they were written. */
const said = {
  en: {
    capacity: [
      'You have answered question 16. Here is more about it, if you want it.',
      'Dementia, a stroke or a brain injury can stop a person from knowing those close to them. Often they can no longer decide about their care. This is called losing capacity.',
      'Your answer stays as you gave it. You can keep it or change it at any time.',
    ],
    heard: 'Help: You have answered question 16. Here is more about it, if you want it.',
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
    heard: '帮助：您答了第 16 题。如果想多了解一点，可以看看下面的内容。',
    closed: '帮助已关闭，您回到了刚才的问题。',
    minimum: '您的回答要用到第 1 题的清单，那就是您“最起码的生活质量”。',
    list: '您的清单：睡得好；有说有笑',
    noList: '您还没有写清单，可以到第 1 题去写。',
  },
} as const;

/** Whether the middle of something is what a finger would touch there. */
const isInSight = (target: Locator) =>
  target.evaluate((element: any) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const found = element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2);
    return found !== null && (element.contains(found) || found.contains(element));
  });

/** Brings an answer to the middle of the screen, so that picking it scrolls nothing. */
const toMiddle = (answer: Locator) =>
  answer.evaluate((element: any) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));

const announced = (page: Page) => page.locator('[data-live-announcer]');

for (const language of languages) {
  const words = said[language];

  test.describe(`the assistant, in ${language}`, () => {
    test.use({ language });

    test(`${bothWidths} opens by itself when question 16 is answered "Life is not worth living", beside the answer, and nothing moves [QBOT-01] [QBOT-02] [R-70] [GAP-39]`, async ({
      page,
      help,
      questionnaire,
      signedIn,
    }) => {
      await signedIn(allBut('dontRecognise'));
      await questionnaire.open('step4');
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
        await expect(announced(page)).toHaveText(words.heard);
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

    test(`${bothWidths} answers what is asked, one thing at a time, and the way to people is always there [QBOT-02] [D-23] [GAP-39]`, async ({
      page,
      t,
      help,
      questionnaire,
      signedIn,
    }) => {
      await signedIn(allBut('dontRecognise'));
      await questionnaire.open('step4');
      await questionnaire.option('dontRecognise', notWorth).check();
      await expect(help.root).toBeVisible();
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

    test(`${bothWidths} opens when either question about CPR is answered with the minimum quality of life, and shows the list of question 1 [QBOT-03]`, async ({
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

    test(`${bothWidths} has the list as it stands in question 1, saved or not; without one it says so [QBOT-03]`, async ({
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

    test(`${bothWidths} opens from the icon on steps 3, 4, 5, 6b and 9, with focus in it, and gives focus back [QBOT-04]`, async ({
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

    test(`${bothWidths} keeps nothing from being saved: the step is saved and left with the panel open [GAP-39]`, async ({
      app,
      help,
      questionnaire,
      signedIn,
    }) => {
      const who = await signedIn(allBut('dontRecognise'));
      await questionnaire.open('step4');
      await questionnaire.option('dontRecognise', notWorth).check();
      await expect(help.root).toBeVisible();
      await questionnaire.save();
      await questionnaire.isAt('step5');
      await expect(help.any).toHaveCount(0);
      expect((await savedPlan(app, who)).answers.dontRecognise).toBe(notWorth);
    });

    test(`${bothWidths} stays beside a save that failed: the form says what to mend and can be mended [GAP-39]`, async ({
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

    test(`${bothWidths} a hand that shakes answers what it touched, and presses nothing of the panel or under it [R-70]`, async ({
      page,
      t,
      help,
      questionnaire,
      signedIn,
    }) => {
      await signedIn(allBut('cprStopBreathing', 'cprCatastrophic'));
      await questionnaire.open('step5');
      const answer = questionnaire.option('cprStopBreathing', onlyIf);
      await toMiddle(answer);
      await touchTwice(page, answer);
      await expect(help.root).toBeVisible();
      await expect(answer).toBeChecked();
      await help.settled();
      const asked = 'assistant.cprMinimumQualityOfLife.reply.minutes';
      await help.reply(asked).scrollIntoViewIfNeeded();
      await touchTwice(page, help.reply(asked));
      await help.settled();
      await expect(help.root.getByText(t('assistant.asked', { reply: t(asked) }))).toBeFocused();
      const held = () =>
        page.evaluate<string>(
          `[...document.querySelectorAll('main input:checked')].map((box) => box.value).join()`,
        );
      const before = await held();
      const finger = await touchTwice(page, help.closeButton);
      await help.settled();
      expect(await held()).toBe(before);
      await expect(help.any).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      // The place is the page's again.
      expect(
        await page.evaluate<boolean>(
          `document.elementFromPoint(${finger.x}, ${finger.y}).closest('[data-assistant]') === null`,
        ),
      ).toBe(true);
    });

    test(`${bothWidths} speaks of the person to a writer on behalf, above the first message [D-02] [R-31]`, async ({
      page,
      t,
      help,
      questionnaire,
      signedIn,
    }) => {
      await signedIn({ ...allBut('dontRecognise'), accountOwner: 'child' });
      await page.goto('/questionnaire/step4');
      const group = page.getByRole('radiogroup', {
        name: t('onBehalf.dontRecognise.title', { firstName: 'Margaret' }),
      });
      await group.getByRole('radio').first().check();
      await expect(help.root).toBeVisible();
      const line = help.root.getByText(t('onBehalf.reading', { person: 'Margaret Doyle' }));
      const [above, first] = await Promise.all([line.boundingBox(), help.messages.first().boundingBox()]);
      expect(above!.y).toBeLessThan(first!.y);
      await isInOrder(page);
      // Where they sign, "you" is the writer, on the page and in the panel.
      await page.goto('/questionnaire/step9');
      await help.icon.click();
      await expect(help.messages).toHaveText([t('assistant.step9.start.1')]);
      await expect(help.any.getByText(t('onBehalf.banner', { person: 'Margaret Doyle' }))).toBeVisible();
      await expect(page.getByText(t('onBehalf.reading', { person: 'Margaret Doyle' }))).toHaveCount(0);
      await expect(questionnaire.saveButton).toBeVisible();
    });

    test(`${bothWidths} opens for staff in the account of a customer as for the customer [QBOT-01] [QBOT-04]`, async ({
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
      await questionnaire.option('dontRecognise', notWorth).check();
      await expect(help.messages).toHaveText([...words.capacity]);
      await isInOrder(page);
      // The strip that says whose account it is, and the way out of it, stay in reach; on a telephone once the sheet is closed.
      if (page.viewportSize()!.width < 1024) {
        await help.settled();
        await help.closeButton.click();
        await help.settled();
      }
      await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
      expect(await isInSight(page.locator('.lac a, .lac button').first())).toBe(true);
    });

    test('follows the page into the other language, where it stands [LANG-01]', async ({
      page,
      help,
      questionnaire,
      signedIn,
    }) => {
      await signedIn(allBut('dontRecognise'));
      await questionnaire.open('step4');
      await questionnaire.option('dontRecognise', notWorth).check();
      await expect(help.root).toBeVisible();
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

test('is the next stop after the answer, by keyboard; Escape closes it from there and from the form [QBOT-01] [GAP-39] [R-80]', async ({
  page,
  t,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise'));
  await questionnaire.open('step4');
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

test('leaves Escape to a dialog that is open over it [GAP-39]', async ({
  page,
  t,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise'));
  await questionnaire.open('step4');
  await questionnaire.option('dontRecognise', notWorth).check();
  await expect(help.root).toBeVisible();
  await questionnaire.note('dontRecognise').click();
  await escapeFrom(page, page.getByRole('dialog', { name: t('note.title') }));
  await expect(help.root).toBeVisible();
});

test('opens for no answer that is only passed by, and goes when the answer that opened it is changed [QBOT-01] [QBOT-03] [D-23]', async ({
  page,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise', 'ivTherapy', 'cprStopBreathing'));
  await questionnaire.open('step4');
  // As by arrow keys: the middle answer is left before it is one.
  await questionnaire.option('dontRecognise', notWorth).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await help.settled();
  await expect(help.any).toHaveCount(0);
  // The same words to another question open nothing.
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

test('remembers nothing: it asks the server nothing, keeps nothing in the browser, and is closed after a reload [GAP-39]', async ({
  page,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise'));
  await questionnaire.open('step4');
  await questionnaire.option('dontRecognise', notWorth).check();
  await expect(help.root).toBeVisible();
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

test('is not loaded with the page, and where it cannot be loaded the step is saved all the same [GAP-39]', async ({
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

test('has the room of the rail or of the list of steps on every width, and covers no answer [R-70]', async ({
  page,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise'));
  for (const width of [1024, 1280, 1440, 1500, 1600, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await questionnaire.open('step4');
    await questionnaire.option('dontRecognise', 'Life is still worth living').check();
    await toMiddle(questionnaire.group('dontRecognise'));
    const before = await placesIn(page);
    await questionnaire.option('dontRecognise', notWorth).check();
    await expect(help.root).toBeVisible();
    expect(await placesIn(page), `${width}`).toBe(before);
    const [panel, form] = await Promise.all([
      help.root.boundingBox(),
      page.locator('main form').boundingBox(),
    ]);
    const apart = panel!.x >= form!.x + form!.width || panel!.x + panel!.width <= form!.x;
    expect(apart, `${width}: ${JSON.stringify([panel, form])}`).toBe(true);
    expect(panel!.x + panel!.width, `${width}`).toBeLessThanOrEqual(width);
    await page.evaluate('sessionStorage.clear()');
  }
});

test('leaves the questions in reach at 400 % zoom, where it can be closed and scrolled [GAP-39]', async ({
  page,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise'));
  await page.setViewportSize({ width: 320, height: 256 });
  await questionnaire.open('step4');
  const answer = questionnaire.option('dontRecognise', notWorth);
  await answer.check();
  await expect(help.root).toBeVisible();
  await help.settled();
  await help.reply('assistant.reply.done').click();
  await expect(help.any).toHaveCount(0);
  await expect(answer).toBeFocused();
  await isInOrder(page);
});
