import { expect, type Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { exactly } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

/** The profile page, by its visible texts. */
function profilePage(page: Page, t: Translate) {
  const main = page.getByRole('main');
  return {
    main,
    firstName: main.getByRole('textbox', { name: t('settings.profile.firstName') }),
    lastName: main.getByRole('textbox', { name: t('settings.profile.lastName') }),
    birthDate: main.getByRole('textbox', { name: t('settings.profile.birthDate') }),
    postcode: main.getByRole('textbox', { name: t('settings.profile.postcode') }),
    gender: (which: 'male' | 'female' | 'other') =>
      main.getByRole('radio', { name: t(`field.gender.${which}`), exact: true }),
    save: main
      .getByRole('button', {
        name: exactly(
          t('settings.profile.save'),
          t('common.saving'),
          t('common.saved'),
          t('common.notSaved'),
        ),
      })
      .first(),
    problems: errorSummary(main),
    note: main.getByText(t('settings.profile.planNote')),
    addPicture: main.getByRole('button', {
      name: exactly(
        t('settings.profile.pictureAdd'),
        t('settings.profile.pictureChange'),
        t('common.saving'),
        t('common.saved'),
        t('common.notSaved'),
      ),
    }),
    removePicture: main.getByRole('button', { name: t('settings.profile.pictureRemove') }),
    file: main.locator('input[type=file]'),
  };
}

/** Opens the profile page, and waits until it is loaded. */
export async function openProfile(page: Page, t: Translate) {
  await page.goto('/settings/profile');
  const profile = profilePage(page, t);
  await expect(profile.firstName).toBeVisible();
  return profile;
}
