import type { Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import type { TestPerson } from '../../testing/people.ts';
import { appCode, codeSentTo, enrol, phoneNumbers, wrongFor } from '../../testing/second-step.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { axeFindings } from '../axe.ts';
import { signIn } from '../screens/second-step-dialog.ts';
import { eachWidthOnce, escapeFrom, expect, main, mainOnce, stopClock, test } from '../wattle.ts';
import { languages, saying } from '../words.ts';

const [phone, otherPhone] = phoneNumbers;

for (const language of languages) {
  test.describe(`the second step, in ${language}`, () => {
    test.use({ language });

    test(`asks for a number and then for the code that was sent there, by keyboard only [MFA-01, MFA-02, MFA-03, API-34, API-35, CACT-02] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      t,
      newCustomer,
      app,
    }) => {
      const who = await newCustomer();
      await enrol(app.services, who.userId, { phones: [phone, otherPhone] });
      const step = await signIn(page, t, who.email, who.password);
      await expect(step.dialog).toBeVisible();
      await expect(page).toHaveURL('/login');
      await expect(step.numbers).toHaveCount(2);
      await expect(step.dialog).toContainText(t('mfa.phone.option', { masked: '*** *** 006' }));
      expect(await step.dialog.textContent()).not.toContain('0491');
      expect(await axeFindings(page)).toEqual([]);

      await step.send.focus();
      await page.keyboard.press('Enter');
      await expect(step.problems).toContainText(t('field.mfaPhone.required'));
      await step.problems.getByRole('link').focus();
      await page.keyboard.press('Enter');
      await expect(step.numbers.first()).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(step.numbers.nth(1)).toBeChecked();
      await page.keyboard.press('Enter');

      await expect(step.code).toBeFocused();
      await expect(step.dialog.getByRole('status')).toContainText(t('mfa.sent', { masked: '*** *** 156' }));
      await expect(step.code).toHaveAttribute('autocomplete', 'one-time-code');
      await expect(step.code).toHaveAttribute('inputmode', 'numeric');
      expect(await axeFindings(page)).toEqual([]);

      await page.keyboard.press('Enter');
      await expect(step.code).toHaveAccessibleDescription(saying(t('field.code.required')));
      await step.code.fill('12a456');
      await expect(step.code).toHaveAccessibleDescription(saying(t('field.code.digits')));
      const code = await codeSentTo(app.services, otherPhone);
      await step.code.fill(wrongFor(code));
      await page.keyboard.press('Enter');
      await expect(step.problems).toContainText(t('error.mfa.triesLeft', { count: 4 }));
      await step.code.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
      await step.code.press('Enter');
      await expect(page).toHaveURL('/dashboard');
    });

    test('signs in with an app and with a recovery code, and explains what to do without either [MFA-01]', async ({
      page,
      t,
      newCustomer,
      app,
    }) => {
      const who = await newCustomer();
      const { secret, recoveryCodes } = await enrol(app.services, who.userId, { phones: [phone], app: true });
      const step = await signIn(page, t, who.email, who.password);
      await expect(step.numbers).toBeChecked();
      await step.dialog.getByText(t('mfa.lost')).click();
      await expect(step.dialog.getByText(t('mfa.lostBody'))).toBeVisible();
      await step.dialog.getByRole('button', { name: t('mfa.useRecovery') }).click();
      await expect(step.recovery).toBeFocused();
      await step.recovery.fill('123456');
      await step.verify.click();
      await expect(step.recovery).toHaveAccessibleDescription(saying(t('field.recovery.invalid')));
      await step.dialog.getByRole('button', { name: t('mfa.useApp') }).click();
      await expect(step.code).toBeFocused();
      await expect(step.code).toHaveAccessibleDescription(saying(t('mfa.code.hintApp')));
      expect(await axeFindings(page)).toEqual([]);
      await step.code.fill(await appCode(secret, app.services.clock()));
      await step.verify.click();
      await expect(page).toHaveURL('/dashboard');

      await page.context().clearCookies();
      const again = await signIn(page, t, who.email, who.password);
      await again.dialog.getByRole('button', { name: t('mfa.useRecovery') }).click();
      await again.recovery.fill((recoveryCodes[0] ?? '').toLowerCase());
      await again.verify.click();
      await expect(page).toHaveURL('/dashboard');
    });
  });
}

test(`the button that confirms a code is reset after a second, and the message stays [MFA-04, ERR-16] ${main}`, async ({
  page,
  t,
  newCustomer,
  app,
}) => {
  const who = await newCustomer();
  await enrol(app.services, who.userId, { app: true });
  await page.clock.install();
  const step = await signIn(page, t, who.email, who.password);
  await expect(step.code).toBeVisible();
  await stopClock(page);
  await step.code.fill('000000');
  await step.verify.click();
  await expect(step.verify).toHaveText('Not confirmed');
  await page.clock.runFor(900);
  await expect(step.verify).toHaveText('Not confirmed');
  await page.clock.runFor(200);
  await expect(step.verify).toHaveText('Confirm');
  await expect(step.problems).toContainText('This code is not right, or it is too old.');
});

/** Signs a person in up to the field for the sent code. The clock of the page can be moved. */
async function askForCode({
  page,
  t,
  app,
  who,
}: {
  page: Page;
  t: Translate;
  app: TestApp;
  who: TestPerson;
}) {
  await enrol(app.services, who.userId, { phones: [phone] });
  await page.clock.install();
  const step = await signIn(page, t, who.email, who.password);
  await step.send.click();
  await expect(step.code).toBeFocused();
  return step;
}

test('another code can be requested after a countdown of thirty seconds [GAP-12]', async ({
  page,
  t,
  newCustomer,
  app,
}) => {
  const step = await askForCode({ page, t, app, who: await newCustomer() });
  const first = await codeSentTo(app.services, phone);
  await stopClock(page);
  const resend = step.dialog.getByRole('button', { name: 'Send a new code' });
  await expect(resend).toHaveAttribute('aria-disabled', 'true');
  await expect(step.dialog.getByText(/You can ask for a new code in \d+ seconds\./)).toBeVisible();
  await page.clock.runFor(31_000);
  await expect(resend).not.toHaveAttribute('aria-disabled', 'true');
  app.advance(31_000);
  await resend.click();
  await expect(async () => expect(await codeSentTo(app.services, phone)).not.toBe(first)).toPass();
  await page.clock.resume();
  await step.code.fill(await codeSentTo(app.services, phone));
  await step.verify.click();
  await expect(page).toHaveURL('/dashboard');
});

test('a lost connection, a wait and an expired handle show a message, and typed text stays [ERR-16]', async ({
  page,
  t,
  newCustomer,
  app,
}) => {
  const who = await newCustomer();
  await enrol(app.services, who.userId, { app: true });
  const step = await signIn(page, t, who.email, who.password);
  await step.code.fill('123456');
  const call = '**/api/auth/cognito_2fa';
  const answers = [
    [
      { status: 429, json: { ok: false, error: 'rate-limited', details: { retryAfter: 30 } } },
      'Wait 30 seconds',
    ],
    [
      { status: 401, json: { ok: false, error: 'unauthenticated' } },
      'This code is not right, or it is too old.',
    ],
    [{ status: 500, json: { ok: false, error: 'general_error' } }, 'Our server could not do this.'],
  ] as const;
  for (const [answer, words] of answers) {
    await page.route(call, (route) => route.fulfill(answer));
    await step.verify.click();
    await expect(step.problems).toContainText(words);
    await expect(step.code).toHaveValue('123456');
    await page.unroute(call);
    await expect(step.verify).toHaveText('Confirm');
  }
  await page.route(call, (route) => route.abort());
  await step.verify.click();
  await expect(step.problems).toContainText('We could not reach Wattle.');
  await escapeFrom(page, step.dialog);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(who.email);
});

test('the error about a code disappears when another one is sent, and the field for the next code is empty [R-45] [MFA-04]', async ({
  page,
  t,
  newCustomer,
  app,
}) => {
  const step = await askForCode({ page, t, app, who: await newCustomer() });
  await step.code.fill(wrongFor(await codeSentTo(app.services, phone)));
  await page.keyboard.press('Enter');
  await expect(step.problems).toContainText(t('error.mfa.triesLeft', { count: 4 }));
  await page.clock.runFor(31_000);
  app.advance(31_000);
  const again = step.dialog.getByRole('button', { name: t('mfa.resend') });
  await again.click();
  await expect(step.problems).toBeHidden();
  await expect(step.code).toHaveValue('');
});
