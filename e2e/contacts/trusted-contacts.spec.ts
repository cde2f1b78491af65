import { isInOrder } from '../axe.ts';
import { ContactsPage, daniel, helen, idsOf, savedContacts, susan } from '../screens/contacts-page.ts';
import { signed } from '../saved-plan.ts';
import { asks, eachWidthOnce, escapeFrom, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn, saying } from '../words.ts';

const withContacts = { ...signed(), contacts: [daniel, susan] };

for (const language of languages) {
  test.describe(`trusted contacts, in ${language}`, () => {
    test.use({ language });

    test(`are counted, and listed in accepted and pending contacts, each with role and access [TC-01] [TC-02] [PROD-07] [TC-09] [TC-10] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
      contacts,
    }) => {
      await signedIn(withContacts);
      await contacts.open();
      for (const words of [
        t('contacts.page.count', { count: 2 }),
        t('contacts.page.saidYes', { count: 1 }),
        t('contacts.page.waiting', { count: 1 }),
      ])
        await expect(contacts.main.getByText(words, { exact: true })).toBeVisible();
      await expect(contacts.accepted.getByRole('listitem')).toHaveText([saying(daniel.name)]);
      await expect(contacts.pending.getByRole('listitem')).toHaveText([saying(susan.name)]);
      await expect(contacts.card(daniel.name)).toContainText(t('contact.relationship.option.son'));
      await expect(contacts.card(daniel.name)).toContainText(t('contacts.row.speaker'));
      await expect(contacts.card(daniel.name)).toContainText(t('contacts.row.sharedPlan'));
      await expect(contacts.card(susan.name)).toContainText(t('contact.relationship.option.gp'));
      await expect(contacts.card(susan.name)).toContainText(t('contacts.page.pendingHint'));
      const call = contacts.card(daniel.name).getByRole('link', { name: saying(daniel.phone) });
      await expect(call).toHaveAttribute('href', 'tel:0491570156');
      const mail = contacts.card(daniel.name).getByRole('link', { name: saying(daniel.email) });
      await expect(mail).toHaveAttribute('href', 'mailto:daniel@contacts.example');
      await expect(page).toHaveTitle(`${t('contacts.page.title')} - Wattle`);
      await isInOrder(page);
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
    });

    test(`that cannot be loaded show a message in a snackbar and on the page, and are loaded again [ERR-09, S-41] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn(withContacts);
      await page.route('**/api/graphql', (route) =>
        asks('trusted_contacts')(route.request())
          ? route.fulfill({
              json: { data: null, errors: [{ message: 'x', extensions: { code: 'general_error' } }] },
            })
          : route.fallback(),
      );
      await page.goto('/trusted-contacts');
      const errorText = t('error.general_error');
      await expect(page.locator('.snacks').getByText(errorText)).toBeVisible();
      const failure = page.getByRole('main').getByRole('alert');
      await expect(failure).toContainText(t('contacts.page.notLoaded'));
      await expect(page.getByText(errorText)).toHaveCount(1);
      await page.unrouteAll({ behavior: 'wait' });
      await page
        .getByRole('main')
        .getByRole('button', { name: t('common.tryAgain') })
        .first()
        .click();
      await expect(new ContactsPage(page, t).accepted.getByRole('listitem')).toHaveText([
        saying(daniel.name),
      ]);
    });

    test('who accepted can be hidden from the emergency page, and shown on it again [D-33]', async ({
      page,
      t,
      app,
      signedIn,
      contacts,
    }) => {
      const who = await signedIn(withContacts);
      await contacts.open();
      await expect(contacts.button(susan.name, 'contacts.row.leaveOff')).toHaveCount(0);
      await contacts.button(daniel.name, 'contacts.row.leaveOff').click();
      await expect(contacts.card(daniel.name)).toContainText(t('contacts.row.offCard'));
      const isOnPage = async () => (await savedContacts(app, who))[0]?.on_emergency_page;
      await expect.poll(isOnPage).toBe(false);
      await isInOrder(page);
      await contacts.button(daniel.name, 'contacts.row.putOn').click();
      await expect(contacts.card(daniel.name)).toContainText(t('contacts.row.onCard'));
      // In Chinese the previous text contains this text.
      await expect.poll(isOnPage).toBe(true);
    });
  });
}

test('a list without a substitute decision maker shows a message that leads to adding one [QSTEP8-03] [GAP-36]', async ({
  page,
  t,
  signedIn,
  contacts,
}) => {
  await signedIn({ ...signed(), contacts: [susan] });
  await contacts.open();
  await expect(contacts.main.getByText(t('contacts.page.noSpeaker'))).toBeVisible();
  await contacts.main.getByRole('button', { name: t('contacts.page.noSpeakerAdd') }).click();
  const dialog = page.getByRole('dialog', { name: t('contact.title.sdm') });
  const asked = dialog.getByRole('radiogroup', { name: saying(t('contact.substitutedDecisionMaker.label')) });
  await expect(asked.getByRole('radio', { name: 'Yes' })).toBeChecked();
});

test('can be managed by keyboard alone: added, changed and withdrawn [TC-03] [TC-04] [TC-06]', async ({
  page,
  t,
  signedIn,
  contacts,
}) => {
  await signedIn(signed());
  await contacts.open();
  const { keyboard } = page;
  await contacts.add.focus();
  await keyboard.press('Enter');
  const { form } = contacts;
  await expect(form.dialog.and(page.locator(':focus-within'))).toBeVisible();
  await form.box('name').focus();
  await keyboard.type(helen.name);
  await keyboard.press('Tab');
  await keyboard.type('Friend');
  await keyboard.press('Tab');
  await keyboard.type(helen.email);
  await keyboard.press('Tab');
  await keyboard.type(helen.phone);
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await expect(form.answer('substitutedDecisionMaker', false)).toBeChecked();
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('Tab');
  await expect(form.save).toBeFocused();
  await keyboard.press('Enter');
  await expect(contacts.sent.and(page.locator(':focus-within'))).toBeVisible();
  await keyboard.press('Escape');
  await expect(contacts.sent).toBeHidden();
  await expect(contacts.add).toBeFocused();
  await contacts.button(helen.name, 'contacts.row.edit').focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await escapeFrom(page, page.getByRole('dialog'));
  await expect(contacts.button(helen.name, 'contacts.row.edit')).toBeFocused();
  await contacts.button(helen.name, 'contacts.row.cancel').focus();
  await keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: t('contacts.cancel.button') }).focus();
  await keyboard.press('Enter');
  await expect(contacts.card(helen.name)).toHaveCount(0);
  await expect(contacts.add).toBeFocused();
});

test('showing a pending contact on the emergency page again removes the line and leaves focus on the card [D-33]', async ({
  page,
  app,
  signedIn,
  contacts,
}) => {
  const who = await signedIn(withContacts);
  await app.services.db
    .updateTable('trusted_contacts')
    .set({ on_emergency_page: false })
    .where('id', '=', (await idsOf(app, who, susan.name)).contactId)
    .execute();
  await contacts.open();
  await contacts.button(susan.name, 'contacts.row.putOn').focus();
  await page.keyboard.press('Enter');
  await expect(contacts.button(susan.name, 'contacts.row.putOn')).toHaveCount(0);
  await expect(contacts.button(susan.name, 'contacts.row.edit')).toBeFocused();
});
