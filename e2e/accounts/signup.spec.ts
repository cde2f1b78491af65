import { randomUUID } from 'node:crypto';
import { relations } from '../../src/domain/accounts/relations.ts';
import { createSignupToken } from '../../src/server/features/sign-up/invitations.ts';
import { provider } from '../../testing/people.ts';
import { SignupForm } from '../screens/signup-form.ts';
import { escapeFrom, expect, main, mainOnce, stopClock, test } from '../wattle.ts';
import { languages, saying } from '../words.ts';

const freshEmail = () => `${randomUUID()}@signup.example`;
const signupCall = '**/api/auth/email-password';

for (const language of languages) {
  test.describe(`signing up in ${language}`, () => {
    test.use({ language });

    test(`an empty form names what is missing at each field [SIGNUP-09, SIGNUP-11, SIGNUP-21, SIGNUP-25, SIGNUP-26, SIGNUP-27] ${mainOnce(language)}`, async ({
      page,
      t,
    }) => {
      const form = await SignupForm.open(page, t);
      await form.submit();
      await expect(form.problems).toBeFocused();
      const missing = [
        'field.forMyself.required',
        'field.email.required',
        'field.password.required',
        'field.birthDate.required',
        'field.gender.required',
        'error.servicesRead',
        'error.privacyRead',
      ] as const;
      await expect(form.problems.getByRole('link')).toHaveText(missing.map((key) => t(key)));
      await expect(form.box('email')).toHaveAccessibleDescription(saying(t('field.email.required')));
      await expect(form.services).toHaveAccessibleDescription(saying(t('error.servicesRead')));
      // A line of the summary moves focus to its field.
      await form.problems.getByRole('link', { name: t('field.birthDate.required') }).click();
      await expect(form.box('birthDate')).toBeFocused();
    });

    test(`a broken rule shows its error at the field at the next try, and the error disappears when the entry is corrected [SIGNUP-15, SIGNUP-17, SIGNUP-18, SIGNUP-19, SIGNUP-22, SIGNUP-23, SIGNUP-24, SIGNUP-31, SIGNUP-32, SIGNUP-33]`, async ({
      page,
      t,
    }) => {
      const form = await SignupForm.open(page, t);
      await form.submit();
      const rules = [
        ['email', 'margaret', 'field.email.invalid'],
        ['email', 'margaret@localhost', 'field.email.invalid'],
        ['email', 'margaret@care.museum', null],
        ['password', 'Tea4two', 'field.password.tooShort'],
        ['password', 'TEA-AND-4', 'field.password.lowercase'],
        ['password', 'tea-and-4', 'field.password.uppercase'],
        ['password', 'Tea-and-two', 'field.password.digit'],
        ['password', 'Tea and biscuits 4', 'field.password.characters'],
        ['password', 'Tea-and-biscuits-茶4', 'field.password.characters'],
        ['password', 'Tea-and-biscuits-4', null],
        ['birthDate', '31/12/2190', 'field.birthDate.future'],
        ['birthDate', '31/12/1914', 'field.birthDate.tooEarly'],
        ['birthDate', '30/02/1950', 'field.birthDate.notReal'],
        ['birthDate', '1950-05-14', 'field.birthDate.format'],
        ['birthDate', '01/01/1915', null],
        ['medicareNumber', '212345670', 'field.medicare.length'],
        ['medicareNumber', '1123456701', 'field.medicare.firstDigit'],
        ['medicareNumber', '2123456711', 'field.medicare.check'],
        ['medicareNumber', '2123 45670 1', null],
      ] as const;
      for (const [field, typed, message] of rules) {
        await form.fill({ [field]: typed });
        await form.submit();
        const box = form.box(field);
        if (message === null) await expect(box).not.toHaveAttribute('aria-invalid', 'true');
        else await expect(box).toHaveAccessibleDescription(saying(t(message)));
      }
    });

    test(`for someone else: the relationship, the text for "other", and the authority in six points; then the account [SIGNUP-01, SIGNUP-02, SIGNUP-12, SIGNUP-14, SIGNUP-28, SIGNUP-29] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
    }) => {
      const form = await SignupForm.open(page, t);
      await expect(page.getByRole('combobox')).toHaveCount(0);
      await form.forWhom('no').check();
      const relation = page.getByRole('combobox', { name: t('signup.relation.legend') });
      await expect(relation.getByRole('option')).toHaveText([
        t('signup.relation.choose'),
        ...relations.map((each) => t(`signup.relation.${each}`)),
      ]);
      await form.submit();
      await expect(form.problems).toContainText(t('field.relation.required'));
      await expect(form.problems).toContainText(t('field.authority.required'));
      await relation.selectOption({ label: t('signup.relation.other') });
      const own = page.getByRole('textbox', { name: t('signup.relationOther.label') });
      await form.submit();
      await expect(own).toHaveAccessibleDescription(saying(t('field.relationOther.required')));
      const points = [
        'createAccount',
        'completePlan',
        'provideInformation',
        'personalDetails',
        'healthInformation',
        'otherInformation',
      ] as const;
      const group = page.getByRole('group', { name: t('signup.behalf.listIntro') });
      await expect(group.getByRole('listitem')).toHaveText(
        points.map((point) => t(`signup.behalf.${point}`)),
      );
      await form.authority.check();
      const email = freshEmail();
      await form.fillAll({ email });
      await expect(form.authority).toHaveCount(0);
      await expect(relation).toHaveCount(0);
      await form.forWhom('no').check();
      await relation.selectOption({ label: { en: 'Friend', zh: '朋友' }[language] });
      await form.authority.check();
      await form.submit();
      await expect(page).toHaveURL('/verify-email');
      const users = app.services.db.selectFrom('users').select(['for_my_self', 'account_owner']);
      const made = await users.where('email', '=', email).executeTakeFirst();
      expect(made).toEqual({ for_my_self: false, account_owner: 'friend' });
    });

    test(`an address and a Medicare number that have an account get an error at their fields [ERR-02, ERR-03, ERR-04]`, async ({
      page,
      t,
      newCustomer,
    }) => {
      const known = await newCustomer({
        medicareNumber: language === 'en' ? '3123456711' : '4123456721',
        dob: '14/05/1943',
      });
      const form = await SignupForm.open(page, t);
      await form.fillAll({ email: known.email });
      await form.submit();
      await expect(form.box('email')).toHaveAccessibleDescription(saying(t('error.duplicateEmail')));
      await form.fill({
        email: freshEmail(),
        medicareNumber: language === 'en' ? '3123 45671 1' : '4123 45672 1',
      });
      await expect(form.submitButton).toHaveText(t('signup.submit'));
      await form.submit();
      await expect(form.box('medicareNumber')).toHaveAccessibleDescription(
        saying(t('error.medicareAlreadyExists')),
      );
      // The typed entries are kept.
      await expect(form.box('birthDate')).toHaveValue('14/05/1943');
      await expect(form.services).toBeChecked();

      await page.goto('/login');
      await page.getByRole('link', { name: t('signin.toSignup') }).click();
      const modal = new SignupForm(page.getByRole('dialog', { name: t('signup.modal.title') }), t);
      await modal.fillAll({ email: known.email });
      await modal.root.getByRole('textbox', { name: t('signup.firstName.label') }).fill('Margaret');
      await modal.root.getByRole('textbox', { name: t('signup.lastName.label') }).fill('Doyle');
      await modal.submit();
      await expect(modal.box('email')).toHaveAccessibleDescription(saying(t('error.duplicateEmail')));
    });
  });
}

test('the password bar shows five strengths [SIGNUP-20]', async ({ page, t }) => {
  const form = await SignupForm.open(page, t);
  const strengths = [
    ['a', 'Very weak'],
    ['abcdefgh', 'Weak'],
    ['Abcdefgh', 'Fair'],
    ['Abcdefg4', 'Good'],
    ['Tea-and-biscuits-4', 'Strong'],
  ] as const;
  const colours = new Set<string>();
  for (const [password, word] of strengths) {
    await form.fill({ password });
    await expect(page.getByText(`Strength of the password: ${word}`, { exact: true })).toBeVisible();
    const bar = page.locator('.strg i.on').first();
    colours.add(
      await bar.evaluate((part) => part.ownerDocument.defaultView!.getComputedStyle(part).backgroundColor),
    );
  }
  expect(colours.size).toBe(5);
});

test('the request has a normalised address, a number without spaces, and no details of an abandoned relationship [SIGNUP-13, SIGNUP-16, SIGNUP-30, SIGNUP-31]', async ({
  page,
  t,
}) => {
  const form = await SignupForm.open(page, t);
  const email = freshEmail();
  await form.forWhom('no').check();
  await page.getByRole('combobox').selectOption({ label: 'Friend' });
  await form.fillAll({ email: `  ${email.toUpperCase()} `, medicareNumber: '5123 45673 1' });
  const [request] = await Promise.all([page.waitForRequest(signupCall), form.submit()]);
  const sent = request.postDataJSON() as Record<string, unknown>;
  expect(sent).toMatchObject({
    email,
    accountOwner: 'self',
    medicareNumber: '5123456731',
    birthDate: '14/05/1943',
    gender: 'Female',
    EUSARead: true,
    privacyPolicyRead: true,
    type: 'signup',
    redirect: false,
  });
  expect(JSON.stringify(sent)).not.toContain('friend');
  await expect(page).toHaveURL('/verify-email');
});

test(`after signing up on the page, a message asks the person to open the inbox [EVERIFY-01, SIGNIN-05] ${main}`, async ({
  page,
  t,
}) => {
  const form = await SignupForm.open(page, t);
  const email = freshEmail();
  await form.fillAll({ email });
  await form.submit();
  await expect(page).toHaveURL('/verify-email');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email');
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible();
});

test(`an invitation fills in and locks the address, and signs the person in directly [SIGNUP-05, SIGNUP-06, SIGNUP-08, SIGNUP-35] ${main}`, async ({
  page,
  t,
  app,
}) => {
  const email = freshEmail();
  const provider_id = await provider(app.services);
  const { secrets, clock } = app.services;
  const token = createSignupToken(secrets, clock(), 'signup-token', { email, provider_id });
  const payload = createSignupToken(secrets, clock(), 'signup-payload', { provider_id });
  const form = await SignupForm.open(page, t, `/signup#token=${token}&payload=${payload}`);
  await expect(form.box('email')).toHaveValue(email);
  await expect(form.box('email')).not.toBeEditable();
  await expect(form.box('email')).toHaveAccessibleDescription(/comes from your invitation/);
  await form.forWhom('yes').check();
  await form.fill({ password: 'Tea-and-biscuits-4', birthDate: '14/05/1943' });
  await form.gender('other').check();
  await form.services.check();
  await form.privacy.check();
  const [request] = await Promise.all([page.waitForRequest(signupCall), form.submit()]);
  expect(request.postDataJSON()).toMatchObject({ email, payload });
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Wattle' })).toBeVisible();
});

test(`an invalid invitation leads to the sign-in page, which gives the reason [SIGNUP-07] ${main}`, async ({
  page,
}) => {
  await page.goto('/signup#token=bm90LWEtdG9rZW4.x');
  await expect(page).toHaveURL('/login');
  await expect(
    page.getByText('This invitation no longer works. Ask for a new one, or sign in.'),
  ).toBeVisible();
});

test(`a refused sign-up shows on the button for 3 seconds, and its message stays [ERR-01, SIGNUP-36] ${main}`, async ({
  page,
  t,
}) => {
  await page.clock.install();
  await page.route(signupCall, (route) =>
    route.fulfill({ status: 401, json: { ok: false, error: 'unauthenticated' } }),
  );
  const form = await SignupForm.open(page, t);
  await form.fillAll({ email: freshEmail() });
  await stopClock(page);
  await form.submit();
  await expect(form.submitButton).toHaveText('Not signed up');
  await page.clock.runFor(2_900);
  await expect(form.submitButton).toHaveText('Not signed up');
  await page.clock.runFor(200);
  await expect(form.submitButton).toHaveText('Sign up');
  await expect(page.getByText('We could not sign you up. Please try again.')).toBeVisible();
});

test('any other error of the page shows at the address [ERR-03]', async ({ page, t }) => {
  await page.route(signupCall, (route) =>
    route.fulfill({ status: 500, json: { ok: false, error: 'general_error' } }),
  );
  const form = await SignupForm.open(page, t);
  await form.fillAll({ email: freshEmail() });
  await form.submit();
  await expect(form.box('email')).toHaveAccessibleDescription(/This email address already has an account/);
  await expect(form.submitButton).toHaveText('Not signed up');
});

test('the consent texts can be read, by mouse and by keyboard [SIGNUP-26, SIGNUP-27, LAYOUT-09]', async ({
  page,
  t,
}) => {
  const form = await SignupForm.open(page, t);
  await page.getByRole('button', { name: 'Read the privacy notice' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region')).toBeVisible();
  await dialog.getByRole('region').focus();
  await page.keyboard.press('End');
  await escapeFrom(page, dialog);
  await expect(page.getByRole('button', { name: 'Read the privacy notice' })).toBeFocused();
  await expect(form.privacy).not.toBeChecked();
});
