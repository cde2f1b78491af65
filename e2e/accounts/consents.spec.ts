import { testConsents } from '../../testing/consents.ts';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { consentDialog, isOff, isOn } from '../screens/consent-dialog.ts';
import { SignupForm } from '../screens/signup-form.ts';
import { escapeFrom, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

for (const language of languages) {
  test.describe(`at sign-up, in ${language}`, () => {
    test.use({ language });

    test(`agreeing is disabled until the end of the text was in view, and ticks the box; declining clears it [CONSENT-01, CONSENT-02, CONSENT-03, SIGNUP-26, SIGNUP-27, CACT-02] ${mainOnce(language)}`, async ({
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
        await expect(dialog.root.getByText(testConsents[document], { exact: false }).first()).toBeVisible();
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
        // It stays enabled after scrolling back to the beginning.
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

    test('work by keyboard alone, and closing the dialog changes no answer [CONSENT-02, LAYOUT-09]', async ({
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

    test('work at 400 % zoom: the whole dialog scrolls, nothing overflows sideways [CONSENT-02]', async ({
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
}

test('agreeing is enabled when half of the last line is in view, and not before [CONSENT-02]', async ({
  page,
  t,
}) => {
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

test('a text that is fully in view can be agreed to at once [CONSENT-02, GAP-71]', async ({ page, t }) => {
  await SignupForm.open(page, t);
  await page.getByRole('button', { name: t('signup.consent.eusaLink') }).click();
  const dialog = consentDialog(page, t, 'eusa');
  await isOff(dialog.agree);
  await dialog.text.evaluate((region) => {
    for (const part of region.querySelectorAll<HTMLElement>('section, ul')) part.hidden = true;
  });
  await isOn(dialog.agree);
});

test('a text is printed completely, without the rest of the page [CONSENT-01]', async ({ page, t }) => {
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
