import type { Locator, Page } from '@playwright/test';
import { consentVersion } from '../src/domain/consents.ts';
import type { Translate } from '../src/domain/i18n/texts.ts';
import { axeFindings, sidewaysBy } from './axe.ts';
import { SignupForm } from './signup-form.ts';
import { escapeFrom, expect, test } from './wattle.ts';
import { exactly, languages, rawKeysIn } from './words.ts';

/** The dialog of one text, by the words on the screen. */
function consentDialog(page: Page, t: Translate, document: 'eusa' | 'privacy') {
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

const isOff = (button: Locator) => expect(button).toHaveAttribute('aria-disabled', 'true');
const isOn = (button: Locator) => expect(button).not.toHaveAttribute('aria-disabled');

/** Lets the stored agreements of a person be those of an earlier version, or none. */
const agreedTo = (eusa: string | null, privacy: string | null) => ({
  eusa_read_version: eusa,
  privacy_policy_read_version: privacy,
});

for (const language of languages) {
  test.describe(`at sign-up, in ${language}`, () => {
    test.use({ language });

    test('agreeing is off until the end of the text was in view, and sets the tick; declining takes it away [CONSENT-01, CONSENT-02, CONSENT-03, SIGNUP-26, SIGNUP-27]', async ({
      page,
      t,
    }) => {
      const form = await SignupForm.open(page, t);
      for (const [document, link, tick] of [
        ['eusa', 'signup.consent.eusaLink', form.services],
        ['privacy', 'signup.consent.privacyLink', form.privacy],
      ] as const) {
        const opener = page.getByRole('button', { name: t(link) });
        const dialog = consentDialog(page, t, document);
        await opener.click();
        await expect(dialog.root.getByText(consentVersion.version, { exact: false }).first()).toBeVisible();
        await isOff(dialog.agree);
        await expect(dialog.agree).toHaveAccessibleDescription(t('consent.readToEnd'));
        await isOn(dialog.decline);
        await dialog.agree.click({ force: true });
        await expect(dialog.root).toBeVisible();
        await expect(tick).not.toBeChecked();
        expect(await axeFindings(page)).toEqual([]);
        await dialog.end.scrollIntoViewIfNeeded();
        await isOn(dialog.agree);
        await expect(dialog.status).toHaveText(t('consent.atEnd'));
        // Back at the beginning it stays on.
        await dialog.text.evaluate((region) => region.scrollTo(0, 0));
        await isOn(dialog.agree);
        await dialog.agree.click();
        await expect(dialog.root).toBeHidden();
        await expect(tick).toBeChecked();
        await opener.click();
        await dialog.decline.click();
        await expect(dialog.root).toBeHidden();
        await expect(tick).not.toBeChecked();
        expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      }
    });

    test('works by keyboard alone, and closing it answers nothing [CONSENT-02, LAYOUT-09]', async ({
      page,
      t,
    }) => {
      const form = await SignupForm.open(page, t);
      const opener = page.getByRole('button', { name: t('signup.consent.privacyLink') });
      const dialog = consentDialog(page, t, 'privacy');
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(dialog.root).toBeVisible();
      for (let presses = 0; presses < 10; presses += 1) {
        if (await dialog.text.evaluate((region) => region === document.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      await expect(dialog.text).toBeFocused();
      await page.keyboard.press('End');
      await isOn(dialog.agree);
      await page.keyboard.press('Tab');
      await expect(dialog.agree).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog.root).toBeHidden();
      await expect(form.privacy).toBeChecked();
      await expect(opener).toBeFocused();
      await page.keyboard.press('Enter');
      await escapeFrom(page, dialog.root);
      await expect(form.privacy).toBeChecked();
    });

    test('works at 400 % zoom: the whole dialog scrolls, nothing reaches sideways [CONSENT-02]', async ({
      page,
      t,
    }) => {
      // 1280 by 1024 at 400 %.
      await page.setViewportSize({ width: 320, height: 256 });
      const form = await SignupForm.open(page, t);
      await page.getByRole('button', { name: t('signup.consent.eusaLink') }).click();
      const dialog = consentDialog(page, t, 'eusa');
      await expect(dialog.text).toBeVisible();
      expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
      await isOff(dialog.agree);
      await dialog.text.focus();
      for (let presses = 0; presses < 300; presses += 1) {
        if ((await dialog.agree.getAttribute('aria-disabled')) === null) break;
        await page.keyboard.press('PageDown');
        await page.waitForTimeout(20);
      }
      await isOn(dialog.agree);
      expect(await axeFindings(page)).toEqual([]);
      await dialog.agree.press('Enter');
      await expect(form.services).toBeChecked();
    });
  });

  test.describe(`after signing in, in ${language}`, () => {
    test.use({ language });

    for (const role of ['user', 'provideradmin', 'admin'] as const) {
      test(`a ${role} is stopped at texts with a new version until both are agreed to [CONSENT-01, CONSENT-02, GAP-71]`, async ({
        page,
        t,
        app,
        newCustomer,
        enter,
      }) => {
        const who = await newCustomer({ role, firstName: 'Margaret' });
        const { db } = app.services;
        await db.updateTable('users').set(agreedTo('0.0', null)).where('id', '=', who.userId).execute();
        await enter(who);
        await page.goto('/dashboard');
        const first = consentDialog(page, t, 'eusa');
        await expect(first.root).toBeVisible();
        await expect(first.root.getByText(t('consent.newVersion.body'))).toBeVisible();
        await expect(first.text.getByRole('heading').first()).toHaveText(t('consent.newVersion.title'));
        await expect(first.text.getByText(t('consent.eusa.whatsNew'))).toBeVisible();
        await expect(first.close).toHaveCount(0);
        await page.keyboard.press('Escape');
        await expect(first.root).toBeVisible();
        await isOff(first.agree);
        expect(await axeFindings(page)).toEqual([]);
        await first.end.scrollIntoViewIfNeeded();
        await first.agree.click();
        const second = consentDialog(page, t, 'privacy');
        await expect(second.root).toBeVisible();
        // Nothing was agreed to before, so nothing is new about it.
        await expect(second.root.getByText(t('consent.newVersion.body'))).toHaveCount(0);
        await isOff(second.agree);
        await second.end.scrollIntoViewIfNeeded();
        await second.agree.click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.reload();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        const row = await db
          .selectFrom('users')
          .select(['eusa_read_version', 'privacy_policy_read_version'])
          .where('id', '=', who.userId)
          .executeTakeFirstOrThrow();
        expect(row).toEqual(agreedTo(consentVersion.version, consentVersion.version));
      });
    }

    test('who declines is asked once more, signed out, loses nothing, and is asked again [CONSENT-03, GAP-71]', async ({
      page,
      t,
      app,
      newCustomer,
      enter,
    }) => {
      const who = await newCustomer({ firstName: 'Margaret' });
      const { db } = app.services;
      await db
        .updateTable('users')
        .set(agreedTo(consentVersion.version, '0.0'))
        .where('id', '=', who.userId)
        .execute();
      await enter(who);
      await page.goto('/dashboard');
      const dialog = consentDialog(page, t, 'privacy');
      const asked = page.getByRole('alertdialog', { name: t('consent.declined.title') });
      await dialog.decline.click();
      await expect(asked).toContainText(t('consent.declined.body'));
      expect(await axeFindings(page)).toEqual([]);
      await asked.getByRole('button', { name: t('consent.declined.again') }).click();
      await expect(dialog.root).toBeVisible();
      await dialog.decline.click();
      await asked.getByRole('button', { name: t('consent.declined.button') }).click();
      await expect(page.getByRole('link', { name: t('layout.signIn') }).first()).toBeVisible();
      const row = await db
        .selectFrom('users')
        .select(['eusa_read_version', 'privacy_policy_read_version', 'first_name'])
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ ...agreedTo(consentVersion.version, null), first_name: 'Margaret' });
      await enter(who);
      await page.goto('/dashboard');
      await expect(dialog.root).toBeVisible();
      await expect(dialog.root.getByText(t('consent.newVersion.body'))).toHaveCount(0);
    });
  });
}

test('half of the last line must be in view, no less and no more [CONSENT-02]', async ({ page, t }) => {
  await SignupForm.open(page, t);
  await page.getByRole('button', { name: t('signup.consent.eusaLink') }).click();
  const dialog = consentDialog(page, t, 'eusa');
  await expect(dialog.text).toBeVisible();
  const showOfEnd = (share: number) =>
    dialog.end.evaluate((line, part) => {
      const region = line.closest('[role=region]')!;
      const [end, frame] = [line.getBoundingClientRect(), region.getBoundingClientRect()];
      const bottom = frame.top + region.clientTop + region.clientHeight;
      region.scrollBy(0, end.top + end.height * part - bottom);
    }, share);
  await showOfEnd(0.3);
  await page.waitForTimeout(300);
  await isOff(dialog.agree);
  await showOfEnd(0.7);
  await isOn(dialog.agree);
});

test('a text that is wholly in view can be agreed to at once [CONSENT-02, GAP-71]', async ({ page, t }) => {
  await SignupForm.open(page, t);
  await page.getByRole('button', { name: t('signup.consent.eusaLink') }).click();
  const dialog = consentDialog(page, t, 'eusa');
  await isOff(dialog.agree);
  await dialog.text.evaluate((region) => {
    for (const part of region.querySelectorAll<HTMLElement>('section, ul')) part.hidden = true;
  });
  await isOn(dialog.agree);
});

test('an agreement that could not be kept says so, and is kept at the next try [CONSENT-01, GAP-71]', async ({
  page,
  t,
  app,
  newCustomer,
  enter,
}) => {
  const who = await newCustomer();
  await app.services.db
    .updateTable('users')
    .set(agreedTo(consentVersion.version, null))
    .where('id', '=', who.userId)
    .execute();
  await enter(who);
  await page.goto('/settings/profile');
  const dialog = consentDialog(page, t, 'privacy');
  await dialog.end.scrollIntoViewIfNeeded();
  await page.route('**/api/graphql', (route) => route.abort());
  await dialog.agree.click();
  await expect(dialog.root.getByRole('alert')).toHaveText(t('error.consent.saveFailed'));
  await page.unroute('**/api/graphql');
  await dialog.agree.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('can be read in the other language before it is answered [CONSENT-01, LANG-01]', async ({
  page,
  t,
  app,
  newCustomer,
  enter,
}) => {
  const who = await newCustomer();
  await app.services.db.updateTable('users').set(agreedTo(null, null)).where('id', '=', who.userId).execute();
  await enter(who);
  await page.goto('/dashboard');
  const dialog = consentDialog(page, t, 'eusa');
  await dialog.root.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('dialog', { name: '服务协议' })).toBeVisible();
});

test('is printed whole, and alone [CONSENT-01]', async ({ page, t }) => {
  await page.addInitScript('window.print = () => {}');
  await SignupForm.open(page, t);
  await page.getByRole('button', { name: t('signup.consent.privacyLink') }).click();
  const dialog = consentDialog(page, t, 'privacy');
  await dialog.print.click();
  await page.emulateMedia({ media: 'print' });
  const shown = await page.locator('body').innerText();
  expect(shown).toContain(t('consent.privacy.title'));
  expect(shown).toContain(t('consent.privacy.end'));
  expect(shown).not.toContain(t('signup.submit'));
  expect(shown).not.toContain(t('consent.decline'));
  await page.emulateMedia({ media: 'screen' });
  await dialog.text.click();
  await expect(page.getByText(t('consent.privacy.end'))).toHaveCount(1);
});
