import { randomUUID } from 'node:crypto';
import { SignupForm } from '../screens/signup-form.ts';
import { expect, main, test } from '../wattle.ts';

const freshEmail = () => `${randomUUID()}@signup-modal.example`;

test.describe('the dialog over the sign-in page', () => {
  test(`opens, leads back, and keeps what was typed [SIGNUP-03, SIGNUP-04, SIGNIN-04] ${main}`, async ({
    page,
    t,
  }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign up' });
    const form = new SignupForm(dialog, t);
    await form.fill({ email: 'margaret@signup.example', birthDate: '14/05/1943' });
    await dialog.getByRole('button', { name: 'Back to sign in' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(form.box('email')).toHaveValue('margaret@signup.example');
    await expect(form.box('birthDate')).toHaveValue('14/05/1943');
  });

  test('asks for names with one general message, and for a date as DD/MM/YYYY [SIGNUP-24, SIGNUP-34]', async ({
    page,
    t,
  }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    const form = new SignupForm(page.getByRole('dialog', { name: 'Sign up' }), t);
    await form.root.getByRole('textbox', { name: 'First name' }).fill('M4rgaret');
    await form.fill({ birthDate: '14-May-43' });
    await form.submit();
    await expect(form.root.getByRole('textbox', { name: 'First name' })).toHaveAccessibleDescription(
      'Check this name',
    );
    await expect(form.root.getByRole('textbox', { name: 'Last name' })).toHaveAccessibleDescription(
      'Check this name',
    );
    await expect(form.box('birthDate')).toHaveAccessibleDescription(
      /Write the date of birth as day, month and year/,
    );
  });

  test(`opens the inbox dialog when the address must be verified, and its OK leads to the first page [EVERIFY-02, EVERIFY-03] ${main}`, async ({
    page,
    t,
  }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign up' });
    const form = new SignupForm(dialog, t);
    const email = freshEmail();
    await dialog.getByRole('textbox', { name: 'First name' }).fill('Margaret');
    await dialog.getByRole('textbox', { name: 'Last name' }).fill('Doyle');
    await form.fillAll({ email });
    await form.submit();
    const inbox = page.getByRole('dialog', { name: 'Check your email' });
    await expect(inbox).toContainText(`We sent a link to ${email}.`);
    // The first page redirects at once: record the address of the browser on the way.
    const went: string[] = [];
    page.on('framenavigated', (frame) => went.push(new URL(frame.url()).pathname));
    await inbox.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL('/dashboard');
    expect(went[0]).toBe('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write down the care you want');
  });

  test('shows a refusal on the button [ERR-05]', async ({ page, t }) => {
    for (const status of [401, 500]) {
      await page.route('**/api/auth/email-password-file', (route) =>
        route.fulfill({
          status,
          json: { ok: false, error: status === 401 ? 'unauthenticated' : 'general_error' },
        }),
      );
      await page.goto('/login');
      await page.getByRole('link', { name: 'Sign up' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sign up' });
      const form = new SignupForm(dialog, t);
      await dialog.getByRole('textbox', { name: 'First name' }).fill('Margaret');
      await dialog.getByRole('textbox', { name: 'Last name' }).fill('Doyle');
      await form.fillAll({ email: freshEmail() });
      await form.submit();
      await expect(form.submitButton).toHaveText('Not signed up');
      await expect(dialog.getByText('We could not sign you up. Please try again.')).toBeVisible();
      await page.unrouteAll();
    }
  });
});
