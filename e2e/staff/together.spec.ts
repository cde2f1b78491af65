import type { Page } from '@playwright/test';
import { placeholderEmail } from '../../src/domain/customers/placeholder-email.ts';
import { fullAnswers, fullAnswersZh, password, provider, type TestPerson } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { axeFindings, isInOrder, sidewaysBy } from '../axe.ts';
import { expect, main, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

/** Begins a shared session of a resident and the signed-in nurse. */
async function beginTogether(page: Page, app: TestApp, { userId }: TestPerson): Promise<void> {
  await page.goto('/dashboard');
  const begun = await page.request.post('/api/auth/begin-together', {
    data: { customerId: userId, reason: 'To help', password, agreed: true },
    headers: { origin: app.url },
  });
  expect(begun.ok()).toBe(true);
}

for (const language of languages) {
  test.describe(`a resident without an address and a nurse, in ${language}`, () => {
    test.use({ language });

    test(`begin together: each page names the account, the resident answers and signs, and no page of the nurse can be reached [N-08] [D-14] ${main}`, async ({
      page,
      t,
      app,
      newCustomer,
      enter,
      questionnaire,
    }) => {
      const { db } = app.services;
      const providerId = await provider(app.services, 'Banksia House');
      const answers = language === 'zh' ? fullAnswersZh() : fullAnswers();
      const resident = await newCustomer({
        ...{ providerId, firstName: 'Shirley', lastName: 'Doyle' },
        plan: { status: 'draft', answers },
      });
      await db
        .updateTable('users')
        .set({ email: placeholderEmail(resident.userId), email_verified_at: null, password_hash: null })
        .where('id', '=', resident.userId)
        .execute();
      const nurse = await newCustomer({
        ...{ role: 'provideradmin', providerId, firstName: 'Priya', lastName: 'Nair' },
      });
      await enter(nurse);
      await page.goto(`/provider/customers/${resident.userId}`);
      const button = page.getByRole('button', { name: t('customers.action.beginTogether') });
      await expect(button.last()).toContainText(t('customer.together.about', { customer: 'Shirley Doyle' }));
      await button.first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: t('lac.confirm.reason') }).fill('She asked for help');
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('textbox', { name: t('lac.confirm.password') }).fill(password);
      await isInOrder(page);
      await dialog.getByRole('button', { name: t('lac.together.button') }).click();

      await expect(page).toHaveURL('/dashboard');
      const words = `${t('lac.together.whose', { customer: 'Shirley Doyle' })} ${t('lac.together.beside', { staff: 'Priya Nair', organisation: 'Banksia House' })}`;
      const bar = page.getByRole('region', { name: words });
      await expect(bar).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);

      await questionnaire.open('step3');
      await expect(bar).toBeVisible();
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await expect(bar).toBeInViewport();
      expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
      await questionnaire.open('step9');
      const only = { staff: 'Priya Nair', organisation: 'Banksia House' };
      await expect(page.getByText(t('lac.together.sign', only))).toBeVisible();
      await questionnaire.confirmAs('Shirley Doyle');
      await questionnaire.signByTyping('Shirley Doyle');
      expect(await axeFindings(page)).toEqual([]);
      await questionnaire.save();
      await expect(page.getByRole('dialog', { name: t('allDone.title') })).toBeVisible();
      await expect
        .poll(() =>
          db
            .selectFrom('staff_visits')
            .select(['together', 'place_id', 'staff_id', 'signed_versions'])
            .where('customer_id', '=', resident.userId)
            .executeTakeFirst(),
        )
        .toEqual({ together: true, place_id: providerId, staff_id: nurse.userId, signed_versions: [1] });

      await page.goto('/settings/privacy');
      await expect(bar).toBeVisible();
      await expect(page.getByText(t('lac.together.only', { staff: 'Priya Nair' })).first()).toBeVisible();
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);

      await page.goto(`/provider/customers/${resident.userId}`);
      await expect(page).toHaveURL('/dashboard');
      await expect(bar).toBeVisible();

      await bar.getByRole('button', { name: t('lac.together.finish') }).click();
      await expect(page).toHaveURL(/\/login$/);
      await page.goBack();
      // The dashboard of a visitor.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('dash.visitor.title'));
      await expect(page.getByText('Shirley Doyle')).toHaveCount(0);
      await expect(page.getByText('Priya Nair')).toHaveCount(0);
    });

    test('at 400 % zoom of a tablet the bar leaves most of the screen to the page, nothing scrolls sideways, and the button to finish is visible [N-08]', async ({
      page,
      t,
      app,
      newCustomer,
      enter,
      questionnaire,
    }) => {
      const providerId = await provider(app.services, 'Banksia House');
      const resident = await newCustomer({ providerId, firstName: 'Shirley', lastName: 'Doyle' });
      const nurse = await newCustomer({
        ...{ role: 'provideradmin', providerId, firstName: 'Priya', lastName: 'Nair' },
      });
      await enter(nurse);
      await beginTogether(page, app, resident);
      // 320 by 256 pixels are 1280 by 1024 at 400 %.
      await page.setViewportSize({ width: 320, height: 256 });
      const finish = page.getByRole('button', { name: t('lac.together.finish'), exact: true });
      const bar = page.getByRole('region', { name: t('lac.together.whose', { customer: 'Shirley Doyle' }) });
      for (const open of [() => page.goto('/dashboard'), () => questionnaire.open('step3')]) {
        await open();
        await expect(finish).toBeVisible();
        await page.evaluate('scrollTo(0, document.body.scrollHeight / 2)');
        await expect(finish).toBeInViewport();
        const height = (await bar.boundingBox())?.height ?? 256;
        expect(height).toBeLessThanOrEqual(256 / 3);
        expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
      }
      await finish.click();
      await expect(page).toHaveURL(/\/login$/);
    });

    test('the page shows that the session was ended elsewhere, and leads to the sign-in page [N-08]', async ({
      page,
      t,
      app,
      newCustomer,
      enter,
    }) => {
      const providerId = await provider(app.services);
      const resident = await newCustomer({ providerId, firstName: 'Shirley', lastName: 'Doyle' });
      const nurse = await newCustomer({ role: 'provideradmin', providerId, firstName: 'Priya' });
      await enter(nurse);
      await beginTogether(page, app, resident);
      const listening = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
      await page.goto('/dashboard');
      await listening;
      await expect(page.getByRole('button', { name: t('lac.together.finish'), exact: true })).toBeVisible();
      await app.services.db.deleteFrom('sessions').where('user_id', '=', resident.userId).execute();
      const ended = page.getByRole('alertdialog', { name: t('system.togetherEnded.title') });
      await expect(ended).toContainText(t('system.togetherEnded.body'), { timeout: 20_000 });
      await ended.getByRole('button', { name: t('system.sessionEnded.button') }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByText('Shirley Doyle')).toHaveCount(0);
    });
  });
}
