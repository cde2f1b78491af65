import type { Locator, Page } from '@playwright/test';
import { drawQr } from '../../src/web/ui/drawings/qr-drawing.ts';
import { present } from '../../src/domain/questionnaire/reading/present.ts';
import { fullAnswers, fullAnswersZh } from '../../testing/people.ts';
import { cardOf, code, fact, paper, signed } from '../screens/emergency-card.ts';
import { savedPlan } from '../saved-plan.ts';
import { expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

const pdfAddress = '**/api/acp/plan.pdf*';

/** Presses the button that downloads the plan. Returns the name of the file and its first bytes. */
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

    test(`My plan shows its status, the card with every fact, and the plan in short [PLAN-01, EMERG-01, EMERG-02, EMERG-03, EMERG-04, EMERG-05] ${mainOnce(language)}`, async ({
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
      // Staff read the card: English first, whatever the language of the page (D-29).
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
      await expect(main.getByRole('link', { name: t('myAcp.edit') })).toHaveAttribute('href', '/my-acp/edit');
      await main.getByRole('link', { name: t('myAcp.readAll') }).click();
      await expect(page).toHaveURL('/care-plan');
    });

    test(`the care plan shows every answer in words, and nothing there can be changed [PLAN-02] ${mainOnce(language)}`, async ({
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
      const shownText = (await plan.innerText()).replaceAll(/\s+/g, ' ');
      for (const section of present(saved.answers, { t, voice: { kind: 'self' } })) {
        for (const { title, lines, note } of section.rows) {
          for (const words of [title, ...lines, ...(note ? [note] : [])]) {
            expect(shownText).toContain(words.replaceAll(/\s+/g, ' '));
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

    test(`the PDF is downloaded with its name, and a failed download shows an error until it works; the same for the file for a health service [PLAN-03, ERR-26, X-03] ${mainOnce(language)}`, async ({
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
      const problem = page.getByRole('alert').filter({ hasText: /\S/ });
      await expect(problem).toContainText(t('myAcp.pdfState.failed'));
      if (language === 'en') await expect(problem).toContainText('Download failed!');
      await expect(button).toHaveText(t('common.tryAgain'));
      await page.unroute(pdfAddress);
      await page.route(pdfAddress, (route) => route.abort('connectionreset'));
      await button.click();
      await expect(problem).toContainText(t('myAcp.pdfState.failed'));
      await page.unroute(pdfAddress);
      const { name, start } = await download(page, button);
      expect(name).toMatch(
        new RegExp(`^${firstName} ${lastName} - .*advance care plan - .*version 1 - [\\d-]{10}\\.pdf$`),
      );
      expect(start).toBe('%PDF');
      await expect(problem).toHaveCount(0);
      await expect(button).toHaveText(t('success.downloadDone'));
      const file = await download(page, page.getByRole('button', { name: t('myAcp.fhir') }));
      expect(file.name).toBe(name.replace(/\.pdf$/, '.fhir.json'));
      expect(file.start).toBe('{"re');
    });

    test('an unsigned plan has no card and no PDF, and leads to the questions [PLAN-01, PLAN-02, PLAN-03]', async ({
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

test('a plan for another person shows on page, card and care plan who recorded it for whom [PLAN-01, PLAN-02]', async ({
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

test('the care plan prints on white A4 without screen-only elements [PLAN-02]', async ({
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
