import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { TestPerson } from '../testing/people.ts';
import { accountScenes, audiences, planScenes, questionnaireScenes, type Scene } from './scenes.ts';
import { expect, test } from './wattle.ts';
import { languages, rawKeysIn } from './words.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const sizes = { large: { width: 1440, height: 900 }, small: { width: 390, height: 844 } };

/** People who only look are shared by the scenes of a worker. */
const known = new Map<string, Promise<TestPerson>>();

/** What axe finds, one line for each element. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
}

/** Colours of another theme are there with the frame after the change. */
const nextFrame = (page: Page) => page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

/** How far the page is wider than the screen, in pixels. */
const overflow = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const groups: Record<string, readonly Scene[]> = { account: accountScenes, questionnaire: questionnaireScenes, plan: planScenes };

for (const language of languages) {
  for (const [group, scenes] of Object.entries(groups)) {
    test.describe(`${group} in ${language}`, () => {
      test.use({ language, contextOptions: { reducedMotion: 'reduce' } });

      for (const scene of scenes) {
        test(`${scene.name}: no finding, nothing sideways, one title, words only [LANG-01]`, async ({ page, t, questionnaire, app, newCustomer, enter }) => {
          let who: TestPerson | undefined;
          if (scene.who) {
            const make = () => newCustomer(audiences[scene.who!]);
            const name = `${language} ${scene.who}`;
            if (!scene.alone && !known.has(name)) known.set(name, make());
            who = await (scene.alone ? make() : known.get(name)!);
            await enter(who);
          }
          await page.goto(scene.address);
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
          await expect(page.getByText(t('common.loading'), { exact: true })).toHaveCount(0);
          await expect(page).toHaveTitle(/\S.* - Wattle$/);
          await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en-AU');
          await scene.show?.({ page, t, questionnaire, app, who: who! });

          expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);

          for (const [size, viewport] of Object.entries(sizes)) {
            if (scene.only && scene.only !== size) continue;
            await page.setViewportSize(viewport);
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
              await nextFrame(page);
              expect(await findings(page), `${size}, ${colorScheme}`).toEqual([]);
            }
          }
          if (scene.only) return;
          // 320 pixels are 1280 at 400 %.
          await page.setViewportSize({ width: 320, height: 640 });
          expect(await overflow(page), 'sideways at 320 px').toBe(0);
          await page.evaluate(`document.documentElement.dataset.text = 'large'`);
          expect(await overflow(page), 'sideways at 320 px with larger text').toBe(0);
        });
      }
    });
  }
}
