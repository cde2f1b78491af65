import { fullAnswers } from '../../testing/people.ts';
import { SignupForm } from '../screens/signup-form.ts';
import { bothWidths, expect, main, phone, test } from '../wattle.ts';
import { saying, texts } from '../words.ts';

const { en, zh } = texts;

test('a partly filled sign-up form keeps its text, and its messages change language [LANG-01, LAYOUT-07]', async ({
  page,
  t,
}) => {
  const form = await SignupForm.open(page, t);
  await form.forWhom('no').check();
  await form.fill({ email: 'margaret@languages.example', password: 'tea', birthDate: '31/02/1950' });
  await form.services.check();
  await form.submit();
  await expect(form.box('birthDate')).toHaveAccessibleDescription(saying(en('field.birthDate.notReal')));
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  const inChinese = new SignupForm(page.getByRole('main'), zh);
  await expect(inChinese.box('email')).toHaveValue('margaret@languages.example');
  await expect(inChinese.box('password')).toHaveValue('tea');
  await expect(inChinese.box('birthDate')).toHaveValue('31/02/1950');
  await expect(inChinese.forWhom('no')).toBeChecked();
  await expect(inChinese.services).toBeChecked();
  await expect(inChinese.box('birthDate')).toHaveAccessibleDescription(saying(zh('field.birthDate.notReal')));
  await expect(inChinese.problems.getByRole('link', { name: zh('field.birthDate.notReal') })).toBeVisible();
  await expect(page).toHaveTitle(`${zh('signup.title')} - Wattle`);
  await expect(page.getByText(en('field.birthDate.notReal'))).toHaveCount(0);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(form.box('email')).toHaveValue('margaret@languages.example');
  await expect(form.box('birthDate')).toHaveAccessibleDescription(saying(en('field.birthDate.notReal')));
});

test('a partly filled step keeps typed text, including notes; the stored answers are unchanged [LANG-01, LAYOUT-07]', async ({
  page,
  questionnaire,
  signedIn,
}) => {
  await signedIn({ plan: { status: 'draft', answers: fullAnswers() } });
  await questionnaire.open('step6b');
  await questionnaire.option('receiveCare', 'Other').check();
  await questionnaire.writeNote('palliativeCare', 'My own words');
  await questionnaire.save();
  await expect(questionnaire.box('other_receiveCare')).toHaveAccessibleDescription(
    saying(en('other_receiveCare.error.required')),
  );
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('step6b.title'));
  await expect(page.getByRole('radio', { name: zh('receiveCare.option.other'), exact: true })).toBeChecked();
  await expect(page.getByText('My own words')).toBeVisible();
  await expect(
    page.getByRole('textbox', { name: zh('other_receiveCare.label') }),
  ).toHaveAccessibleDescription(saying(zh('other_receiveCare.error.required')));
});

test(`the choice is kept: for the account, for the next visit, and in the avatar menu [LANG-01, LAYOUT-07] ${main}`, async ({
  page,
  signedIn,
  enter,
  context,
  app,
}) => {
  const who = await signedIn();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /Your account menu/ }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitemradio')).toHaveText(['English', '中文']);
  await expect(menu.getByRole('menuitemradio', { name: 'English' })).toBeChecked();
  await menu.getByRole('menuitemradio', { name: '中文' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('dash.welcomeNew'));
  await expect
    .poll(
      async () =>
        (
          await app.services.db
            .selectFrom('users')
            .select('language')
            .where('id', '=', who.userId)
            .executeTakeFirst()
        )?.language,
    )
    .toBe('zh');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('dash.welcomeNew'));
  // In another browser, set to English, the account's language is used.
  await context.clearCookies();
  await page.evaluate('localStorage.clear()');
  await enter(who);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('dash.welcomeNew'));
});

test(
  'a visitor gets the language of the browser, and may choose the other',
  { tag: bothWidths },
  async ({ page }) => {
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-AU');
    await page.getByRole('button', { name: '中文' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('signin.title'));
    await page.goto('/signup');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(zh('signup.title'));
  },
);

test(
  `on a telephone the language changes in the menu [LANG-01, LAYOUT-07] ${main}`,
  { tag: phone },
  async ({ page, signedIn }) => {
    await signedIn();
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Menu' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: '中文' }).tap();
    await expect(page.getByRole('dialog').getByRole('heading', { name: zh('common.menu') })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  },
);

test('dates are DD/MM/YY in lists, in Melbourne time [LANG-02, LANG-03]', async ({ page, signedIn, app }) => {
  const who = await signedIn({ plan: { status: 'complete', answers: fullAnswers() } });
  // Ten in the evening of 1 July in London is the morning of 2 July in Melbourne.
  const signed = new Date('2025-07-01T21:00:00Z');
  await app.services.db
    .updateTable('acps')
    .set({ completed_at: signed, updated_at: signed })
    .where('id', '=', who.acpId)
    .execute();
  await page.goto('/my-acp/edit');
  await expect(page.getByText('02/07/25')).toBeVisible();
  await page.goto('/my-acp');
  await expect(page.getByText('Signed 2 July 2025')).toBeVisible();
});

test.describe('far from Melbourne', () => {
  test.use({ timezoneId: 'America/Los_Angeles' });
  test('dates remain in Melbourne time [LANG-03]', async ({ page, signedIn, app }) => {
    const who = await signedIn({ plan: { status: 'complete', answers: fullAnswers() } });
    await app.services.db
      .updateTable('acps')
      .set({ completed_at: new Date('2025-07-01T21:00:00Z') })
      .where('id', '=', who.acpId)
      .execute();
    await page.goto('/dashboard');
    await expect(page.getByText('Signed 2 July 2025')).toBeVisible();
  });
});
