import type { Page } from '@playwright/test';
import { catalogue } from '../../src/domain/i18n/catalogue.ts';
import type { Language, TextKey } from '../../src/domain/i18n/texts.ts';
import { bothLanguages } from '../tags.ts';
import { expect, test } from '../wattle.ts';
import { languages } from '../words.ts';
import { areas } from './areas.ts';
import type { Scene } from './scene.ts';
import { makeReader, type Member, type Writer } from './states.ts';

/** The reader on behalf of another person who replaces each reader of the scenes. */
const writers: Partial<Record<Scene['reader'], Writer>> = {
  new: 'writesNew',
  draft: 'writesDraft',
  signed: 'writesSigned',
};

/** Pages with general questions in the first person. */
const general = ['/need-help', '/user/location'];

const scenes = Object.values(areas)
  .flat()
  .filter(({ state, reader }) => writers[reader] && ['empty', 'typical'].includes(state))
  .filter(({ address }) => !general.some((page) => address.startsWith(page)));

/** Sentences in the first person, and sentences that attribute the person's plan to the writer. */
const wrong: Readonly<Record<Language, RegExp>> = {
  en: /\b(I|I’m|my|mine|me)\b|\b[Yy]our (own |advance |emergency |care |health |signed )*(plan|wish(es)?|answers?|values|card|directive|page|health|treatments?|life|body|heart|signature|choices|words|note|care)\b/,
  zh: /我(?!们|的健康记录)|您的(预先|急救|照护|健康)*(计划|意愿|回答|卡|指示|健康|身体|治疗|签名|选择|原话|备注)/,
};

/** Allowed: texts about the writer's own account, agreement or signature, and texts that are the same on every page. */
const allowed: readonly TextKey[] = [
  'onBehalf.reading',
  'onBehalf.completeAll.option.voluntary',
  'onBehalf.completeAll.option.consideredStates',
  'onBehalf.confirmationAcknowledgement.option.believeCapacity',
  'onBehalf.signatureImage.label',
  'signature.title',
  'signature.useDrawn',
  'signature.useTyped',
  'contact.permissionConfirmation.label',
  'checkout.card.private',
  'fileAccess.save',
  'myAcp.phone.mail',
  'settings.privacy.withdraw',
  'settings.privacy.visits',
  'settings.privacy.delete.title',
  'settings.general.languageHint',
  'billing.cancel.open',
  'billing.cancel.keep',
  'health.record.confirmButton',
  'common.help',
  'other_qolList.hint',
  // The name of a page in the menu.
  'myAcp.title',
  'dash.manage.editNote',
];

/** Whether an allowed text contains a sentence, with any names in it. */
const isAllowed = (sentence: string, language: Language): boolean =>
  allowed.some((key) => partsOf(key, language).some((pattern) => pattern.test(sentence)));

/** Returns a pattern for each sentence of a text. */
function partsOf(key: TextKey, language: Language): RegExp[] {
  const text = String(catalogue[language][key as keyof (typeof catalogue)['en']]);
  return sentencesIn(text).map(
    (part) =>
      new RegExp(
        `^${part
          .split(/\{\w+\}/)
          .map((words) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
          .join('.+')}$`,
      ),
  );
}

const sentencesIn = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => line.split(/(?<=[.?!。？！])\s*/))
    .map((line) => line.trim())
    .filter(Boolean);

/** Returns the sentences on a page, also the names of its controls. */
async function sentencesOn(page: Page): Promise<string[]> {
  const [shown, ...names] = await page.evaluate<string[]>(
    `[document.body.innerText, ...[...document.querySelectorAll('[aria-label]')].map((part) => part.getAttribute('aria-label'))]`,
  );
  return [shown!, ...names].flatMap(sentencesIn);
}

for (const language of languages)
  test.describe(`pages of a person who writes for another, in ${language}`, { tag: bothLanguages }, () => {
    test.use({ language, viewport: { width: 1440, height: 900 } });

    test('no page and no dialog uses the first person, or describes the plan as the reader’s own [R-31]', async ({
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
            await scene.opens?.open({ page, t });
            if (scene.opens)
              await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).last()).toBeVisible();
            for (const sentence of await sentencesOn(page))
              if (wrong[language].test(sentence) && !isAllowed(sentence, language))
                found.set(sentence, `${scene.opens?.name ?? scene.address} (${writer}): ${sentence}`);
          });
      }
      expect([...found.values()]).toEqual([]);
    });
  });
