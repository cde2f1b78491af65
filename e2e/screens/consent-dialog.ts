import { expect, type Locator, type Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import type { Services } from '../../src/server/pipeline/context.ts';
import { exactly } from '../words.ts';

/** The dialog of one consent text, by its visible texts. */
export function consentDialog(page: Page, t: Translate, document: 'eusa' | 'privacy') {
  const root = page.getByRole('dialog', { name: t(`consent.${document}.title`) });
  return {
    root,
    text: root.getByRole('region', { name: t(`consent.${document}.title`) }),
    end: root.getByText(t(`consent.${document}.end`)),
    agree: root.getByRole('button', {
      name: exactly(t('consent.confirm'), t('common.saving'), t('common.saved'), t('common.notSaved')),
    }),
    decline: root.getByRole('button', { name: t('consent.decline'), exact: true }),
    close: root.getByRole('button', { name: t('common.close'), exact: true }),
    print: root.getByRole('button', { name: t('consent.print') }),
    status: root.getByRole('status'),
  };
}

/** Checks that a button is marked as disabled. */
export const isOff = (button: Locator) => expect(button).toHaveAttribute('aria-disabled', 'true');
export const isOn = (button: Locator) => expect(button).not.toHaveAttribute('aria-disabled');

/** Scrolls a text to its end and agrees to it. */
async function agree(page: Page, t: Translate, document: 'eusa' | 'privacy') {
  const dialog = page.getByRole('dialog', { name: t(`consent.${document}.title`) });
  await dialog.getByText(t(`consent.${document}.end`)).scrollIntoViewIfNeeded();
  await dialog.getByRole('button', { name: exactly(t('consent.confirm'), t('common.saving')) }).click();
  await expect(dialog).toBeHidden();
}

/** Agrees to both texts, and waits until none is pending. */
export async function agreeToBoth(page: Page, t: Translate) {
  await agree(page, t, 'eusa');
  await agree(page, t, 'privacy');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Sets a person's consents to earlier versions of the texts. */
export const outdateConsents = ({ db }: Services, userId: string) =>
  db
    .updateTable('users')
    .set({ eusa_read_version: '0.0', privacy_policy_read_version: '0.0' })
    .where('id', '=', userId)
    .execute();
