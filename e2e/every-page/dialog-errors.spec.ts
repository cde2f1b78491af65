import type { Page } from '@playwright/test';
import type { PlainTextKey, Translate } from '../../src/domain/i18n/texts.ts';
import { provider, type TestPersonSpec } from '../../testing/people.ts';
import { draft } from '../saved-plan.ts';
import { eachWidthOnce, expect, test } from '../wattle.ts';
import { languages } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

type Scene = { page: Page; t: Translate };

const press =
  (words: PlainTextKey) =>
  async ({ page, t }: Scene) =>
    page
      .getByRole('main')
      .getByRole('button', { name: t(words) })
      .first()
      .click();
const follow =
  (words: PlainTextKey) =>
  async ({ page, t }: Scene) =>
    page
      .getByRole('main')
      .getByRole('link', { name: t(words) })
      .click();

/** Every dialog that opens with a form: its submit button, and one resulting error. */
const dialogs: {
  name: string;
  address: string;
  who?: TestPersonSpec;
  open: (scene: Scene) => Promise<unknown>;
  send: PlainTextKey;
  wrong: PlainTextKey;
}[] = [
  {
    name: 'signing up',
    address: '/login',
    open: follow('signin.toSignup'),
    send: 'signup.submit',
    wrong: 'field.email.required',
  },
  {
    name: 'a forgotten password',
    address: '/login',
    open: follow('signin.forgot'),
    send: 'forgot.submit',
    wrong: 'field.email.required',
  },
  {
    name: 'a number for codes',
    address: '/settings/mfa',
    who: {},
    open: press('settings.mfa.phoneAdd'),
    send: 'mfa.send',
    wrong: 'field.password.required',
  },
  {
    name: 'an app for codes',
    address: '/settings/mfa',
    who: {},
    open: press('settings.mfa.appAdd'),
    send: 'common.continue',
    wrong: 'field.password.required',
  },
  {
    name: 'a copy of the own data',
    address: '/settings/privacy',
    who: {},
    open: press('settings.privacy.export.button'),
    send: 'settings.privacy.export.button',
    wrong: 'field.password.required',
  },
  {
    name: 'the end of the account',
    address: '/settings/privacy',
    who: {},
    open: press('settings.privacy.delete.button'),
    send: 'settings.privacy.delete.button',
    wrong: 'field.password.required',
  },
  {
    name: 'entering an account',
    address: '/admin/customers/{customer}',
    who: { role: 'tlcadmin' },
    open: press('lac.action'),
    send: 'lac.confirm.button',
    wrong: 'field.password.required',
  },
];

for (const language of languages)
  test.describe(`errors in dialogs, in ${language}`, () => {
    test.use({ language });

    test(
      'of a form are in a summary that has focus and leads to each field [R-73]',
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, context, newCustomer, signedIn }) => {
        test.setTimeout(180_000);
        const customer = await newCustomer({ providerId: await provider(app.services) });
        for (const { name, address, who, open, send, wrong } of dialogs)
          await test.step(name, async () => {
            await context.clearCookies();
            if (who) await signedIn(who);
            await page.goto(address.replace('{customer}', customer.userId));
            await open({ page, t });
            const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
            await dialog.getByRole('button', { name: t(send) }).click();
            const summary = errorSummary(page);
            await expect(summary).toBeFocused();
            await expect(dialog.locator(':focus')).toContainText(t(wrong));
            await page.keyboard.press('Tab');
            await page.keyboard.press('Enter');
            // An error of a whole question is shown at its group, and focus is on its first option.
            const box = dialog
              .locator('[aria-invalid=true]')
              .and(page.locator(':focus, :focus-within'))
              .first();
            await expect(box).toHaveAccessibleDescription(/\S/);
          });
      },
    );

    test(
      'of the pad and the note are at the field that has focus [R-73]',
      { tag: eachWidthOnce(language) },
      async ({ page, t, questionnaire, signedIn }) => {
        await signedIn(draft());
        await questionnaire.open('step9');
        await page.getByRole('button', { name: t('signatureImage.open') }).click();
        const { signatureDialog } = questionnaire;
        const keep = signatureDialog.getByRole('button', { name: t('signature.save') });
        const pad = signatureDialog.getByRole('img', { name: t('signature.title') });
        for (const _ of ['once', 'and again']) {
          await keep.click();
          await expect(pad).toBeFocused();
          await expect(pad).toHaveAccessibleDescription(t('signature.error.empty'));
        }
        await signatureDialog.getByRole('button', { name: t('signature.useTyped') }).click();
        const name = signatureDialog.getByRole('textbox');
        await name.fill(' ');
        await keep.click();
        await expect(name).toBeFocused();
        await expect(name).toHaveAccessibleDescription(t('signature.typed.error.empty'));

        await questionnaire.open('step4');
        await questionnaire.note('cannotHear').click();
        const dialog = page.getByRole('dialog', { name: t('note.title') });
        const box = dialog.getByRole('textbox');
        await box.fill('x'.repeat(2001));
        await expect(box).toHaveAttribute('aria-invalid', 'false');
        await dialog.getByRole('button', { name: t('note.save') }).click();
        await expect(box).toBeFocused();
        await expect(box).toHaveAttribute('aria-invalid', 'true');
        await expect(box).toHaveAccessibleDescription(new RegExp(t('errors.tooLong', { max: 2000 })));
        await box.fill('x'.repeat(2000));
        await expect(box).toHaveAttribute('aria-invalid', 'false');
        await dialog.getByRole('button', { name: t('note.save') }).click();
        await expect(dialog).toBeHidden();
      },
    );
  });
