import type { Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { escapeFrom, expect, main, mainOnce, stopClock, test } from '../wattle.ts';
import { exactly, languages, saying } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

const signInCall = '**/api/auth/email-password';

/** The sign-in form, by its visible texts. */
function signInForm(page: Page, t: Translate) {
  return {
    email: page.getByRole('textbox', { name: t('signin.email.label') }),
    password: page.getByRole('textbox', { name: t('signin.password.label') }),
    button: page.getByRole('button', {
      name: exactly(t('signin.submit'), t('signin.submitting'), t('signin.notSubmitted')),
    }),
    problems: errorSummary(page),
  };
}

async function signIn(page: Page, t: Translate, email: string, password: string) {
  const form = signInForm(page, t);
  await form.email.fill(email);
  await form.password.fill(password);
  await form.button.click();
  return form;
}

for (const language of languages) {
  test.describe(`signing in, in ${language}`, () => {
    test.use({ language });

    test(`the form asks for address and password, names missing entries, and leads to the dashboard [SIGNIN-01, SIGNIN-03, SIGNIN-06, SIGNIN-07, SIGNIN-08] ${mainOnce(language)}`, async ({
      page,
      t,
      newCustomer,
    }) => {
      const who = await newCustomer({ firstName: 'Margaret' });
      await page.goto('/login');
      const form = signInForm(page, t);
      await form.button.click();
      await expect(form.problems.getByRole('link')).toHaveText([
        t('field.email.required'),
        t('field.password.required'),
      ]);
      await form.email.fill('margaret@localhost');
      await expect(form.email).toHaveAccessibleDescription(saying(t('field.email.invalid')));
      await form.email.fill('margaret@care.museum');
      await expect(form.email).toHaveAccessibleDescription('');
      const [request] = await Promise.all([
        page.waitForRequest(signInCall),
        signIn(page, t, ` ${who.email.toUpperCase()} `, who.password),
      ]);
      expect(request.postDataJSON()).toMatchObject({ email: who.email, type: 'login' });
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('dash.welcomeNew'));
    });

    test('a wrong password and an unknown address get the same message [ERR-14]', async ({
      page,
      t,
      newCustomer,
    }) => {
      const who = await newCustomer();
      await page.goto('/login');
      for (const [email, password] of [
        [who.email, 'Wrong-horse-7'],
        ['unknown@signin.example', who.password],
      ] as const) {
        const form = await signIn(page, t, email, password);
        await expect(form.button).toHaveText(t('signin.notSubmitted'));
        await expect(form.problems).toContainText(t('error.signin.failed'));
        await expect(form.email).toHaveValue(email);
        await expect(form.button).toHaveText(t('signin.submit'));
      }
    });

    test('an unverified address gets a message and a button for a new link [ERR-12, ERR-13]', async ({
      page,
      t,
      newCustomer,
      app,
    }) => {
      const who = await newCustomer();
      await app.services.db
        .updateTable('users')
        .set({ email_verified_at: null })
        .where('id', '=', who.userId)
        .execute();
      await page.goto('/login');
      const form = await signIn(page, t, who.email, who.password);
      await expect(form.problems).toContainText(t('error.emailConfirmation'));
      await expect(form.button).toHaveText(t('signin.notSubmitted'));
      await page.getByRole('button', { name: t('verify.resend') }).click();
      await expect(page.getByText(t('verify.resent'))).toBeVisible();
    });
  });
}

test(`the button shows progress, then the error for 2.5 seconds; the message stays until the next try [SIGNIN-09, ERR-14] ${main}`, async ({
  page,
  t,
  newCustomer,
}) => {
  const who = await newCustomer();
  await page.clock.install();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(signInCall, async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/login');
  await expect(signInForm(page, t).button).toHaveText('Sign in');
  await stopClock(page);
  const form = await signIn(page, t, who.email, 'Wrong-horse-7');
  await expect(form.button).toHaveText('Signing you in');
  await expect(form.button).toHaveAttribute('aria-disabled', 'true');
  answer();
  await expect(form.button).toHaveText('Not signed in');
  await page.clock.runFor(2_400);
  await expect(form.button).toHaveText('Not signed in');
  await page.clock.runFor(200);
  await expect(form.button).toHaveText('Sign in');
  await expect(form.problems).toContainText('The email address or the password is not right');
});

test('other errors show on the button and as a message, and a lost connection is named [ERR-15]', async ({
  page,
  t,
}) => {
  await page.goto('/login');
  await page.route(signInCall, (route) =>
    route.fulfill({ status: 500, json: { ok: false, error: 'general_error' } }),
  );
  const form = await signIn(page, t, 'margaret@signin.example', 'Tea-and-biscuits-4');
  await expect(form.button).toHaveText('Not signed in');
  await expect(form.problems).toContainText('We could not sign you in. Please try again.');
  await page.unroute(signInCall);
  await page.route(signInCall, (route) => route.abort());
  await expect(form.button).toHaveText('Sign in');
  await form.button.click();
  await expect(form.problems).toContainText('We could not reach Wattle. Nothing is lost.');
});

test('too many wrong passwords cause a wait, and the message says how long [ERR-15]', async ({ page, t }) => {
  await page.goto('/login');
  await page.route(signInCall, (route) =>
    route.fulfill({ status: 429, json: { ok: false, error: 'rate-limited', details: { retryAfter: 30 } } }),
  );
  const form = await signIn(page, t, 'margaret@signin.example', 'Tea-and-biscuits-4');
  await expect(form.problems).toContainText('Too many tries. Wait 30 seconds, then try again.');
});

test('signing in leads to the requested page, on this site only [SIGNIN-02, SIGNIN-03]', async ({
  page,
  t,
  newCustomer,
  context,
}) => {
  const who = await newCustomer();
  await page.goto('/questionnaire/step2');
  await expect(page).toHaveURL(/\/login\?returnPath=/);
  await signIn(page, t, who.email, who.password);
  await expect(page).toHaveURL('/questionnaire/step2');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your details');

  for (const elsewhere of [
    'https://evil.example/',
    '//evil.example',
    String.raw`/\evil.example`,
    'javascript:alert(1)',
  ]) {
    await context.clearCookies();
    await page.goto(`/login?returnPath=${encodeURIComponent(elsewhere)}`);
    await signIn(page, t, who.email, who.password);
    await expect(page, elsewhere).toHaveURL('/dashboard');
  }
});

test('a signed-in person skips the page [SIGNIN-02, SIGNIN-03]', async ({ page, signedIn }) => {
  await signedIn();
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/login?returnPath=%2Fquestionnaire%2Fstep1');
  await expect(page).toHaveURL('/questionnaire/step1');
});

test(`signing up and password recovery open from here, as dialogs and as pages [SIGNIN-04, FORGOT-01, FORGOT-02, SIGNUP-03] ${main}`, async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('margaret@signin.example');
  await page.getByRole('link', { name: 'I forgot my password' }).click();
  const forgot = page.getByRole('dialog', { name: 'Forgot your password?' });
  await expect(forgot.getByRole('textbox', { name: 'Email' })).toHaveValue('margaret@signin.example');
  await forgot.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(forgot).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await escapeFrom(page, page.getByRole('dialog', { name: 'Sign up' }));
  // In a new tab the same controls are links to pages.
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
  await expect(page.getByRole('link', { name: 'I forgot my password' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});

test('the password can be shown and hidden [SIGNIN-01]', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill('Tea-and-biscuits-4');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show Password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide Password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});
