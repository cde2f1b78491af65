import type { Locator, Page } from '@playwright/test';
import { provider } from '../../testing/people.ts';
import { allBut, notWorth, onlyIf, placesIn, test, toMiddle, touch, touchTwice } from './assistant-panel.ts';
import { isInOrder, sidewaysBy } from '../axe.ts';
import { staffInside } from '../staff-visit.ts';
import { eachWidthOnce, expect, phone, takeOver } from '../wattle.ts';
import { languages } from '../words.ts';

/** True if the panel covers no part of an element or of its label. */
const isClear = (target: Locator) =>
  target.evaluate((element: any) => {
    const panel = element.ownerDocument.querySelector('[data-assistant] section');
    const shown = element.closest('label') ?? element;
    if (panel.contains(shown)) return true;
    const [over, under] = [panel.getBoundingClientRect(), shown.getBoundingClientRect()];
    return over.bottom <= under.top || over.top >= under.bottom;
  });

/** Returns the edge of the screen at which the sheet is. */
const edgeOf = (page: Page) => page.locator('[data-assistant]').getAttribute('data-edge');

for (const language of languages) {
  test.describe(`the place of the assistant, in ${language}`, () => {
    test.use({ language });

    test(`${eachWidthOnce(language)} double touches of a shaking hand answer the touched option only, and press nothing in or under the panel [R-70]`, async ({
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
      // The page receives touches there again.
      expect(
        await page.evaluate<boolean>(
          `document.elementFromPoint(${finger.x}, ${finger.y}).closest('[data-assistant]') === null`,
        ),
      ).toBe(true);
    });
  });
}

test('has the space of the rail or of the list of steps at every width, and covers no answer [R-70]', async ({
  page,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise'));
  for (const width of [1024, 1280, 1440, 1500, 1600, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await questionnaire.open('step4');
    await questionnaire.show('dontRecognise');
    await questionnaire.option('dontRecognise', 'Life is still worth living').check();
    await toMiddle(questionnaire.group('dontRecognise'));
    const answer = questionnaire.option('dontRecognise', notWorth);
    await expect(answer).toBeInViewport();
    const before = await placesIn(page);
    // By coordinates, since picking through the page may scroll.
    await touch(page, answer);
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

test('leaves the questions reachable at 400 % zoom, where it can be closed and scrolled [GAP-39]', async ({
  page,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise'));
  await page.setViewportSize({ width: 320, height: 256 });
  await questionnaire.open('step4');
  await questionnaire.show('dontRecognise');
  const answer = questionnaire.option('dontRecognise', notWorth);
  await answer.check();
  await expect(help.root).toBeVisible();
  await help.settled();
  await help.reply('assistant.reply.done').click();
  await expect(help.any).toHaveCount(0);
  await expect(answer).toBeFocused();
  await isInOrder(page);
});

test(`${phone} the sheet moves away from what takes focus at the upper end of the page, and nothing else moves [R-70]`, async ({
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
  const answer = questionnaire.option('dontRecognise', notWorth);
  await answer.evaluate((element: any) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await answer.check();
  await expect(help.root).toBeVisible();
  expect(await edgeOf(page)).toBe('top');
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
  const before = await placesIn(page);
  const wayOut = page.locator('.lac a, .lac button').first();
  expect(await isClear(wayOut)).toBe(false);
  await wayOut.focus();
  await expect.poll(() => isClear(wayOut)).toBe(true);
  expect(await edgeOf(page)).toBe('bottom');
  expect(await placesIn(page)).toBe(before);
  await isInOrder(page);
});

test(`${phone} no tab stop is under the sheet, from one end of the page to the other and back [R-80]`, async ({
  page,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise'));
  await questionnaire.open('step4');
  await questionnaire.show('dontRecognise');
  const answer = questionnaire.option('dontRecognise', notWorth);
  await answer.evaluate((element: any) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await answer.check();
  await expect(help.root).toBeVisible();
  for (const key of ['Shift+Tab', 'Tab']) {
    const focused = page.locator('body *:focus');
    let stops = 0;
    for (await page.keyboard.press(key); await focused.count(); await page.keyboard.press(key)) {
      stops += 1;
      await expect.poll(() => isClear(focused), `${key} ${stops}`).toBe(true);
    }
    // Even the last page of the step, with two questions, has as many.
    expect(stops, key).toBeGreaterThan(5);
  }
});

test(`${phone} an answer half covered by the sheet is touched twice, is picked, and becomes fully visible [R-70]`, async ({
  page,
  help,
  questionnaire,
  withHelp,
}) => {
  await withHelp();
  await help.settled();
  const other = questionnaire
    .option('ivTherapy', 'Life is still worth living')
    .locator('xpath=ancestor::label');
  // Its centre, and so the touch, is 10 px from the edge of the sheet.
  await other.evaluate((label: any) => {
    const sheet = label.ownerDocument.querySelector('[data-assistant] section').getBoundingClientRect();
    const { top, height } = label.getBoundingClientRect();
    const atTop = sheet.top < 100;
    const middle = atTop ? sheet.bottom + 10 : sheet.top - 10;
    label.ownerDocument.defaultView.scrollBy({ top: top + height / 2 - middle, behavior: 'instant' });
  });
  const scrolled = await page.evaluate<number>('scrollY');
  expect(await isClear(other)).toBe(false);
  await touchTwice(page, other);
  await expect(other.getByRole('radio')).toBeChecked();
  await expect.poll(() => isClear(other)).toBe(true);
  expect(await page.evaluate<number>('scrollY')).toBe(scrolled);
  await expect(help.root).toBeVisible();
});

test('does not widen the page while sliding in [QBOT-02]', async ({
  page,
  help,
  questionnaire,
  signedIn,
}) => {
  await signedIn(allBut('dontRecognise'));
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await questionnaire.open('step4');
    // It stays where it begins for as long as the test measures.
    await page.evaluate(`(() => {
      const still = new CSSStyleSheet();
      still.replaceSync('* { animation-duration: 1s !important; animation-play-state: paused !important }');
      document.adoptedStyleSheets = [still];
    })()`);
    await questionnaire.option('dontRecognise', notWorth).check();
    await expect(help.root).toBeVisible();
    expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
    await questionnaire.option('dontRecognise', 'Life is still worth living').check();
  }
});
