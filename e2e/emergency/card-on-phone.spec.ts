import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { fullAnswersZh } from '../../testing/people.ts';
import { readCode } from '../../testing/read-code.ts';
import { isInOrder } from '../axe.ts';
import { cardOf, code, signed } from '../screens/emergency-card.ts';
import { bothWidths, escapeFrom, expect, test } from '../wattle.ts';

/** Records the page's requests to keep the screen awake, and lets the test decide their result. */
const screenKept = `
  window.locks = [];
  Object.defineProperty(Navigator.prototype, 'wakeLock', { configurable: true, value: {
    request: async (kind) => {
      const lock = new EventTarget();
      Object.assign(lock, { kind, released: false, release: async () => {
        lock.released = true;
        lock.dispatchEvent(new Event('release'));
      } });
      window.locks.push(lock);
      return lock;
    },
  } });`;

const locks = `window.locks.map(({ kind, released }) => kind + ' ' + (released ? 'released' : 'kept'))`;

test(
  `the card fills the screen with a scannable code, white in the dark theme too, by keyboard [EMERG-01, EMERG-04, EMERG-05]`,
  { tag: bothWidths },
  async ({ page, signedIn, app }) => {
    const who = await signedIn(signed());
    const { url } = await cardOf(app, who);
    await page.addInitScript(screenKept);
    await page.addInitScript(`localStorage.setItem('wattle.theme', 'dark')`);
    await page.goto('/my-acp');
    const show = page.getByRole('button', { name: 'Show card full screen' });
    await show.focus();
    await page.keyboard.press('Enter');
    const card = page.getByRole('dialog', { name: 'Your emergency card' });
    await expect(card).toBeVisible();
    await expect(card).toContainText('Emergency: I have an advance care plan');
    await expect(card).toContainText('Margaret Doyle');
    await expect(card).toContainText(`${who.pin.slice(0, 3)} ${who.pin.slice(3)}`);
    await expect(card).toContainText('Turn up the brightness of your screen');
    const box = await card.boundingBox();
    const size = page.viewportSize();
    expect(box?.width).toBe(size?.width);
    expect(box?.height).toBeGreaterThanOrEqual(size?.height ?? Infinity);
    const drawn = await code(card).boundingBox();
    expect(drawn?.width).toBeGreaterThanOrEqual(350);
    expect(await readCode(await code(card).screenshot())).toBe(url);
    expect(
      await card.evaluate(
        (element: any) =>
          (globalThis as any).getComputedStyle(element.parentElement.parentElement).backgroundColor,
      ),
    ).toBe('rgb(255, 255, 255)');
    await isInOrder(page);
    await escapeFrom(page, card);
    await expect(show).toBeFocused();
  },
);

test('the screen is kept awake while the card fills it, and again after the page was hidden', async ({
  page,
  signedIn,
}) => {
  await signedIn(signed());
  await page.addInitScript(screenKept);
  await page.goto('/my-acp');
  await page.getByRole('button', { name: 'Show card full screen' }).click();
  const card = page.getByRole('dialog', { name: 'Your emergency card' });
  await expect(card).toContainText('The screen stays on while the card is shown.');
  expect(await page.evaluate(locks)).toEqual(['screen kept']);
  // The browser releases the lock itself when another app comes to the front.
  await page.evaluate('window.locks[0].release()');
  await expect(card).toContainText('The screen may go dark.');
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
  await expect(card).toContainText('The screen stays on while the card is shown.');
  await card.getByRole('button', { name: 'Close the card' }).click();
  await expect(card).toBeHidden();
  expect(await page.evaluate(locks)).toEqual(['screen released', 'screen released']);
});

test('if the browser cannot keep the screen awake, the card shows a message', async ({ page, signedIn }) => {
  await signedIn(signed());
  await page.addInitScript(`delete Navigator.prototype.wakeLock`);
  await page.goto('/my-acp');
  await page.getByRole('button', { name: 'Show card full screen' }).click();
  await expect(page.getByRole('dialog', { name: 'Your emergency card' })).toContainText(
    'The screen may go dark. Touch it now and then.',
  );
});

for (const language of ['en', 'zh'] as const)
  test(
    `the card of a plan in ${language} is saved as a picture with a scannable code, and with the PIN even if it is hidden [EMERG-01, EMERG-05, EMERG-06]`,
    { tag: bothWidths },
    async ({ page, signedIn, app }) => {
      const spec = language === 'zh' ? signed(fullAnswersZh()) : signed();
      const who = await signedIn({ ...spec, language });
      const { url } = await cardOf(app, who);
      await page.addInitScript(`
        window.drawn = [];
        const draw = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (words, x, y) {
          window.drawn.push(words);
          return draw.call(this, words, x, y);
        };`);
      await page.goto('/my-acp');
      const main = page.getByRole('main');
      await main.getByRole('button', { name: /Hide PIN|隐藏 PIN 码/ }).click();
      const download = page.waitForEvent('download');
      await main.getByRole('button', { name: /Save card as a picture|把急救卡存成图片/ }).click();
      const saved = await download;
      expect(saved.suggestedFilename()).toMatch(
        language === 'zh'
          ? /^Lin Mei Chen - 急救卡 emergency card - 第1版 version 1 - \d{4}-\d\d-\d\d\.png$/u
          : /^Margaret Doyle - emergency card - version 1 - \d{4}-\d\d-\d\d\.png$/,
      );
      const picture = await readFile(await saved.path());
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 2022, height: 1276 });
      expect(await readCode(picture)).toBe(url);
      const words = (await page.evaluate<string[]>('window.drawn')).join(' ');
      expect(words).toContain(`${who.pin.slice(0, 3)} ${who.pin.slice(3)}`);
      expect(words).toContain('Emergency: I have an advance care plan');
      expect(words.includes('扫码后输入 PIN 码')).toBe(language === 'zh');
    },
  );
