import type { Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { exactly } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

/** Signs in on the page, up to the second step. */
export async function signIn(page: Page, t: Translate, email: string, password: string) {
  await page.goto('/login');
  await page.getByRole('textbox', { name: t('signin.email.label') }).fill(email);
  await page.getByRole('textbox', { name: t('signin.password.label') }).fill(password);
  await page.keyboard.press('Enter');
  return secondStepOf(page, t);
}

/** The dialog of the second step, by its visible texts. */
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
    problems: errorSummary(dialog),
  };
}

/** The key for an authenticator app shown on the page. */
export async function shownSecret(page: Page): Promise<string> {
  const shown = await page.locator('body').textContent();
  return /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(shown ?? '')?.[0].replaceAll(' ', '') ?? '';
}
