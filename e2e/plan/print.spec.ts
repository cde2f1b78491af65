import type { Locator, Page } from '@playwright/test';
import type { Answers } from '../../src/domain/questionnaire/answers.ts';
import { catalogue } from '../../src/domain/i18n/catalogue.ts';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { translatorOf } from '../../src/domain/i18n/translator.ts';
import { present } from '../../src/domain/questionnaire/reading/present.ts';
import { questionOf } from '../../src/domain/questionnaire/definition.ts';
import { fullAnswers, fullAnswersZh } from '../../testing/people.ts';
import { signed } from '../screens/emergency-card.ts';
import { savedPlan } from '../saved-plan.ts';
import { bothLanguages } from '../tags.ts';
import { expect, test } from '../wattle.ts';
import { languages } from '../words.ts';

const toMillimetres = (pixels: number) => (pixels / 96) * 25.4;

/** Returns the smallest printed font size in a part of the page, in points, and its words. */
const smallestLetters = (part: Locator): Promise<{ points: number; words: string }> =>
  part.evaluate((root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let smallest = { points: Infinity, words: '' };
    while (texts.nextNode()) {
      const { parentElement: element, textContent } = texts.currentNode;
      if (!element?.checkVisibility() || !textContent?.trim()) continue;
      const points = Number.parseFloat(getComputedStyle(element).fontSize) * 0.75;
      if (points < smallest.points) smallest = { points, words: textContent };
    }
    return smallest;
  });

/** True if all text of a card is inside its edges. */
const isWhole = (card: Locator): Promise<boolean> =>
  card.evaluate((root) => {
    const edge = root.getBoundingClientRect();
    const words = document.createRange();
    return [...root.querySelectorAll('p, dt, dd')].every((element) => {
      words.selectNodeContents(element);
      const { right, bottom } = words.getBoundingClientRect();
      return right <= edge.right + 1 && bottom <= edge.bottom + 1;
    });
  });

async function printCards(page: Page, t: Translate): Promise<void> {
  await page.addInitScript('window.print = () => {};');
  await page.goto('/my-acp');
  await page.getByRole('button', { name: t('card.print.both') }).click();
  await page.emulateMedia({ media: 'print' });
}

const titles = ['card.wallet.title', 'card.fridge.title'] as const;

/** The back of the printed wallet card. */
const backOf = (page: Page): Locator =>
  page.getByText('No camera? Go to').first().locator('xpath=ancestor::div[3]');

const longNames: Answers = {
  firstName: 'Maximiliana Theodora Alexandra',
  lastName: 'Papadopoulos-Featherstonehaugh',
  confirmName: 'Konstantinos Papadopoulos-Featherstonehaugh',
};

for (const language of languages) {
  test.describe(`on paper, in ${language}`, { tag: bothLanguages }, () => {
    test.use({ language });
    const answers = language === 'zh' ? fullAnswersZh() : fullAnswers();

    for (const accountOwner of [undefined, 'child']) {
      const whose = accountOwner ? 'for another person' : 'of one’s own';

      test(`both cards of a plan ${whose} have a readable font size and a code that can be scanned [EMERG-06]`, async ({
        page,
        t,
        signedIn,
      }) => {
        await signedIn({ ...signed(answers), ...(accountOwner && { accountOwner }) });
        await printCards(page, t);
        for (const title of titles) {
          const sheet = page.getByText(t(title), { exact: true }).locator('xpath=ancestor::div[1]');
          const picture = sheet.locator('svg[role="img"]');
          const card = picture.locator('xpath=ancestor::*[@lang][1]');
          const { points, words } = await smallestLetters(card);
          expect(points, words).toBeGreaterThanOrEqual(7.5);
          expect(await isWhole(card)).toBe(true);
          // With the quiet zone of four modules on each side.
          expect(toMillimetres((await picture.boundingBox())?.width ?? 0)).toBeGreaterThan(26);
        }
        const { points, words } = await smallestLetters(backOf(page));
        expect(points, words).toBeGreaterThanOrEqual(7.5);
        expect(await isWhole(backOf(page))).toBe(true);
      });
    }

    test('no text is cut off on a card, however long its names are [EMERG-01, EMERG-06, D-09]', async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn({ ...signed({ ...answers, ...longNames }), accountOwner: 'child' });
      await printCards(page, t);
      for (const title of titles) {
        const sheet = page.getByText(t(title), { exact: true }).locator('xpath=ancestor::div[1]');
        const card = sheet.locator('svg[role="img"]').locator('xpath=ancestor::*[@lang][1]');
        await expect(card.getByText('Version 1', { exact: false }).first()).toBeVisible();
        expect(await isWhole(card)).toBe(true);
      }
      await expect(backOf(page).getByText('Recorded by', { exact: false })).toBeVisible();
      expect(await isWhole(backOf(page))).toBe(true);
    });

    test('what staff need first begins on the first page, whatever the author and length of the plan [PLAN-02]', async ({
      page,
      t,
      signedIn,
    }) => {
      const every = (key: 'minimumQolList' | 'treatmentsSelected') =>
        (questionOf(key).options ?? []).filter(({ exclusive }) => !exclusive).map(({ value }) => value);
      await signedIn({
        ...signed({
          ...answers,
          minimumQolList: every('minimumQolList'),
          treatmentsSelected: every('treatmentsSelected'),
        }),
        accountOwner: 'child',
      });
      // The width of the text on the sheet: A4 without its margins.
      await page.setViewportSize({ width: Math.round((178 / 25.4) * 96), height: 900 });
      await page.goto('/care-plan');
      await page.emulateMedia({ media: 'print' });
      const box = page.getByRole('region', { name: t('carePlan.glance') });
      await expect(box).toHaveCSS('break-inside', 'auto');
      const sheet = await page.getByRole('article').boundingBox();
      const place = await box.getByRole('definition').nth(1).boundingBox();
      const end = (place?.y ?? Infinity) + (place?.height ?? 0) - (sheet?.y ?? 0);
      expect(toMillimetres(end)).toBeLessThan(297 - 34);
    });

    test(`a typical plan has the whole box on its first page [PLAN-02]`, async ({ page, t, signedIn }) => {
      await signedIn({ ...signed(answers), accountOwner: 'child' });
      await page.setViewportSize({ width: Math.round((178 / 25.4) * 96), height: 900 });
      await page.goto('/care-plan');
      await page.emulateMedia({ media: 'print' });
      const box = page.getByRole('region', { name: t('carePlan.glance') });
      await expect(box.getByText('0491 570 006')).toBeVisible();
      const sheet = await page.getByRole('article').boundingBox();
      const place = await box.boundingBox();
      const end = (place?.y ?? Infinity) + (place?.height ?? 0) - (sheet?.y ?? 0);
      expect(toMillimetres(end)).toBeLessThan(297 - 34);
    });
  });
}

test.describe('a plan in Chinese, on paper', () => {
  const typed = '早上请开收音机。';
  const answers: Answers = {
    ...fullAnswersZh(),
    other_qolList: '坐在自己的花园里',
    customsAndTraditions: typed,
    treatmentsSelected_note: '手术后短时间用呼吸机可以。',
  };

  for (const language of languages) {
    test.describe(`of a page in ${language}`, { tag: bothLanguages }, () => {
      test.use({ language });

      test('has every question and chosen option in both languages, and English first in the box [R-33] [D-37]', async ({
        page,
        signedIn,
        app,
      }) => {
        const who = await signedIn({ ...signed(answers), language: 'zh' });
        await app.services.db.updateTable('users').set({ language }).where('id', '=', who.userId).execute();
        const { answers: saved } = await savedPlan(app, who);
        await page.goto('/care-plan');
        const paper = page.getByRole('article');
        await expect(paper.getByRole('heading', { level: 1 })).toBeVisible();
        // On the screen it is in one language.
        const [shown, other] =
          language === 'zh' ? ['我的签名', 'My signature'] : ['My signature', '我的签名'];
        await expect(paper).toContainText(shown);
        await page.waitForLoadState('networkidle');
        await expect(paper).not.toContainText(other);
        await page.emulateMedia({ media: 'print' });
        await expect(paper).toContainText(other);
        const words = (await paper.innerText()).replaceAll(/\s+/g, ' ');
        const texts = { en: translatorOf('en', catalogue.en), zh: translatorOf('zh', catalogue.zh) };
        for (const spoken of ['en', 'zh'] as const)
          for (const { title, rows } of present(saved, { t: texts[spoken], voice: { kind: 'self' } }).slice(
            1,
          ))
            for (const part of [title, ...rows.flatMap((row) => [row.title, ...row.lines])])
              expect(words).toContain(part.replaceAll(/\s+/g, ' '));
        const box = (
          await paper.getByRole('region', { name: 'In an emergency, read this first' }).innerText()
        ).replaceAll(/\s+/g, ' ');
        for (const [english, chinese] of [
          [
            'I want CPR only if my minimum quality of life is expected',
            '只有预计能达到我最起码的生活质量，我才要做心肺复苏',
          ],
          ['I would not want:', '我不愿意接受：'],
        ] as const) {
          expect(box).toContain(english);
          expect(box.indexOf(chinese)).toBeGreaterThan(box.indexOf(english));
        }
        expect(words).toContain('Other: 坐在自己的花园里 (written in Chinese, not translated)');
        expect(words).toContain('Note (written in Chinese, not translated)');
        expect(words).toContain('备注（用中文写的，没有翻译）');
        expect(words.split(typed)).toHaveLength(2);
        expect(words).toContain('陈伟 helped me to fill this in ');
        expect(words).not.toContain('helped me to fill this in (written');
        await expect(paper.getByText(other, { exact: true })).toHaveAttribute(
          'lang',
          language === 'zh' ? 'en-AU' : 'zh-Hans',
        );
        await page.emulateMedia({ media: 'screen' });
        await expect(paper).not.toContainText(other);
      });
    });
  }

  test('is in English only where plan and page are in English [R-33]', async ({ page, signedIn }) => {
    await signedIn(signed(fullAnswers()));
    await page.goto('/care-plan');
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByRole('article');
    await expect(paper).toContainText('My signature');
    expect(await paper.innerText()).not.toMatch(/\p{Script=Han}/u);
  });
});
