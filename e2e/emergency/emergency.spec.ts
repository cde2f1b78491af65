import { fullAnswers, fullAnswersZh } from '../../testing/people.ts';
import { renewEmergencyCard } from '../../src/server/features/emergency-card/operations.ts';
import { contextFor, type TestPerson } from '../../testing/people.ts';
import { axeFindings } from '../axe.ts';
import { saveElsewhere } from '../saved-plan.ts';
import { expect, main, phone, test } from '../wattle.ts';
import type { Page } from '@playwright/test';

const contacts = [
  {
    name: 'Daniel Doyle',
    email: 'daniel@emergency.example',
    phone: '0491 570 006',
    relationship: 'Son',
    substitutedDecisionMaker: true,
    accepted: true,
  },
  {
    name: 'Dr Anita Rao',
    email: 'anita@emergency.example',
    phone: '0491 570 156',
    relationship: 'General Practitioner (GP)',
    accepted: true,
  },
];
const signed = () => ({
  plan: { status: 'complete' as const, answers: fullAnswers() },
  dob: '14/05/1943',
  contacts,
});

async function openCard(page: Page, who: Pick<TestPerson, 'shareId' | 'pin'>, version = 1): Promise<void> {
  await page.goto(`/acp-login/${who.shareId}?v=${version}`);
  await page.getByLabel('PIN number on the card').fill(who.pin);
  await page.getByRole('button', { name: 'Open the plan' }).click();
}

test.use({ javaScriptEnabled: false });

test(
  `the first screen of a telephone, without script: name, CPR, refused treatments, contacts, validity [EMERG-01, EMERG-02] ${main}`,
  { tag: phone },
  async ({ page, newCustomer }) => {
    const who = await newCustomer(signed());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openCard(page, who);
    const inOrder = [
      page.getByRole('heading', { level: 1, name: 'Margaret Doyle' }),
      page.getByText(/Born 14\/05\/1943, age \d\d/),
      page.getByText('If heart or breathing stops', { exact: true }),
      page.getByText('Only if these are expected: able to speak and communicate; family around; '),
      page.getByText('After a catastrophic illness or injury', { exact: true }),
      page.getByText('No: does not want CPR', { exact: true }),
      page.getByRole('heading', { name: 'Margaret would not want:' }),
      page.getByRole('listitem').filter({ hasText: 'breathing machine (ventilator)' }).first(),
      page.getByRole('listitem').filter({ hasText: 'kidney machine (dialysis)' }).first(),
      page.getByRole('link', { name: 'Call 0491 570 006' }),
      page.getByText(/^version 1, signed /),
    ];
    let above = -1;
    for (const part of inOrder) {
      const box = await part.boundingBox();
      expect(box, String(part)).not.toBeNull();
      expect(box!.y, `${String(part)} is below the one before`).toBeGreaterThan(above);
      expect(box!.y + box!.height, `${String(part)} is on the first screen`).toBeLessThanOrEqual(844);
      above = box!.y;
    }
    await expect(page.getByRole('link', { name: 'Call 0491 570 006' })).toHaveAttribute(
      'href',
      'tel:0491570006',
    );
    await expect(page.locator('script')).toHaveCount(0);
    expect(asked.every((address) => address.includes('/acp-login/'))).toBe(true);
  },
);

test('below: values, treatments that are not refused, the other contacts, and the whole plan', async ({
  page,
  newCustomer,
}) => {
  await openCard(page, await newCustomer(signed()));
  await expect(
    page.getByRole('heading', { name: 'For life to be worth living, Margaret needs:' }),
  ).toBeVisible();
  await expect(page.getByText('Hearing the sea, and having my dog Biscuit near me').first()).toBeVisible();
  await expect(page.getByText('Margaret has not refused:')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call 0491 570 156' })).toBeVisible();
  const all = page.getByRole('link', { name: 'Read the whole plan' });
  if ((await all.count()) > 0) await all.first().click();
  await expect(page.getByText('Nobody should have to lie alone.').first()).toBeVisible();
});

test(`switches to Chinese and back by one link; the person’s free texts keep their language [LANG-01] ${main}`, async ({
  page,
  newCustomer,
}) => {
  await openCard(
    page,
    await newCustomer({
      plan: { status: 'complete', answers: fullAnswersZh() },
      language: 'zh',
      dob: '02/09/1938',
    }),
  );
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-AU');
  await expect(page.getByText('Lin Mei wrote in Chinese. Interpreter: TIS National, 131 450.')).toBeVisible();
  await page.getByRole('link', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lin Mei Chen');
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-AU');
});

test(`a wrong PIN, an unknown card and an unsigned plan get the same page, and the next try must wait [EMERG-04] ${main}`, async ({
  page,
  newCustomer,
}) => {
  const who = await newCustomer(signed());
  const draft = await newCustomer({ plan: { status: 'draft', answers: fullAnswers() } });
  const wrong = who.pin === '000000' ? '111111' : '000000';
  const seen = new Set<string>();
  for (const card of [
    { ...who, pin: wrong },
    { shareId: 'AAAAAAAAAAAAAAAAAAAAAAAA', pin: '123456' },
    draft,
  ]) {
    await openCard(page, card);
    await expect(page.getByRole('alert')).toContainText('This card and PIN do not open a plan');
    seen.add((await page.getByRole('main').innerText()).replaceAll(/\d+ seconds/g, 'n seconds'));
  }
  expect(seen.size).toBe(1);
  await expect(page.getByText('Margaret')).toHaveCount(0);
});

test('a PIN is accepted with spaces; a short PIN and an empty field get an error [EMERG-04]', async ({
  page,
  newCustomer,
}) => {
  const who = await newCustomer(signed());
  await page.goto(`/acp-login/${who.shareId}`);
  const field = page.getByLabel('PIN number on the card');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await page.getByRole('button', { name: 'Open the plan' }).click();
  await expect(page.getByRole('alert')).toContainText('Type the 6 numbers of the PIN');
  await field.fill('12');
  await page.getByRole('button', { name: 'Open the plan' }).click();
  await expect(page.getByRole('alert')).toContainText('The PIN has 6 numbers. Check the card.');
  await field.fill(`${who.pin.slice(0, 3)} ${who.pin.slice(3)}`);
  await page.getByRole('button', { name: 'Open the plan' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
  // Reloading the page does not ask for the PIN again; closing it does.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
  await page.getByRole('button', { name: 'Close this plan' }).click();
  await expect(page.getByText('The plan was closed to keep it private.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('PIN number on the card')).toBeVisible();
});

test('an old card shows a note that there is a newer plan, and the newer plan [PROD-04]', async ({
  page,
  newCustomer,
  app,
}) => {
  const who = await newCustomer(signed());
  await saveElsewhere(app, who, { cprStopBreathing: 'do not want CPR' });
  await openCard(page, who, 1);
  await expect(
    page.getByText(/^Old card\. Below is the newest plan, version \d+, \d+ \w+ \d{4}\.$/),
  ).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText('No: does not want CPR');
  await page.getByRole('button', { name: 'Close this plan' }).click();
  await openCard(page, who, 2);
  await expect(page.getByText('Old card.')).toHaveCount(0);
  await expect(page.getByText(/^version 2, signed /)).toBeVisible();
});

test('a new code and PIN disable the old card at once [EMERG-04]', async ({ page, newCustomer, app }) => {
  const who = await newCustomer(signed());
  await openCard(page, who);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
  const renewed = await renewEmergencyCard.call(contextFor(app.services, who.actor), {});
  await page.reload();
  await expect(page.getByText('Margaret')).toHaveCount(0);
  await openCard(page, who);
  await expect(page.getByRole('alert')).toContainText('This card and PIN do not open a plan');
  await openCard(page, { shareId: renewed!.share_id, pin: renewed!.pin });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
});

test('the owner is notified of each opening [DASH-17]', async ({ page, newCustomer, app }) => {
  const who = await newCustomer(signed());
  await openCard(page, who);
  await expect
    .poll(async () => {
      const rows = await app.services.db
        .selectFrom('notifications')
        .select('template')
        .where('user_id', '=', who.userId)
        .execute();
      return rows.map(({ template }) => template);
    })
    .toContain('ACP_OPENED');
});

test(`the PDF of the plan can be opened from the page [PLAN-03] ${main}`, async ({ page, newCustomer }) => {
  await openCard(page, await newCustomer(signed()));
  const file = page.getByRole('link', { name: /PDF/ }).first();
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
});

test.describe('for screen readers', () => {
  // The test's own checks need script; the page has none.
  test.use({ javaScriptEnabled: true, bypassCSP: true });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `neither page has a finding, ${colorScheme}, in both languages, on a telephone`,
      { tag: phone },
      async ({ page, newCustomer }) => {
        await page.emulateMedia({ colorScheme });
        const who = await newCustomer(signed());
        const check = async () => {
          expect(await axeFindings(page)).toEqual([]);
          expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
            390,
          );
        };
        await page.goto(`/acp-login/${who.shareId}?v=1`);
        await check();
        await page.getByRole('link', { name: '中文' }).click();
        await check();
        await openCard(page, who);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
        await check();
        await page.getByRole('link', { name: '中文' }).click();
        await check();
      },
    );
  }
});
