import type { Page } from '@playwright/test';
import type { Translate } from '../src/domain/i18n/texts.ts';
import { freePort } from '../testing/faults/server-process.ts';
import { person } from '../testing/people.ts';
import { appCode, codeSentTo, enrol, phoneNumbers } from '../testing/second-step.ts';
import { productionVariables, startProductProcess } from '../testing/security/product.ts';
import { axeFindings } from './axe.ts';
import { bothWidths, escapeFrom, expect, stopClock, test } from './wattle.ts';
import { exactly, languages, saying } from './words.ts';

const [phone, otherPhone] = phoneNumbers;

async function signIn(page: Page, t: Translate, email: string, password: string) {
  await page.goto('/login');
  await page.getByRole('textbox', { name: t('signin.email.label') }).fill(email);
  await page.getByRole('textbox', { name: t('signin.password.label') }).fill(password);
  await page.keyboard.press('Enter');
  return secondStepOf(page, t);
}

/** The dialog of the second step, by the words on the screen. */
function secondStepOf(page: Page, t: Translate) {
  const dialog = page.getByRole('dialog', { name: t('mfa.title') });
  return {
    dialog,
    numbers: dialog.getByRole('radio'),
    send: dialog.getByRole('button', {
      name: exactly(t('mfa.send'), t('common.sending'), t('common.notSent')),
    }),
    code: dialog.getByRole('textbox', { name: t('mfa.code.label') }),
    recovery: dialog.getByRole('textbox', { name: t('mfa.recovery.label') }),
    verify: dialog.getByRole('button', {
      name: exactly(t('mfa.verify'), t('mfa.verifying'), t('mfa.notVerified')),
    }),
    problems: dialog.getByRole('alert'),
  };
}

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

for (const language of languages) {
  test.describe(`the second step, in ${language}`, () => {
    test.use({ language });

    test(`asks for a number and then for the code that was sent there, by keyboard alone [MFA-01, MFA-02, MFA-03, API-34, API-35] ${bothWidths}`, async ({
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

    test('leads in by an app and by a recovery code, and says what to do when there is none [MFA-01]', async ({
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

    test(`is turned on in the settings with a number, and shows the recovery codes once [D-12] ${bothWidths}`, async ({
      page,
      t,
      signedIn,
      app,
    }) => {
      const who = await signedIn();
      await page.goto('/settings/mfa');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.mfa.title'));
      await expect(page.getByText(t('success.mfaOff'))).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole('button', { name: t('settings.mfa.phoneAdd') }).click();
      const dialog = page.getByRole('dialog', { name: t('settings.mfa.phoneAdd') });
      const number = dialog.getByRole('textbox', { name: t('settings.mfa.phoneLabel') });
      const password = dialog.getByRole('textbox', { name: t('settings.password.current') });
      await number.fill('03 9123 4567');
      await dialog.getByRole('button', { name: t('mfa.send') }).click();
      await expect(number).toHaveAccessibleDescription(saying(t('field.mfaPhone.format')));
      await number.fill('0491 570 157');
      await password.fill('Wrong-horse-7');
      await password.press('Enter');
      await expect(password).toHaveAccessibleDescription(saying(t('field.password.currentWrong')));
      await expect(number).toHaveValue('0491 570 157');
      expect(await axeFindings(page)).toEqual([]);
      await password.fill(who.password);
      await password.press('Enter');
      const code = dialog.getByRole('textbox', { name: t('mfa.code.label') });
      await expect(code).toBeFocused();
      await code.fill(await codeSentTo(app.services, '+61491570157'));
      await code.press('Enter');

      const kept = page.getByRole('dialog', { name: t('settings.mfa.codesTitle') });
      await expect(kept.getByRole('listitem')).toHaveCount(10);
      await page.keyboard.press('Escape');
      await expect(kept).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await kept.getByRole('button', { name: t('settings.mfa.codesKept') }).click();
      await expect(page.getByText(t('settings.mfa.recoveryLeft', { count: 10 }))).toBeVisible();
      await expect(page.getByText(t('settings.mfa.phoneEnds', { last3: '157' })).first()).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: /^[0-9A-Z]{4}-/ })).toHaveCount(0);
    });

    test('is set up with an app in the settings, and turned off with the password [D-12]', async ({
      page,
      t,
      signedIn,
      app,
    }) => {
      const who = await signedIn();
      await page.goto('/settings/mfa');
      await page.getByRole('button', { name: t('settings.mfa.appAdd') }).click();
      const again = page.getByRole('dialog', { name: t('settings.mfa.appAdd') });
      await again.getByRole('textbox', { name: t('settings.password.current') }).fill(who.password);
      await again.getByRole('button', { name: t('common.continue') }).click();
      await expect(page.getByRole('img', { name: t('settings.mfa.appCode') })).toBeVisible();
      const code = page.getByRole('textbox', { name: saying(t('settings.mfa.appStep2')) });
      await expect(code).toBeFocused();
      expect(await axeFindings(page)).toEqual([]);
      const shown = await page.locator('body').textContent();
      const secret = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(shown ?? '')?.[0].replaceAll(' ', '') ?? '';
      await code.fill(wrongFor(await appCode(secret, app.services.clock())));
      await page.getByRole('button', { name: t('settings.mfa.turnOn') }).click();
      await expect(code).toHaveAccessibleDescription(saying(t('error.mfaVerify')));
      await code.fill(await appCode(secret, app.services.clock()));
      await code.press('Enter');
      await page.getByRole('button', { name: t('settings.mfa.codesKept') }).click();
      await expect(page.getByText(t('settings.mfa.appOn'))).toBeVisible();

      await page
        .getByRole('main')
        .getByRole('button', { name: t('settings.mfa.turnOff') })
        .click();
      const off = page.getByRole('dialog', { name: t('settings.mfa.turnOff') });
      await expect(off).toContainText(t('settings.mfa.turnOffConfirm'));
      await off.getByRole('textbox', { name: t('settings.password.current') }).fill(who.password);
      await off.getByRole('button', { name: t('mfa.verify') }).click();
      await expect(off).toBeHidden();
      await expect(page.getByText(t('settings.mfa.howTo'))).toBeVisible();
      await expect(page.getByText(t('settings.mfa.appOn'))).toBeHidden();
    });
  });
}

test('the button that confirms a code is itself again after a second, and the words stay [MFA-04, ERR-16]', async ({
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

test('another code can be asked for after thirty seconds, which are counted down [GAP-12]', async ({
  page,
  t,
  newCustomer,
  app,
}) => {
  const who = await newCustomer();
  await enrol(app.services, who.userId, { phones: [phone] });
  await page.clock.install();
  const step = await signIn(page, t, who.email, who.password);
  await step.send.click();
  await expect(step.code).toBeVisible();
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

test('a lost connection, a wait and a handle that is too old are told, and what was typed stays [ERR-16]', async ({
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
    [{ status: 429, json: { ok: false, error: 'rate-limited', retryAfter: 30 } }, 'Wait 30 seconds'],
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

test('staff in production are led to set it up before anything else, and cannot turn it off [D-12]', async ({
  browser,
  t,
}) => {
  const port = String(await freePort());
  const product = await startProductProcess({
    ...productionVariables(),
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  const context = await browser.newContext({ baseURL: product.origin, locale: 'en-AU' });
  try {
    const who = await person(product.services, { role: 'admin' });
    const page = await context.newPage();
    await signIn(page, t, who.email, who.password);
    await expect(page).toHaveURL('/admin/settings/mfa');
    await expect(page.getByText('Staff need a second step. Set it up to go on.')).toBeVisible();
    for (const path of ['/dashboard', '/admin/settings/general', '/admin/settings/email']) {
      await page.goto(path);
      await expect(page).toHaveURL('/admin/settings/mfa');
    }
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('textbox', { name: 'Current password' }).fill(who.password);
    await page.keyboard.press('Enter');
    const code = page.getByRole('textbox', { name: /Type the 6 digits/ });
    await expect(code).toBeVisible();
    const shown = await page.locator('body').textContent();
    const secret = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(shown ?? '')?.[0].replaceAll(' ', '') ?? '';
    await code.fill(await appCode(secret, new Date()));
    await code.press('Enter');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page.getByText('Staff need a second step. Set it up to go on.')).toBeHidden();
    await expect(page.getByText('Staff cannot turn this off.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove the app' })).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/dashboard');
  } finally {
    await context.close();
    await product.close();
  }
});
