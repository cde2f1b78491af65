import { expect, type Locator, type Page } from '@playwright/test';
import type { Translate } from '../src/domain/i18n/texts.ts';
import { exactly } from './words.ts';

/** The dialog of one text, by the words on the screen. */
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

/** That a button says that it is off. */
export const isOff = (button: Locator) => expect(button).toHaveAttribute('aria-disabled', 'true');
export const isOn = (button: Locator) => expect(button).not.toHaveAttribute('aria-disabled');
