import type { BrowserContext, Page } from '@playwright/test';
import { axeFindings, settled } from '../axe.ts';
import { contactScenes } from './scenes/contact-scenes.ts';
import { QuestionnairePage } from '../questionnaire-page.ts';
import {
  accountScenes,
  audiences,
  planScenes,
  questionnaireScenes,
  stepScenes,
  type Scene,
} from './scenes/scenes.ts';
import { expect, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const large = { width: 1440, height: 900 };
const small = { width: 390, height: 844 };

/** Each language is checked at both widths and in both themes, and each width in both themes. */
const views = {
  en: [
    { viewport: large, colorScheme: 'light' },
    { viewport: small, colorScheme: 'dark' },
  ],
  zh: [
    { viewport: large, colorScheme: 'dark' },
    { viewport: small, colorScheme: 'light' },
  ],
} as const;

const groups: Record<string, readonly Scene[]> = {
  'the pages before signing in': accountScenes,
  'the steps of the questionnaire': stepScenes,
  'layers over the questionnaire': questionnaireScenes,
  'dashboard, plan and card': planScenes,
  'trusted contacts': contactScenes,
};

/** Returns elements that extend past the right edge of the screen; [] if the page does not scroll sideways. */
const sideways = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const past = [...document.querySelectorAll('body *')].filter((part) => part.getBoundingClientRect().right > clientWidth + 1);
    return [scrollWidth + ' px', ...past.map((part) => part.outerHTML.slice(0, 120))];
  })()`);

for (const language of languages) {
  for (const [group, scenes] of Object.entries(groups)) {
    test.describe(`in ${language}`, () => {
      // The first state is opened directly, and need not be rendered twice.
      test.use({ language, colorScheme: views[language][0].colorScheme });

      test(`${group}: no axe finding in either theme and width, no overflow at 320 px, one title, words only [LANG-01]`, async ({
        context,
        t,
        app,
        newCustomer,
        enter,
      }) => {
        test.setTimeout(600_000);
        const cast = new Map<string, Awaited<ReturnType<typeof newCustomer>>>();
        const cookies = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

        const comeIn = async ({ who, alone }: Scene) => {
          await context.clearCookies();
          if (!who) return undefined;
          const person = (!alone && cast.get(who)) || (await newCustomer(audiences[who]));
          const kept = alone ? undefined : cookies.get(who);
          if (kept) await context.addCookies(kept);
          else await enter(person);
          if (!alone && !kept) {
            cast.set(who, person);
            cookies.set(who, await context.cookies());
          }
          return person;
        };

        for (const scene of scenes) {
          await test.step(scene.name, async () => {
            const who = await comeIn(scene);
            const page = await context.newPage();
            await page.goto(scene.address);
            await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
            await expect(page.getByText(t('common.loading'), { exact: true })).toHaveCount(0);
            await expect.soft(page).toHaveTitle(/\S.* - Wattle$/);
            await expect
              .soft(page.locator('html'))
              .toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en-AU');
            await scene.show?.({ page, t, questionnaire: new QuestionnairePage(page, t), app, who: who! });
            expect.soft(rawKeysIn(await page.locator('body').innerText()), scene.name).toEqual([]);
            for (const { viewport, colorScheme } of views[language]) {
              if (scene.only === 'large' && viewport !== large) continue;
              await page.setViewportSize(viewport);
              await page.emulateMedia({ colorScheme });
              await settled(page, colorScheme);
              expect
                .soft(await axeFindings(page), `${scene.name}, ${viewport.width} px, ${colorScheme}`)
                .toEqual([]);
            }
            if (!scene.only) {
              // 320 pixels are 1280 at 400 % zoom.
              await page.setViewportSize({ width: 320, height: 640 });
              expect.soft(await sideways(page), `${scene.name} at 320 px`).toEqual([]);
              await page.evaluate(`document.documentElement.dataset.text = 'large'`);
              expect.soft(await sideways(page), `${scene.name} at 320 px with larger text`).toEqual([]);
            }
            await page.close();
          });
        }
      });
    });
  }
}
