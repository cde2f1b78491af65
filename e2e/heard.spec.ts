import { fullAnswers } from '../testing/people.ts';
import { Ear } from './ear.ts';
import { expect, test } from './wattle.ts';
import { languages } from './words.ts';

const heard = { en: [], zh: [] } as Record<string, string[]>;

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test('the way from signing in to a signed plan, as it is heard [R-79] [R-73]', async ({
      page,
      t,
      questionnaire,
      newCustomer,
    }) => {
      const { cannotHear: _, ...most } = fullAnswers();
      const who = await newCustomer({ plan: { status: 'draft', answers: most } });
      const ear = await Ear.on(page);
      const h1 = page.getByRole('heading', { level: 1 });
      await page.goto('/login');
      const email = page.getByRole('textbox', { name: t('signin.email.label') });
      await email.focus();
      await ear.focus();
      await page.keyboard.press('Enter');
      await expect(page.locator('.summary-err')).toBeFocused();
      await ear.focus();
      await email.focus();
      await ear.focus();
      await page.keyboard.type(who.email);
      await page.getByRole('textbox', { name: t('signin.password.label') }).fill(who.password);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/dashboard');
      await expect(h1).toBeFocused();
      await ear.focus();
      await page
        .getByRole('main')
        .getByRole('link', { name: t('dash.carryOn', { step: 4 }) })
        .click();
      await questionnaire.isAt('step4');
      await expect(h1).toBeFocused();
      await ear.focus();

      const first = questionnaire.option('cannotHear', 'Life is not worth living');
      await first.focus();
      await ear.focus();
      await page.keyboard.press('Space');
      await ear.focus();
      const note = questionnaire.note('cannotHear');
      await note.focus();
      await ear.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: t('note.title') });
      const box = dialog.getByRole('textbox');
      await expect(box).toBeFocused();
      await ear.focus();
      await box.fill('x'.repeat(5001));
      await dialog.getByRole('button', { name: t('note.save') }).press('Enter');
      await expect(box).toBeFocused();
      await ear.focus();
      await box.fill('Frank');
      await dialog.getByRole('button', { name: t('note.save') }).press('Enter');
      await expect(note).toBeFocused();
      await ear.focus();

      await questionnaire.saveButton.press('Enter');
      await questionnaire.isAt('step5');
      await expect(h1).toBeFocused();
      await ear.focus();

      await page
        .getByRole('navigation', { name: t('progress.allSteps') })
        .getByRole('link')
        .last()
        .click();
      await questionnaire.isAt('step9');
      await expect(h1).toBeFocused();
      await ear.focus();
      await questionnaire.option('completeAll', 'voluntary choices with no coercion').check();
      await ear.focus();
      await questionnaire.option('confirmationAcknowledgement', 'believe I have capacity').check();
      await ear.focus();
      await questionnaire.box('confirmName').fill('Margaret Doyle');
      await ear.focus();
      await page.getByRole('button', { name: t('signatureImage.open') }).press('Enter');
      const pad = questionnaire.signatureDialog;
      await expect(pad).toBeVisible();
      const keep = pad.getByRole('button', { name: t('signature.save') });
      await keep.press('Enter');
      await expect(pad.getByRole('img')).toBeFocused();
      await ear.focus();
      await pad.getByRole('button', { name: t('signature.useTyped') }).press('Enter');
      const name = pad.getByRole('textbox');
      await name.fill('');
      await keep.press('Enter');
      await expect(name).toBeFocused();
      await ear.focus();
      await name.fill('Margaret Doyle');
      await keep.press('Enter');
      await expect(page.getByRole('button', { name: t('signatureImage.edit') })).toBeFocused();
      await ear.focus();
      await questionnaire.saveButton.press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('dialog').and(page.locator(':focus-within, :focus'))).toBeVisible();
      await ear.focus();
      expect(ear.lines).toEqual(heard[language]);
    });
  });
}
