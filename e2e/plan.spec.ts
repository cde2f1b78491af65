import type { Locator, Page, Route } from '@playwright/test';
import { drawQr } from '../src/web/features/plan/qr-drawing.ts';
import { present } from '../src/domain/questionnaire/present.ts';
import type { Answers } from '../src/domain/questionnaire/answers.ts';
import { TestClient } from '../testing/client.ts';
import { fullAnswers, fullAnswersZh, provider, type TestPerson } from '../testing/people.ts';
import type { TestApp } from '../testing/start-app.ts';
import { savedPlan } from './saved-plan.ts';
import { escapeFrom, expect, stopClock, test } from './wattle.ts';
import { languages } from './words.ts';

const daniel = {
  name: 'Daniel Doyle',
  email: 'daniel@plan.example',
  phone: '0491 570 006',
  relationship: 'Son',
  substitutedDecisionMaker: true,
  accepted: true,
};
const signed = (answers: Answers = fullAnswers()) => ({
  firstName: answers.firstName ?? '',
  lastName: answers.lastName ?? '',
  dob: answers.dob ?? '',
  plan: { status: 'complete' as const, answers },
  contacts: [daniel],
});
const pdfAddress = '**/api/acp/plan.pdf*';
const code = (where: Locator) =>
  where.getByRole('img', { name: 'Code that opens this plan in an emergency' });

/** One line of the card on the page, by its label. */
const fact = (where: Locator, label: string): Locator =>
  where.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::*');

/** The card as the server gives it to its owner. */
async function cardOf(
  app: TestApp,
  who: TestPerson,
): Promise<{ url: string; pin: string; share_id: string }> {
  const client = new TestClient(app.url);
  await client.signIn(who.email, who.password);
  const { data } = await client.graphql('{ getEmergencyCard { url pin share_id } }');
  return data.getEmergencyCard;
}

/** Whether a card's address and PIN open a plan, for somebody who has nothing else. */
async function opens(address: string, pin: string): Promise<boolean> {
  const { origin, pathname } = new URL(address);
  const response = await new TestClient(origin).fetch(pathname, {
    method: 'POST',
    body: new URLSearchParams({ pin }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '10.250.0.1' },
  });
  return response.status === 303;
}

/** How many pages a printed document has, and how large the first is, in points. */
function paper(pdf: Buffer): { pages: number; width: number; height: number } {
  const text = pdf.toString('latin1');
  const [, width = '', height = ''] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(text) ?? [];
  return {
    pages: text.match(/\/Type\s*\/Page\b/g)?.length ?? 0,
    width: Math.round(Number(width)),
    height: Math.round(Number(height)),
  };
}

const millimetres = (pixels: number | undefined) => Math.round(((pixels ?? 0) / 96) * 254) / 10;

/** Presses the button that downloads the plan: the name of the file and its first letters. */
async function download(page: Page, button: Locator): Promise<{ name: string; start: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  let start = '';
  for await (const part of await file.createReadStream()) {
    start += String(part).slice(0, 4);
    break;
  }
  return { name: file.suggestedFilename(), start };
}

for (const language of languages) {
  test.describe(`the signed plan, in ${language}`, () => {
    test.use({ language });
    const answers = language === 'zh' ? fullAnswersZh() : fullAnswers();
    const [firstName = '', lastName = ''] = [answers.firstName, answers.lastName];

    test('My plan shows where it stands, the card with every fact, and the plan in short [PLAN-01, EMERG-01, EMERG-02, EMERG-03, EMERG-04, EMERG-05]', async ({
      page,
      t,
      signedIn,
      app,
    }) => {
      const who = await signedIn(signed(answers));
      const card = await cardOf(app, who);
      await page.goto('/my-acp');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('myAcp.title'));
      const main = page.getByRole('main');
      await expect(main.getByText(t('myAcp.status.complete'), { exact: true })).toBeVisible();
      await expect(main.getByText(t('myAcp.version', { version: 1 }), { exact: true })).toBeVisible();
      // The card is read by staff: English first, whatever the language of the page (D-29).
      await expect(fact(main, 'Full name')).toHaveText(`${firstName} ${lastName}`);
      await expect(fact(main, 'Date of birth')).toHaveText(answers.dob ?? '');
      await expect(fact(main, 'Care provider')).toHaveText('--');
      await expect(fact(main, 'PIN number')).toHaveText(card.pin);
      expect(card.pin).toMatch(/^\d{6}$/);
      expect(card.url).toBe(`${app.url}/acp-login/${card.share_id}?v=1`);
      await expect(code(main).locator('path').last()).toHaveAttribute('d', drawQr(card.url).path);
      await expect(main.getByText(/^Version 1, \d{1,2} \w+ 20\d\d$/)).toBeVisible();
      await expect(main.getByText('紧急情况', { exact: false })).toHaveCount(language === 'zh' ? 1 : 0);
      await expect(main.getByText('0491 570 006')).toBeVisible();
      await expect(main.getByRole('link', { name: t('myAcp.edit') })).toHaveAttribute(
        'href',
        '/questionnaire',
      );
      await main.getByRole('link', { name: t('myAcp.readAll') }).click();
      await expect(page).toHaveURL('/care-plan');
    });

    test('the care plan tells every answer in words, and nothing there can be changed [PLAN-02]', async ({
      page,
      t,
      signedIn,
      app,
    }) => {
      const who = await signedIn(signed(answers));
      const saved = await savedPlan(app, who);
      await page.goto('/care-plan');
      const plan = page.getByRole('article');
      await expect(plan.getByRole('heading', { level: 1 })).toHaveText(t('carePlan.title'));
      await expect(plan).toContainText(t('carePlan.readOnly'));
      await expect(plan).toContainText(`${firstName} ${lastName}`);
      const told = (await plan.innerText()).replaceAll(/\s+/g, ' ');
      for (const section of present(saved.answers, { t, voice: { kind: 'self' } })) {
        for (const { title, lines, note } of section.rows) {
          for (const words of [title, ...lines, ...(note ? [note] : [])]) {
            expect(told).toContain(words.replaceAll(/\s+/g, ' '));
          }
        }
      }
      await expect(plan.getByRole('img', { name: `${firstName} ${lastName}` })).toBeVisible();
      await expect(plan.getByRole('link', { name: '0491 570 006' }).first()).toHaveAttribute(
        'href',
        'tel:0491570006',
      );
      for (const role of ['textbox', 'radio', 'checkbox', 'button'] as const) {
        await expect(plan.getByRole(role)).toHaveCount(0);
      }
      await page.getByRole('link', { name: t('carePlan.back') }).click();
      await expect(page).toHaveURL('/my-acp');
    });

    test('the PDF is downloaded by name, and a failed download says so until it works [PLAN-03, ERR-26]', async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn(signed(answers));
      await page.goto('/my-acp');
      const names = [
        'myAcp.pdf',
        'myAcp.pdfState.preparing',
        'success.downloadDone',
        'common.tryAgain',
      ] as const;
      const button = page.getByRole('button', {
        name: new RegExp(`^(${names.map((key) => t(key)).join('|')})$`),
      });
      await page.route(pdfAddress, (route) => route.fulfill({ status: 500, json: {} }));
      await button.click();
      await expect(page.getByRole('alert')).toContainText(t('myAcp.pdfState.failed'));
      if (language === 'en') await expect(page.getByRole('alert')).toContainText('Download failed!');
      await expect(button).toHaveText(t('common.tryAgain'));
      await page.unroute(pdfAddress);
      await page.route(pdfAddress, (route) => route.abort('connectionreset'));
      await button.click();
      await expect(page.getByRole('alert')).toContainText(t('myAcp.pdfState.failed'));
      await page.unroute(pdfAddress);
      const { name, start } = await download(page, button);
      expect(name).toMatch(new RegExp(`^ACP_${lastName}_${firstName.replace(' ', '-')}_\\d{8}\\.pdf$`));
      expect(start).toBe('%PDF');
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(button).toHaveText(t('success.downloadDone'));
    });

    test('a plan that is not signed has no card and no PDF, and leads to the questions [PLAN-01, PLAN-02, PLAN-03]', async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn({ plan: { status: 'draft', answers } });
      for (const address of ['/my-acp', '/care-plan']) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 2 })).toHaveText(t('myAcp.draft.title'));
        await expect(page.getByText(t('myAcp.draft.body'))).toBeVisible();
        await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
        await expect(code(page.getByRole('main'))).toHaveCount(0);
        await page
          .getByRole('main')
          .getByRole('link', { name: t('myAcp.draft.button') })
          .click();
        await expect(page).toHaveURL('/questionnaire');
      }
    });
  });
}

test('the provider stands on the card of its customer [EMERG-03]', async ({ page, signedIn, app }) => {
  await signedIn({ ...signed(), providerId: await provider(app.services, 'Banksia House') });
  await page.goto('/my-acp');
  await expect(fact(page.getByRole('main'), 'Care provider')).toHaveText('Banksia House');
});

test('a plan for somebody else says on page, card and care plan who recorded it for whom [PLAN-01, PLAN-02]', async ({
  page,
  signedIn,
}) => {
  await signedIn({ ...signed(), accountOwner: 'child' });
  const recorded = 'Recorded by Margaret Doyle (child) for Margaret Doyle';
  await page.goto('/my-acp');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan for Margaret Doyle');
  await expect(page.getByRole('main').getByText(recorded, { exact: true })).toHaveCount(2);
  await expect(page.getByText('Emergency: Margaret has an advance care plan')).toBeVisible();
  await page.getByRole('link', { name: 'Read all of it' }).click();
  await expect(page.getByRole('article').getByText(recorded, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('article')).not.toContainText('my wishes');
});

test('the PIN can be hidden and shown, and a printed card has it all the same [EMERG-04, EMERG-06]', async ({
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

  for (const { button, title, width, height } of [
    { button: 'Print wallet card', title: 'Wallet card', width: 85.6, height: 54 },
    { button: 'Print fridge card', title: 'Fridge card', width: 170, height: 107 },
  ]) {
    await page.getByRole('button', { name: button }).click();
    await page.emulateMedia({ media: 'print' });
    // On paper the sheet stands alone; on the screen nobody meets it.
    await expect(main).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    const sheet = page.getByText(title, { exact: true }).locator('xpath=ancestor::div[1]');
    await expect(sheet.getByText(title, { exact: true })).toBeVisible();
    await expect(sheet.getByText(who.pin.slice(0, 3), { exact: true })).toBeVisible();
    await expect(sheet.getByText(who.pin.slice(3), { exact: true })).toBeVisible();
    await expect(sheet.getByText('Margaret Doyle', { exact: true })).toBeVisible();
    const box = await sheet.locator('svg[role="img"]').locator('xpath=ancestor::*[@lang][1]').boundingBox();
    expect(millimetres(box?.width)).toBeCloseTo(width, 0);
    expect(millimetres(box?.height)).toBeCloseTo(height, 0);
    expect(paper(await page.pdf({ preferCSSPageSize: true }))).toMatchObject({
      pages: 1,
      width: 595,
      height: 842,
    });
    await page.emulateMedia({ media: 'screen' });
    await expect(sheet.getByText(title, { exact: true })).toBeHidden();
  }
  expect(await page.evaluate('window.printed')).toBe(2);
  await page.getByRole('button', { name: 'Show PIN' }).click();
  await expect(pin).toHaveText(who.pin);
});

test('the care plan prints on white A4 without what is only for the screen [PLAN-02]', async ({
  page,
  signedIn,
}) => {
  await signedIn(signed());
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript('window.printed = 0; window.print = () => { window.printed += 1; };');
  await page.goto('/care-plan');
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate('window.printed')).toBe(1);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  for (const role of ['banner', 'navigation', 'button'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByText('You can read it here, but not change it')).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('article')).toHaveCSS('color', 'rgb(0, 0, 0)');
  const sheet = paper(await page.pdf({ preferCSSPageSize: true }));
  expect(sheet).toMatchObject({ width: 595, height: 842 });
  expect(sheet.pages).toBeGreaterThanOrEqual(2);
  expect(sheet.pages).toBeLessThanOrEqual(8);
});

test('a new code and PIN are shown at once, and the old card opens nothing any more [EMERG-04, EMERG-05]', async ({
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

test('renewing that fails says so, turns back to its words after three seconds, and changes nothing [CONST-01, CONST-02]', async ({
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
