import type { Page } from '@playwright/test';
import { fullAnswers, type TestPerson } from '../../testing/people.ts';
import { pathTo } from '../../src/server/features/shared-plan/shared-plan.fixture.ts';
import { makeProvider } from '../../src/server/demo/person-factory.ts';
import { isInOrder, sidewaysBy } from '../axe.ts';
import { expect, mainOnce, phone, test } from '../wattle.ts';

const daniel = {
  name: 'Daniel Doyle',
  email: 'daniel@contact.example',
  phone: '0491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: true,
};

type App = Parameters<typeof pathTo>[0];

async function linkOf(services: App, who: TestPerson, kind: 'request' | 'view'): Promise<string> {
  const { id } = await services.db
    .selectFrom('trusted_contacts')
    .select('id')
    .where('user_id', '=', who.userId)
    .executeTakeFirstOrThrow();
  return pathTo(services, kind, id);
}

const signed = () => ({ plan: { status: 'complete' as const, answers: fullAnswers() } });

/** Checks a page at the width of a telephone, of a wide screen, and of a wide screen at 400 % zoom. */
const inWidths =
  (look: (page: Page) => Promise<void>) =>
  async (page: Page): Promise<void> => {
    for (const width of [1440, 320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await look(page);
    }
  };

const fits = inWidths(async (page) => expect(await sidewaysBy(page)).toBeLessThanOrEqual(0));
const isClean = inWidths(isInOrder);

/** A contact accepts, opens the plan and withdraws. `look` is called with each page. */
async function walk(page: Page, link: string, language: 'en' | 'zh', look: (page: Page) => Promise<void>) {
  const zh = language === 'zh';
  await page.goto(`${link}?lang=${language}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    zh ? 'Margaret Doyle想请您做信任的联系人' : 'Margaret Doyle asks you to be a trusted contact',
  );
  await look(page);
  await page.getByRole('link', { name: zh ? '我不方便，谢绝' : 'No, I would rather not' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    zh ? '要谢绝这份邀请吗？' : 'Say no to this request?',
  );
  await look(page);
  await page.getByRole('link', { name: zh ? '返回' : 'Go back' }).click();
  await page
    .getByRole('button', { name: zh ? '我答应做信任的联系人' : 'Yes, I will be a trusted contact' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    zh ? '谢谢您答应' : 'Thank you for saying yes',
  );
  await look(page);
  await page.getByRole('link', { name: zh ? '现在打开计划' : 'Open the plan now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    zh ? 'Margaret Doyle与您分享的内容' : 'Shared with you by Margaret Doyle',
  );
  await look(page);
  await page.getByRole('button', { name: zh ? '打开' : 'Open', exact: true }).click();
  await expect(page.getByText(zh ? '现行计划：第 1 版' : 'Current plan: version 1')).toBeVisible();
  await look(page);
  await page.getByRole('link', { name: zh ? '不再做信任的联系人' : 'Stop being a trusted contact' }).click();
  await look(page);
  await page.getByRole('button', { name: zh ? '是，退出' : 'Yes, stop' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    zh
      ? '您已不再是信任的联系人。请扔掉手上的副本。'
      : 'You are no longer a trusted contact. Please throw away any copies.',
  );
  await look(page);
}

test.use({ javaScriptEnabled: false });

for (const language of ['en', 'zh'] as const)
  test(
    `a contact answers, opens the plan, reads it and withdraws without script, in ${language} [TC-08] [GAP-66] [GAP-67] ${mainOnce(language)}`,
    { tag: phone },
    async ({ page, newCustomer, app }) => {
      const who = await newCustomer({ ...signed(), contacts: [daniel] });
      await walk(page, await linkOf(app.services, who, 'request'), language, fits);
    },
  );

test.describe('with script, which axe requires', () => {
  test.use({ javaScriptEnabled: true, bypassCSP: true });
  for (const language of ['en', 'zh'] as const)
    test(`axe finds nothing on the pages of a contact, in ${language} [GAP-66] [GAP-67]`, async ({
      page,
      newCustomer,
      app,
    }) => {
      const who = await newCustomer({ ...signed(), contacts: [daniel] });
      await walk(page, await linkOf(app.services, who, 'request'), language, isClean);
    });
});

/** Tops and weights of the parts of an opened page, in pixels from its top. */
const readPage = (page: Page) =>
  page.evaluate<{
    hospital: number;
    plan: number;
    cpr: number;
    answers: number[];
    questions: number[];
  }>(`(() => {
    const topOf = (selector) => document.querySelector(selector).getBoundingClientRect().top + scrollY;
    const weights = (selector) =>
      [...document.querySelectorAll(selector)].map((element) => Number(getComputedStyle(element).fontWeight));
    return {
      hospital: topOf('.box ol'),
      plan: topOf('.plan'),
      cpr: topOf('.heavy'),
      answers: weights('.plan .lead, .heavy li, .rows dd:not(.note), .answers li'),
      questions: weights('dt, .asked'),
    };
  })()`);

test(
  'the plan of a contact begins within 1,200 px on a telephone, after what to do if a hospital calls, and answers are heavier than questions, in both languages [GAP-67]',
  { tag: phone },
  async ({ page, newCustomer, app }) => {
    const long = { firstName: 'Maria Magdalena', lastName: 'Papadopoulos-Konstantinidis' };
    const { db } = app.services;
    const house = await makeProvider(db, 'Banksia House for Veterans of Warrnambool');
    await db
      .updateTable('providers')
      .set({ phone_number: '(03) 5550 0100' })
      .where('id', '=', house)
      .execute();
    const plan = { status: 'complete' as const, answers: { ...fullAnswers(), ...long } };
    const contacts = [{ ...daniel, accepted: true }];
    const who = await newCustomer({ ...long, plan, accountOwner: 'Child', contacts });
    const ofHouse = { phone: '0491 570 156', provider_id: house };
    await db.updateTable('users').set(ofHouse).where('id', '=', who.userId).execute();
    const opened = { opened_plan_version: 0 };
    await db.updateTable('trusted_contacts').set(opened).where('user_id', '=', who.userId).execute();
    const link = await linkOf(app.services, who, 'view');
    await page.goto(link);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByText('The plan has changed since you last opened it.')).toBeVisible();
    for (const language of ['en', 'zh']) {
      await page.goto(`${link}?lang=${language}`);
      await expect(page.locator('a[href^="tel:"]')).toHaveCount(2);
      await expect(page.locator('.plan .news')).toBeVisible();
      const { hospital, plan: top, cpr, answers, questions } = await readPage(page);
      expect(hospital).toBeLessThan(top);
      expect(top).toBeLessThan(cpr);
      expect(cpr).toBeLessThanOrEqual(1200);
      expect(answers.length).toBeGreaterThan(25);
      expect(Math.min(...answers)).toBeGreaterThanOrEqual(700);
      expect(Math.max(...questions)).toBeLessThanOrEqual(400);
    }
    await fits(page);
  },
);

test('a contact downloads the plan as PDF, and closes the page [GAP-67]', async ({
  page,
  newCustomer,
  app,
}) => {
  const who = await newCustomer({ ...signed(), contacts: [{ ...daniel, accepted: true }] });
  await page.goto(await linkOf(app.services, who, 'view'));
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/);
  await page.getByRole('button', { name: 'Close this page' }).click();
  await expect(page.getByText('Current plan')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeVisible();
});

test(
  'an expired link shows it, and a new one can be requested by mail [GAP-66]',
  { tag: phone },
  async ({ page, newCustomer, app }) => {
    const who = await newCustomer({ ...signed(), contacts: [{ ...daniel, accepted: true }] });
    const link = await linkOf(app.services, who, 'view');
    await app.services.db
      .updateTable('trusted_contacts')
      .set({ view_link_until: new Date(0) })
      .where('user_id', '=', who.userId)
      .execute();
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
    await fits(page);
    await page.getByRole('button', { name: 'Email me a new link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'If this address is a trusted contact, the link is on its way.',
    );
    await fits(page);
    await page.goto(await linkOf(app.services, who, 'view'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shared with you by Margaret Doyle');
  },
);

test('a contact reaches the answer by keyboard alone [GAP-66]', async ({ page, newCustomer, app }) => {
  const who = await newCustomer({ contacts: [daniel] });
  await page.goto(await linkOf(app.services, who, 'request'));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: '中文' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Yes, I will be a trusted contact' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for saying yes');
});
