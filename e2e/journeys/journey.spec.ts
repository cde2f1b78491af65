import type { Page } from '@playwright/test';
import type { StepId } from '../../src/domain/questionnaire/answers.ts';
import { isoOfDate, longDate } from '../../src/domain/fields.ts';
import { drawQr } from '../../src/web/ui/drawings/qr-drawing.ts';
import { fullAnswers, fullAnswersZh } from '../../testing/people.ts';
import { asks, expect, main, phone, test } from '../wattle.ts';

// The default motion setting; all other tests use reduced motion (playwright.config.ts).
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const steps: readonly StepId[] = ['step1', 'step2', 'step3', 'step4', 'step5', 'step6b', 'step7'];

/** The card as the page received it: the address of its code, and its PIN. */
async function cardOf(
  page: Page,
  open: () => Promise<unknown>,
): Promise<{ url: string; pin: string; full_name: string }> {
  const [response] = await Promise.all([
    page.waitForResponse((answer) => asks('getEmergencyCard')(answer.request())),
    open(),
  ]);
  const { data } = (await response.json()) as {
    data: { getEmergencyCard: { url: string; pin: string; full_name: string } };
  };
  return data.getEmergencyCard;
}

test(`a visitor signs up, writes and signs a plan, and a paramedic reads it [PROD-01, PROD-02, PROD-03, PROD-05, PROD-06, PROD-12, PROD-13, QGEN-02, QGEN-03, QGEN-08, QSTEP9-16, QSTEP9-19, QSTEP9-20, QSTEP9-21, QSTEP9B-01, QSTEP9B-02, PLAN-01, PLAN-03, EMERG-01, EMERG-02, EMERG-03, EMERG-04, EMERG-05] ${main}`, async ({
  page,
  questionnaire,
  browser,
  baseURL,
}) => {
  test.slow();
  const answers = fullAnswers();

  await test.step('signing up', async () => {
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Start my plan' }).click();
    await page.getByRole('radio', { name: 'Me', exact: true }).check();
    await page.getByLabel('Email').fill('margaret.doyle@journey.example');
    await page.getByRole('textbox', { name: 'Password' }).fill('Tea-and-biscuits-4');
    await page.getByLabel('Date of birth').fill('14/05/1943');
    await page.getByRole('radio', { name: 'Female' }).check();
    await page.getByRole('checkbox', { name: 'I have read the service agreement' }).check();
    await page.getByRole('checkbox', { name: 'I have read the privacy notice' }).check();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL('/verify-email');
    await expect(page.getByText('We sent a link to margaret.doyle@journey.example')).toBeVisible();
  });

  await test.step('reading the mail, verifying the address in the same browser and being signed in', async () => {
    await expect(async () => {
      await page.goto('/dev/outbox');
      await expect(page.getByText('margaret.doyle@journey.example').first()).toBeVisible({ timeout: 500 });
    }).toPass();
    await page
      .getByRole('link', { name: /margaret\.doyle@journey\.example/ })
      .first()
      .click();
    await page
      .locator('pre')
      .getByRole('link', { name: /verify-email/ })
      .click();
    await expect(page).toHaveURL('/questionnaire/step1');
    await expect(page.getByText('These questions help you say what care you would want')).toBeVisible();
  });

  await test.step('answering every step', async () => {
    for (const step of steps) {
      await questionnaire.isAt(step);
      await questionnaire.answer(step, answers);
      await questionnaire.save();
    }
    await questionnaire.isAt('step8');
    await questionnaire.button('Continue').click();
    await questionnaire.isAt('checkout');
    await questionnaire.button('Continue').click();
  });

  await test.step('reading the answers and signing', async () => {
    await questionnaire.isAt('step9');
    await expect(page.getByText('All the steps are done. You can sign.')).toBeVisible();
    await expect(page.getByText(answers.otherCommentsOrWorries ?? '')).toBeVisible();
    await page.getByRole('checkbox', { name: 'I made these choices myself' }).check();
    await page.getByRole('radio', { name: 'I believe that I have capacity' }).check();
    await page.getByLabel('Your full name').fill('Margaret Doyle');
    await questionnaire.signByDrawing();
    await questionnaire.save();
    const done = page.getByRole('dialog', { name: 'All done!' });
    await expect(done).toContainText(
      'Your wishes and values have been successfully completed. The digital questionnaire can be edited at any time, and a PDF version is available for download.',
    );
    await done.getByRole('button', { name: 'Close' }).last().click();
    await expect(page).toHaveURL('/questionnaire/step9b');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What next');
  });

  const card = await test.step('the emergency card and the PDF', async () => {
    const facts = await cardOf(page, () => page.getByRole('link', { name: 'Go to my plan' }).click());
    await expect(page).toHaveURL('/my-acp');
    const shown = page.getByRole('main');
    await expect(shown.getByText('Margaret Doyle').first()).toBeVisible();
    await expect(shown.getByText('14/05/1943').first()).toBeVisible();
    await expect(shown.getByText('--', { exact: true })).toBeVisible();
    await expect(shown.getByText(facts.pin.slice(0, 3), { exact: true })).toBeVisible();
    await expect(shown.getByText(facts.pin.slice(3), { exact: true })).toBeVisible();
    expect(facts.url).toMatch(new RegExp(`^${baseURL}/acp-login/[A-Za-z0-9_-]{22,}`));
    const code = page.getByRole('img', { name: 'Code that opens this plan in an emergency' });
    await expect(code.locator('path').last()).toHaveAttribute('d', drawQr(facts.url).path);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(
      /^Margaret Doyle - advance care plan - version 1 - \d{4}-\d\d-\d\d\.pdf$/,
    );
    const { createReadStream } = await import('node:fs');
    const start = await new Promise<string>((resolve, reject) => {
      void download.path().then((path) =>
        createReadStream(path, { start: 0, end: 3, encoding: 'latin1' })
          .once('data', (part) => resolve(String(part)))
          .once('error', reject),
      );
    });
    expect(start).toBe('%PDF');
    return facts;
  });

  await test.step('what a paramedic sees, in English and in Chinese', async () => {
    const ambulance = await browser.newContext({
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
    });
    const scan = await ambulance.newPage();
    await scan.goto(card.url);
    await scan.getByLabel('PIN number on the card').fill(card.pin);
    await scan.getByRole('button', { name: 'Open the plan' }).click();
    await expect(scan.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
    await expect(scan.getByText(/Born 14\/05\/1943, age \d+/)).toBeVisible();
    await expect(scan.getByText('After a catastrophic illness or injury', { exact: true })).toBeVisible();
    await expect(scan.getByText('breathing machine (ventilator)').first()).toBeVisible();
    await expect(scan.getByText('version 1, signed')).toBeVisible();
    await scan.getByRole('link', { name: '中文' }).click();
    await expect(scan.getByRole('heading', { level: 1 })).toHaveText('Margaret Doyle');
    await expect(scan.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await expect(scan.getByText(/呼吸机/).first()).toBeVisible();
    await ambulance.close();
  });
});

test.describe('in Chinese', () => {
  test.use({ language: 'zh' });

  test(
    `the same on a telephone, with a typed signature [LANG-01, PROD-01, PROD-02, PROD-03, PROD-05, PROD-06, QSTEP9-12, QSTEP9-20, EMERG-05] ${main}`,
    { tag: phone },
    async ({ page, t, questionnaire, browser }) => {
      test.slow();
      const answers = fullAnswersZh();
      const email = 'linmei.chen@journey.example';

      await test.step('signing up', async () => {
        await page.goto('/signup');
        await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
        await page.getByRole('radio', { name: t('signup.forMyself.yes') }).check();
        await page.getByLabel(t('signup.email.label')).fill(email);
        await page.getByRole('textbox', { name: t('signup.password.label') }).fill('Green-tea-Yum-Cha-8');
        await page.getByLabel(t('signup.birthDate.label')).fill('2/9/1938');
        await page.getByRole('radio', { name: t('field.gender.female') }).check();
        await page.getByRole('checkbox', { name: t('signup.consent.eusaCheck') }).check();
        await page.getByRole('checkbox', { name: t('signup.consent.privacyCheck') }).check();
        await page.getByRole('button', { name: t('signup.submit') }).click();
        await expect(page).toHaveURL('/verify-email');
      });

      await test.step('verifying', async () => {
        await expect(async () => {
          await page.goto('/dev/outbox');
          await page.getByRole('link', { name: email }).first().click({ timeout: 500 });
        }).toPass();
        await page
          .locator('pre')
          .getByRole('link', { name: /verify-email/ })
          .click();
        await expect(page).toHaveURL('/questionnaire/step1');
      });

      await test.step('answering every step', async () => {
        for (const step of steps) {
          // Both steps about the person are on one page.
          if (step !== 'step2') await questionnaire.isAt(step);
          await questionnaire.answer(step, answers);
          if (step !== 'step1') await questionnaire.save();
        }
        await questionnaire.isAt('step8');
        await questionnaire.button(t('common.skip')).click();
        await questionnaire.isAt('checkout');
        await questionnaire.button(t('common.continue')).click();
      });

      await test.step('signing with the typed name', async () => {
        await questionnaire.isAt('step9');
        await questionnaire
          .option('completeAll', 'considered current and future possible health states')
          .check();
        await questionnaire.option('confirmationAcknowledgement', 'believe I have capacity').check();
        await questionnaire.box('confirmName').fill('Lin Mei Chen');
        await questionnaire.signByTyping('陈林梅');
        await questionnaire.save();
        const done = page.getByRole('dialog', { name: t('allDone.title') });
        await expect(done).toContainText(t('allDone.body'));
        await done
          .getByRole('button', { name: t('allDone.close') })
          .last()
          .click();
        await expect(page).toHaveURL('/questionnaire/step9b');
      });

      const card = await test.step('the emergency card', async () => {
        const facts = await cardOf(page, () =>
          page.getByRole('link', { name: t('step9b.card.button') }).click(),
        );
        await expect(page.getByText('Lin Mei Chen').first()).toBeVisible();
        // The staff who scan it read English.
        await expect(page.getByText('Emergency: I have an advance care plan')).toBeVisible();
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: t('myAcp.pdf') }).click(),
        ]);
        expect(download.suggestedFilename()).toMatch(/\.pdf$/);
        return facts;
      });

      await test.step('what a paramedic sees', async () => {
        const ambulance = await browser.newContext({
          viewport: { width: 390, height: 844 },
          javaScriptEnabled: false,
        });
        const scan = await ambulance.newPage();
        await scan.goto(card.url);
        await scan.getByLabel('PIN number on the card').fill(card.pin);
        await scan.getByRole('button', { name: 'Open the plan' }).click();
        await expect(scan.getByRole('heading', { level: 1 })).toHaveText('Lin Mei Chen');
        await expect(scan.getByText('If heart or breathing stops', { exact: true })).toBeVisible();
        await expect(scan.getByText('feeding tube into the stomach (PEG)').first()).toBeVisible();
        const today = longDate(isoToday(), 'en');
        await expect(scan.getByText(`version 1, signed ${today}.`)).toBeVisible();
        await ambulance.close();
      });
    },
  );
});

/** Today in Melbourne. */
function isoToday(): string {
  const parts = new Intl.DateTimeFormat('en-AU', {
    timeZone: 'Australia/Melbourne',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  return isoOfDate(parts.format(new Date())) ?? '';
}
