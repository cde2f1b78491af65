import type { Locator, Page } from '@playwright/test';
import { halfAnswers } from '../../testing/people.ts';
import { draft, signed } from '../saved-plan.ts';
import { bothWidths, expect, mainOnce, phone, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

/** Number of lines of an element's text on the screen. */
const linesOf = (words: Locator): Promise<number> =>
  words.evaluate((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

/** Box of an element, in whole pixels of the page. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  return (
    box && { x: Math.round(box.x), y: Math.round(box.y), w: Math.round(box.width), h: Math.round(box.height) }
  );
}

/** End of the stem of the steps and of its green part, and centre of each blossom: pixels from the left. */
const stemOf = (page: Page) =>
  page.evaluate<{ ends: { whole: number; green: number }; blossoms: number[] }>(`(() => {
    const stem = document.querySelector('.stemline');
    const { left } = stem.getBoundingClientRect();
    const endOf = (part) => {
      const style = getComputedStyle(stem, part);
      return left + Number.parseFloat(style.left) + Number.parseFloat(style.width);
    };
    const middle = (box) => (box.left + box.right) / 2;
    return {
      ends: { whole: endOf('::before'), green: endOf('::after') },
      blossoms: [...stem.querySelectorAll('i')].map((step) => middle(step.getBoundingClientRect())),
    };
  })()`);

/** Delays responses to a page's requests at one address until they are released. */
async function hold(page: Page, address: string | RegExp): Promise<{ letGo: (status: number) => void }> {
  let letGo: (status: number) => void = () => {};
  const status = new Promise<number>((resolve) => (letGo = resolve));
  await page.route(address, async (route) => {
    const answer = await status;
    return answer === 200 ? route.fallback() : route.fulfill({ status: answer, body: '' });
  });
  return { letGo };
}

/** Checks that a page has its bar, and a telephone link in its content. */
async function expectFrameAndHelp(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('link', { name: /^Wattle/ })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('link', { name: /1800\s000\s000/ })).toHaveAttribute(
    'href',
    'tel:1800000000',
  );
  expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
}

for (const language of languages) {
  test.describe(`the appearance, in ${language}`, () => {
    test.use({ language });

    test(
      'the button that downloads the plan keeps its place and one line with each of its texts [R-47]',
      { tag: bothWidths },
      async ({ page, signedIn, t }) => {
        await signedIn(signed());
        for (const address of ['/my-acp', '/dashboard', '/care-plan']) {
          await page.goto(address);
          const named = page.getByRole('button', { name: t('myAcp.pdf') });
          await expect(named).toBeVisible();
          // Located by its position from here on, since its name changes.
          const nth = await named.evaluate((found: any) =>
            [...found.ownerDocument.querySelectorAll('button')].indexOf(found),
          );
          const button = page.locator('button').nth(nth);
          await page.evaluate('document.fonts.ready.then(() => 0)');
          const before = await boxOf(button);
          const said = button.locator('.room > span:first-child > span:last-child');
          expect([address, await linesOf(said)]).toEqual([address, 1]);
          for (const [status, words] of [
            [500, t('common.tryAgain')],
            [200, t('success.downloadDone')],
          ] as const) {
            const { letGo } = await hold(page, '**/api/acp/plan.pdf*');
            await said.click();
            await expect(said).toHaveText(t('myAcp.pdfState.preparing'));
            expect([address, await boxOf(button)]).toEqual([address, before]);
            expect([address, await linesOf(said)]).toEqual([address, 1]);
            letGo(status);
            await expect(said).toHaveText(words);
            expect([address, await boxOf(button)]).toEqual([address, before]);
            expect([address, await linesOf(said)]).toEqual([address, 1]);
            await expect(said).toHaveText(t('myAcp.pdf'));
            await page.unroute('**/api/acp/plan.pdf*');
          }
        }
      },
    );

    test(
      `the stem of the steps ends in the last blossom, and is green as far as the person has progressed [R-47] ${mainOnce(language)}`,
      {
        tag: phone,
      },
      async ({ page, signedIn }) => {
        await signedIn(signed());
        await page.goto('/questionnaire/step8');
        await expect(page.locator('.stemline')).toBeVisible();
        const { ends, blossoms } = await stemOf(page);
        const last = blossoms.at(-1) ?? 0;
        for (const end of Object.values(ends)) expect(Math.abs(end - last)).toBeLessThan(1.5);
        const gaps = blossoms.slice(1).map((place, index) => place - (blossoms[index] ?? 0));
        expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(1);
      },
    );

    test(
      'in a draft the stem is green to the present step, or to the last completed one if that is further [R-47]',
      { tag: phone },
      async ({ page, t, questionnaire, signedIn }) => {
        const { step1, step2, step3, step4 } = halfAnswers();
        await signedIn({
          plan: { status: 'draft', answers: { ...step1, ...step2, ...step3, ...step4 } },
        });
        const isGreenTo = async (index: number) => {
          await expect(page.locator('.stemline')).toBeVisible();
          const { ends, blossoms } = await stemOf(page);
          expect([page.url(), Math.round(ends.green)]).toEqual([
            page.url(),
            Math.round(blossoms[index] ?? 0),
          ]);
          expect(Math.abs(ends.whole - (blossoms.at(-1) ?? 0))).toBeLessThan(1.5);
        };
        // Questions show their own progress instead, so that it stays in sight.
        await page.goto('/questionnaire');
        await isGreenTo(2);
        await questionnaire.open('step8');
        await isGreenTo(7);
        await questionnaire.open('checkout');
        await isGreenTo(8);
        await questionnaire.button(t('common.continue')).click();
        await questionnaire.isAt('step9');
        await questionnaire.open('step8');
        await isGreenTo(8);
      },
    );

    test(
      'the first page shows that it is loading or failed, with bar and telephone number [R-47]',
      { tag: bothWidths },
      async ({ page, signedIn, t }) => {
        await signedIn();
        const { letGo } = await hold(page, '**/api/graphql');
        await page.goto('/dashboard');
        await expect(page.getByRole('main').getByText(t('common.loading'))).toBeVisible();
        await expectFrameAndHelp(page);
        letGo(500);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('system.serverDown.title'));
        await expectFrameAndHelp(page);
        await page.unroute('**/api/graphql');
        await page.getByRole('button', { name: t('common.tryAgain') }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('dash.welcomeNew'));
      },
    );

    test(
      'without its text files, too, the first page shows a readable message [R-47]',
      { tag: bothWidths },
      async ({ page, t }) => {
        // With and without a first frame from the server.
        for (const path of ['/login', '/login?reason=expired']) {
          const texts = /\/assets\/texts-[^/]*\.js$/;
          const { letGo } = await hold(page, texts);
          await page.goto(path, { waitUntil: 'commit' });
          if (path === '/login') {
            await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signin.title'));
          } else {
            await expect(page.getByRole('main').getByText(t('common.loading'))).toBeVisible();
            await expectFrameAndHelp(page);
          }
          letGo(500);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('system.serverDown.title'));
          await expectFrameAndHelp(page);
          await page.unroute(texts);
        }
      },
    );

    test(
      'a page whose files do not load shows an error inside the usual frame, with a telephone number [R-47]',
      { tag: bothWidths },
      async ({ page, signedIn, t }) => {
        await signedIn();
        await page.goto('/dashboard');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        for (const path of ['/need-help', '/settings/general']) {
          const { letGo } = await hold(page, /\/assets\/(general|settings|need-help|help)-[^/]*\.js$/);
          await page.goto(path);
          await expect(page.getByRole('main').getByText(t('common.loading'))).toBeVisible();
          await expectFrameAndHelp(page);
          letGo(500);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('system.serverDown.title'));
          await expectFrameAndHelp(page);
          // The bar is that of the signed-in person.
          await expect(page.getByRole('banner').getByRole('button').first()).toBeVisible();
          await page.unrouteAll();
        }
      },
    );

    test(
      'the contact block has a rule as wide as its column, and hours that no line wraps [R-47]',
      { tag: bothWidths },
      async ({ page, signedIn, t }) => {
        await signedIn();
        await page.goto('/questionnaire/step1');
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('step1.title'));
        const widths = await page.evaluate<{ rule: number; column: number }>(`(() => {
          const main = document.querySelector('main');
          const { paddingLeft, paddingRight } = getComputedStyle(main);
          return {
            rule: main.querySelector(':scope > p:has(a[href^="tel:"])').getBoundingClientRect().width,
            column: main.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
          };
        })()`);
        expect(Math.abs(widths.rule - widths.column)).toBeLessThan(1);
        for (const path of ['/questionnaire/step1', '/need-help', '/dashboard']) {
          await page.goto(path);
          const hours = main
            .getByText(language === 'en' ? /9\sam to 5\spm Melbourne time, M/ : /^周一至周五 9:00\s至/)
            .filter({ visible: true })
            .first();
          await expect(hours).toBeVisible();
          expect([path, await hours.evaluate((line) => /\d \S/.test(line.textContent ?? ''))]).toEqual([
            path,
            false,
          ]);
        }
      },
    );

    test(
      'an unselected option with the hover of a finger on it looks like other unselected ones [R-47]',
      { tag: phone },
      async ({ page, signedIn }) => {
        await signedIn(draft());
        await page.goto('/questionnaire/step5?page=2');
        const answer = page.locator('label.opt:has(input[type="checkbox"]:not(:checked))').first();
        await answer.scrollIntoViewIfNeeded();
        const value = await answer.locator('input').getAttribute('value');
        const same = page.locator(`label.opt:has(input[value="${value}"])`).first();
        const edge = () =>
          same.evaluate((card) => card.ownerDocument.defaultView?.getComputedStyle(card).boxShadow);
        const before = await edge();
        // The hover that a touch leaves until the next one elsewhere.
        await same.hover();
        expect(await edge()).toBe(before);
      },
    );

    for (const path of [
      '/login',
      '/signup',
      '/verify-email',
      '/forgot-password',
      '/reset-password',
      '/legacyuser',
    ])
      test(
        `${path} ends with the help contact, in the same words as every page before signing in [R-81] ${path === '/login' ? mainOnce(language) : ''}`,
        {
          tag: bothWidths,
        },
        async ({ page }) => {
          await page.goto(path);
          const main = page.getByRole('main');
          await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
          const help = main.getByRole('link').last();
          await expect(help).toHaveText(language === 'en' ? 'Need help?' : '需要帮助？');
          await help.click();
          await expect(page).toHaveURL(/\/need-help$/);
        },
      );
  });
}

test(
  'no notice of the emergency pages has an edge on only one side [R-47]',
  { tag: phone },
  async ({ page, newCustomer }) => {
    const who = await newCustomer(signed());
    const oneSided = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('body *')].filter((part) => {
      const style = getComputedStyle(part);
      return style.borderLeftWidth !== style.borderRightWidth || /inset [1-9]/.test(style.boxShadow);
    }).map((part) => part.outerHTML.slice(0, 80))`);
    const typePin = async (pin: string) => {
      await page.getByRole('textbox', { name: 'PIN number on the card' }).fill(pin);
      await page.getByRole('button', { name: 'Open the plan' }).click();
    };
    await page.goto(`/acp-login/${who.shareId}?v=9`);
    expect(await oneSided()).toEqual([]);
    await typePin(who.pin);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
    expect(await oneSided()).toEqual([]);
    await page.context().clearCookies();
    await page.goto(`/acp-login/${who.shareId}?v=1`);
    await typePin(who.pin === '000000' ? '111111' : '000000');
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await oneSided()).toEqual([]);
  },
);
