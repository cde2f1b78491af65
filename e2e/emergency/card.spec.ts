import type { Route } from '@playwright/test';
import { drawQr } from '../../src/web/ui/drawings/qr-drawing.ts';
import { TestClient } from '../../testing/client.ts';
import { provider } from '../../testing/people.ts';
import { cardOf, code, fact, paper, signed } from '../screens/emergency-card.ts';
import { bothWidths, escapeFrom, expect, main, mainOnce, stopClock, test } from '../wattle.ts';

/** True if a card's address and PIN open a plan in a new browser. */
async function opens(address: string, pin: string): Promise<boolean> {
  const { origin, pathname } = new URL(address);
  const response = await new TestClient(origin).fetch(pathname, {
    method: 'POST',
    body: new URLSearchParams({ pin }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '10.250.0.1' },
  });
  return response.status === 303;
}

const millimetres = (pixels: number | undefined) => Math.round(((pixels ?? 0) / 96) * 254) / 10;

test('the provider is shown on its customer’s card [EMERG-03]', async ({ page, signedIn, app }) => {
  await signedIn({ ...signed(), providerId: await provider(app.services, 'Banksia House') });
  await page.goto('/my-acp');
  await expect(fact(page.getByRole('main'), 'Care provider')).toHaveText('Banksia House');
});

test('the PIN can be hidden and shown, and the sheet with both cards, at their size, always shows it [EMERG-04, EMERG-06] [S-66]', async ({
  page,
  signedIn,
}) => {
  const who = await signedIn(signed());
  await page.addInitScript('window.printed = 0; window.print = () => { window.printed += 1; };');
  await page.goto('/my-acp');
  const main = page.getByRole('main');
  const pin = fact(main, 'PIN number');
  await expect(pin).toHaveText(who.pin);
  await page.getByRole('button', { name: 'Hide PIN' }).click();
  await expect(pin).toHaveText('••••••');

  await page.getByRole('button', { name: 'Print the cards' }).click();
  await page.emulateMedia({ media: 'print' });
  // On paper the sheet is the only content; it is hidden on the screen.
  await expect(main).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  for (const { title, width, height } of [
    { title: 'Wallet card', width: 85.6, height: 54 },
    { title: 'Fridge card', width: 170, height: 107 },
  ]) {
    const part = page.getByText(title, { exact: true }).locator('xpath=ancestor::div[1]');
    await expect(part.getByText(title, { exact: true })).toBeVisible();
    await expect(part.getByText(who.pin.slice(0, 3), { exact: true })).toBeVisible();
    await expect(part.getByText(who.pin.slice(3), { exact: true })).toBeVisible();
    await expect(part.getByText('Margaret Doyle', { exact: true })).toBeVisible();
    const box = await part.locator('svg[role="img"]').locator('xpath=ancestor::*[@lang][1]').boundingBox();
    expect(millimetres(box?.width)).toBeCloseTo(width, 0);
    expect(millimetres(box?.height)).toBeCloseTo(height, 0);
  }
  // Both cards on one sheet, with cutting lines; the wallet card is folded between its front and its back.
  expect(paper(await page.pdf({ preferCSSPageSize: true }))).toMatchObject({
    pages: 1,
    width: 595,
    height: 842,
  });
  const back = page.getByText('No camera? Go to').first().locator('xpath=ancestor::div[3]');
  const front = page
    .getByText('Wallet card', { exact: true })
    .locator('xpath=ancestor::div[1]')
    .locator('svg[role="img"]')
    .locator('xpath=ancestor::*[@lang][1]');
  const [left, right] = [await front.boundingBox(), await back.boundingBox()];
  expect(millimetres(right?.width)).toBeCloseTo(85.6, 0);
  expect(right?.height).toBe(left?.height);
  const fold = (left?.x ?? 0) + (left?.width ?? 0);
  expect(right?.x).toBeCloseTo(fold, 0);
  const lines = await page.evaluate<{ cuts: number; fold: number }>(`(() => {
    const cut = [...document.querySelectorAll('body > div:last-child *')].filter(
      (element) => getComputedStyle(element).outlineStyle === 'dashed');
    const style = getComputedStyle(cut[0], '::after');
    const { left } = cut[0].getBoundingClientRect();
    return { cuts: cut.length, fold: style.borderLeftStyle === 'dotted' ? left + parseFloat(style.left) : NaN };
  })()`);
  expect(lines.cuts).toBe(2);
  expect(lines.fold).toBeCloseTo(fold, 0);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByText('Wallet card', { exact: true })).toBeHidden();
  expect(await page.evaluate('window.printed')).toBe(1);
  await page.getByRole('button', { name: 'Show PIN' }).click();
  await expect(pin).toHaveText(who.pin);
});

test(`a new code and PIN are shown at once, and the old card no longer opens anything [EMERG-04, EMERG-05] ${main}`, async ({
  page,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
  const old = await cardOf(app, who);
  await page.goto('/my-acp');
  const main = page.getByRole('main');
  const pin = fact(main, 'PIN number');
  const question = page.getByRole('alertdialog', { name: 'Make a new code and PIN?' });
  await page.getByRole('button', { name: 'Make a new code and PIN' }).click();
  await expect(question).toContainText('Your old cards and papers stop working at once.');
  await question.getByRole('button', { name: 'No, keep these' }).click();
  await expect(question).toBeHidden();
  await expect(pin).toHaveText(old.pin);
  expect(await opens(old.url, old.pin)).toBe(true);

  await page.getByRole('button', { name: 'Make a new code and PIN' }).click();
  await question.getByRole('button', { name: 'Yes, make new ones' }).click();
  await expect(page.getByRole('status').getByText('You have a new code and a new PIN')).toBeVisible();
  await expect(question).toBeHidden();
  const renewed = await cardOf(app, who);
  expect(renewed.share_id).not.toBe(old.share_id);
  await expect(pin).toHaveText(renewed.pin);
  await expect(code(main).locator('path').last()).toHaveAttribute('d', drawQr(renewed.url).path);
  expect(await opens(renewed.url, renewed.pin)).toBe(true);
  expect(await opens(old.url, old.pin)).toBe(false);
  await page.reload();
  await expect(pin).toHaveText(renewed.pin);
});

test('a failed renewal shows an error, resets the button after three seconds, and changes nothing [CONST-01, CONST-02]', async ({
  page,
  signedIn,
}) => {
  const who = await signedIn(signed());
  await page.clock.install();
  await page.goto('/my-acp');
  await page.getByRole('button', { name: 'Make a new code and PIN' }).click();
  const question = page.getByRole('alertdialog', { name: 'Make a new code and PIN?' });
  const yes = question.getByRole('button').nth(1);
  await expect(yes).toHaveText('Yes, make new ones');
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/graphql', async (route: Route) => {
    if (!route.request().postData()?.includes('renewEmergencyCard')) return route.fallback();
    await waiting;
    return route.fulfill({
      json: { data: null, errors: [{ message: 'x', extensions: { code: 'general_error' } }] },
    });
  });
  await yes.click();
  await expect(yes).toHaveText('Saving');
  await expect(yes).toBeDisabled();
  await stopClock(page);
  answer();
  await expect(yes).toHaveText('Try again');
  await expect(question.getByRole('alert')).toHaveText('Something went wrong. Please try again in a moment.');
  await page.clock.runFor(2900);
  await expect(yes).toHaveText('Try again');
  await page.clock.runFor(200);
  await expect(yes).toHaveText('Yes, make new ones');
  await escapeFrom(page, question);
  await expect(fact(page.getByRole('main'), 'PIN number')).toHaveText(who.pin);
});

for (const language of ['en', 'zh'] as const) {
  test(
    `with the reader’s own text spacing, the card of a plan in ${language} keeps its PIN and code fully on it [R-76] ${mainOnce(language)}`,
    { tag: bothWidths },
    async ({ page, signedIn }) => {
      await signedIn({ ...signed(), language });
      await page.goto('/my-acp');
      const card = page.getByRole('main').locator('svg[role="img"]').locator('xpath=ancestor::*[@lang][1]');
      await expect(card).toBeVisible();
      const find = `document.querySelector('main svg[role="img"]').closest('[lang]')`;
      const cut = () =>
        page.evaluate<string[]>(`(() => {
          const card = ${find};
          const edge = card.getBoundingClientRect();
          const isOut = (box) =>
            box.top < edge.top - 1 || box.left < edge.left - 1 || box.bottom > edge.bottom + 1 || box.right > edge.right + 1;
          return [...card.querySelectorAll('dt, dd, svg')]
            .filter((part) => isOut(part.getBoundingClientRect()))
            .map((part) => part.textContent || part.tagName)
            .concat(card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1 ? 'card' : []);
        })()`);
      const scale = () => page.evaluate<string>(`${find}.style.getPropertyValue('--k') || '1'`);
      await page.evaluate('document.fonts.ready.then(() => 0)');
      const before = await scale();
      expect(await cut()).toEqual([]);
      // Text spacing as in WCAG 1.4.12, from a reader's style sheet, while the card is shown.
      const spaced =
        '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}';
      await page.evaluate(
        `const sheet = new CSSStyleSheet(); sheet.replaceSync('${spaced}'); document.adoptedStyleSheets = [sheet]; 0`,
      );
      await expect.poll(scale).not.toBe(before);
      expect(await cut()).toEqual([]);
      await page.evaluate('document.adoptedStyleSheets = []; 0');
      await expect.poll(scale).toBe(before);
    },
  );
}
