import type { Page } from '@playwright/test';
import type { Language } from '../../src/domain/i18n/texts.ts';
import { bothLanguages } from '../tags.ts';
import { expect, test } from '../wattle.ts';
import { languages } from '../words.ts';
import { areas } from './areas.ts';
import type { Scene } from './scene.ts';
import { makeReader, type Member, type Writer } from './states.ts';

/** The writer who stands for each reader of the scenes. */
const writers: Partial<Record<Scene['reader'], Writer>> = {
  new: 'writesNew',
  draft: 'writesDraft',
  signed: 'writesSigned',
};

const scenes = Object.values(areas)
  .flat()
  .filter(({ state, reader }) => writers[reader] && ['empty', 'typical'].includes(state));

/** Sentences in the first person, or to the writer about what belongs to the person cared for. */
const wrong: Readonly<Record<Language, RegExp>> = {
  en: /\b(I|I’m|my|mine|me)\b|\b[Yy]our (own |advance |emergency |care |health |signed )*(plan|wish(es)?|answers?|values|card|directive|page|health|treatments?|life|body|heart|signature|choices|words|note|care)\b/,
  zh: /我(?!们)|您的(预先|急救|照护|健康)*(计划|意愿|回答|卡|指示|健康|身体|治疗|签名|选择|原话|备注)/,
};

/** Returns the sentences on a page, also the names of its controls. */
const sentencesOn = (page: Page) =>
  page.evaluate<string[]>(`[
    ...document.body.innerText.split('\\n'),
    ...[...document.querySelectorAll('[aria-label]')].map((part) => part.getAttribute('aria-label')),
  ].flatMap((line) => line.split(/(?<=[.?!。？！])\\s*/)).map((line) => line.trim()).filter(Boolean)`);

for (const language of languages)
  test.describe(`pages of a person who writes for another, in ${language}`, { tag: bothLanguages }, () => {
    test.use({ language, viewport: { width: 1440, height: 900 } });

    test('no page and no dialog speaks in the first person, or of the plan as that of the reader', async ({
      page,
      t,
      context,
      app,
      newCustomer,
      enter,
    }) => {
      test.setTimeout(400_000);
      page.setDefaultTimeout(6_000);
      const found = new Map<string, string>();
      const members = new Map<Writer, Member>();
      for (const writer of Object.values(writers)) {
        await context.clearCookies();
        const member = members.get(writer) ?? (await makeReader(app, newCustomer, writer, language));
        members.set(writer, member);
        await enter(member.who);
        for (const scene of scenes.filter(({ reader }) => writers[reader] === writer))
          await test.step(`${scene.opens?.name ?? scene.address}, ${writer}`, async () => {
            await page.goto('about:blank');
            if (scene.narrow) await page.setViewportSize({ width: 390, height: 900 });
            else await page.setViewportSize({ width: 1440, height: 900 });
            await page.goto(scene.address.replace('{contact}', member.contact));
            await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
            await expect(
              page
                .getByRole('main')
                .getByRole('status')
                .filter({ hasText: t('common.loading') }),
            ).toHaveCount(0);
            try {
              await scene.opens?.open({ page, t });
            } catch (error) {
              console.log('NOT OPENED', scene.opens?.name, String(error).slice(0, 200));
            }
            for (const sentence of await sentencesOn(page))
              if (wrong[language].test(sentence) && !found.has(sentence))
                found.set(sentence, `${scene.opens?.name ?? scene.address} (${writer}): ${sentence}`);
          });
      }
      expect([...found.values()]).toEqual([]);
    });
  });
