import type { Page } from '@playwright/test';
import { axeFindings } from '../axe.ts';
import { expect, main, test } from '../wattle.ts';
import { pageFaults, type Fault } from './page-faults.ts';

const address = '/forgot-password';

/** Code that runs in a page: with a fault, and the same without it. */
const injected: Record<Fault, { fault: string; words: RegExp; without: string }[]> = {
  sideways: [
    {
      fault: `add('<div style="width: 2000px">Wide</div>')`,
      words: /the page is 2\d{3} wide in 390/,
      without: `add('<div style="width: 200px">Narrow</div>')`,
    },
  ],
  pale: [
    {
      // 4.54:1, enough for AA.
      fault: `add('<p style="color: #767676; background: #fff">Pale words</p>')`,
      words: /"Pale words" 4\.54:1/,
      // 7.0:1.
      without: `add('<p style="color: #595959; background: #fff">Dark words</p>')`,
    },
    {
      fault: `add('<div style="opacity: 0.6; background: #fff"><p style="color: #000">Faded words</p></div>')`,
      words: /"Faded words" \d/,
      without: `add('<div style="opacity: 0.95; background: #fff"><p style="color: #000">Words</p></div>')`,
    },
    {
      fault: `add('<p style="color: #767676; background: #fff; font-size: 23px">Medium words</p>')`,
      words: /"Medium words" 4\.54:1/,
      without: `add('<p style="color: #767676; background: #fff; font-size: 24px">Large words</p>')`,
    },
    {
      fault: `add('<label style="display: block; height: 60px; color: #767676; background: #fff"><input type="radio"> On</label>')`,
      words: /"On" 4\.54:1/,
      without: `add('<label style="display: block; height: 60px; color: #767676; background: #fff"><input type="radio" disabled> Off</label>')`,
    },
    {
      fault: `add('<textarea aria-label="x" style="color: #767676; background: #fff; height: 60px">Typed</textarea>')`,
      words: /"Typed" 4\.54:1/,
      without: `add('<textarea aria-label="x" style="color: #000; background: #fff; height: 60px">Typed</textarea>')`,
    },
  ],
  target: [
    {
      fault: `add('<button style="width: 43px; height: 60px; padding: 0">B</button>')`,
      words: /button "B": 43 by 60/,
      without: `add('<button style="width: 44px; height: 60px; padding: 0">B</button>')`,
    },
  ],
  'left over': [
    {
      fault: `add('<p style="font: 20px sans-serif; width: 100px; text-wrap: wrap">一二三四五六。</p>')`,
      words: /p\. "一二三四五六。"/,
      without: `add('<p style="font: 20px sans-serif; width: 100px; text-wrap: wrap">一二三四五六七。</p>')`,
    },
    {
      fault: `add('<p style="font: 20px sans-serif; width: 100px; text-wrap: wrap">一二三四<b>五</b><i>六</i></p>')`,
      words: /p\. "一二三四五六"/,
      without: `add('<p style="font: 20px sans-serif; width: 100px">一</p>')`,
    },
  ],
  raw: [
    {
      fault: `add('<p>forgot.title</p>')`,
      words: /forgot\.title/,
      without: `add('<p>forgot the title</p>')`,
    },
    { fault: `add('<p>Hello {name}</p>')`, words: /Hello \{name\}/, without: `add('<p>Hello Ann</p>')` },
    { fault: `add('<p>Born undefined</p>')`, words: /Born undefined/, without: `add('<p>Born 1950</p>')` },
  ],
  frame: [
    {
      fault: `document.querySelector('h1').remove()`,
      words: /0 titles/,
      without: `document.querySelector('h1').textContent = 'Other'`,
    },
    {
      fault: `document.querySelector('main').outerHTML = '<div><h1>Alone</h1></div>'`,
      words: /0 main parts/,
      without: `document.querySelector('main').innerHTML = '<h1>Alone</h1>'`,
    },
    {
      fault: `document.querySelector('header').remove()`,
      words: /no bar/,
      without: `document.title = 'x'`,
    },
    {
      fault: `document.querySelectorAll('a[href^="tel:"]').forEach((link) => link.remove()); add('<div role="alert"><button style="padding: 20px">Try again</button></div>')`,
      words: /no telephone number beside a failure/,
      without: `add('<div role="alert"><button style="padding: 20px">Try again</button> <a href="tel:1" style="display: inline-block; padding: 20px">123</a></div>')`,
    },
  ],
};

const open = async (page: Page) => {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(
    `globalThis.add = (html) => document.querySelector('main').insertAdjacentHTML('beforeend', html)`,
  );
};

// The policy of the pages forbids styles in attributes.
test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true });

for (const [kind, examples] of Object.entries(injected))
  test(`a fault of the kind "${kind}" that is injected into a page is detected, and nothing is detected without it ${kind === 'pale' ? main : ''}`, async ({
    page,
  }) => {
    for (const { fault, words, without } of examples) {
      await open(page);
      await page.evaluate(without);
      expect(await pageFaults(page), without).toEqual([]);
      await open(page);
      await page.evaluate(fault);
      expect((await pageFaults(page)).join('\n'), fault).toMatch(
        new RegExp(`^${kind}: .*${words.source}`, 'm'),
      );
    }
  });

test('an axe finding that is injected into a page is detected', async ({ page }) => {
  await open(page);
  expect(await axeFindings(page)).toEqual([]);
  await page.evaluate(`add('<img src="/favicon.svg">')`);
  expect(await axeFindings(page)).toEqual([expect.stringContaining('image-alt')]);
});
