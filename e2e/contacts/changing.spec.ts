import { isInOrder } from '../axe.ts';
import { daniel, idsOf, savedContacts, susan } from '../screens/contacts-page.ts';
import { signed } from '../saved-plan.ts';
import { escapeFrom, expect, mainOnce, test } from '../wattle.ts';
import { languages, saying } from '../words.ts';

const withContacts = { ...signed(), contacts: [daniel, susan] };

for (const language of languages) {
  test.describe(`changing trusted contacts, in ${language}`, () => {
    test.use({ language });

    test(`can be changed, except the address; a change of the decision maker is shown beforehand [TC-04] [TC-19] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
      contacts,
    }) => {
      const who = await signedIn(withContacts);
      await contacts.open();
      const form = await contacts.edit(susan.name);
      await expect(form.box('email')).toBeDisabled();
      await expect(form.box('email')).toHaveValue(susan.email);
      await expect(form.box('email')).toHaveAccessibleDescription(saying(t('contacts.edit.emailFixed')));
      await form.fill({ name: 'Susan Windermere', phone: '0491 570 159', speaker: true });
      await expect(form.dialog).toContainText(t('contacts.edit.speakerNow', { contact: susan.name }));
      await isInOrder(page);
      await form.save.click();
      await expect(form.dialog).toBeHidden();
      await expect(page.locator('.snacks').getByText(t('success.contactSaved'))).toBeVisible();
      await expect(contacts.card('Susan Windermere')).toContainText(t('contacts.row.speaker'));
      expect((await savedContacts(app, who))[1]).toMatchObject({
        name: 'Susan Windermere',
        email: susan.email,
        phone: '0491 570 159',
        substitutedDecisionMaker: true,
        status: 'pending',
      });
      const other = await contacts.edit(daniel.name);
      await other.fill({ speaker: false });
      await expect(other.dialog).toContainText(t('contacts.edit.speakerEnds', { contact: daniel.name }));
    });

    test('unsaved text causes a question before the form closes, and none is lost by mistake [TC-04]', async ({
      page,
      t,
      app,
      signedIn,
      contacts,
    }) => {
      const who = await signedIn(withContacts);
      await contacts.open();
      const form = await contacts.edit(susan.name);
      await escapeFrom(page, form.dialog);
      await contacts.edit(susan.name);
      await form.fill({ phone: '0491 570 159' });
      const question = page.getByRole('alertdialog', { name: t('save.leave.title') });
      const stay = question.getByRole('button', { name: t('save.leave.stay') });
      for (const close of [
        () => page.keyboard.press('Escape'),
        () => form.cancel.click(),
        () => form.dialog.getByRole('button', { name: t('common.close') }).click(),
      ]) {
        await close();
        await expect(question).toContainText(t('confirm.leave.body'));
        await isInOrder(page);
        await stay.click();
        await expect(question).toHaveCount(0);
        await expect(form.box('phone')).toHaveValue('0491 570 159');
      }
      await form.box('phone').press('Escape');
      await escapeFrom(page, question);
      await expect(form.box('phone')).toHaveValue('0491 570 159');
      await form.cancel.click();
      await question.getByRole('button', { name: t('save.leave.go') }).click();
      await expect(form.dialog).toHaveCount(0);
      await expect(contacts.button(susan.name, 'contacts.row.edit')).toBeFocused();
      expect((await savedContacts(app, who))[1]).toMatchObject({ phone: susan.phone });
    });

    test(`who accepted are deleted only when DELETE is typed exactly [TC-05] [TC-20] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
      contacts,
    }) => {
      const who = await signedIn(withContacts);
      await contacts.open();
      await contacts.button(daniel.name, 'contacts.row.delete').click();
      const question = page.getByRole('alertdialog', {
        name: t('confirm.contactDelete.title', { contact: daniel.name }),
      });
      await expect(question).toContainText(t('contacts.delete.speaker', { contact: daniel.name }));
      const box = question.getByRole('textbox', { name: t('confirm.typeDelete.label') });
      const button = question.getByRole('button', { name: t('contacts.delete.button') });
      await isInOrder(page);
      for (const wrong of ['', 'delete', 'DELETE ', 'DELET', 'DELETE!']) {
        await box.fill(wrong);
        await button.click();
        await expect(box).toHaveAttribute('aria-invalid', 'true');
        await expect(box).toHaveValue(wrong);
      }
      expect(await savedContacts(app, who)).toHaveLength(2);
      await box.fill('DELETE');
      await button.click();
      await expect(question).toBeHidden();
      await expect(page.locator('.snacks').getByText(t('success.contactDeleted'))).toBeVisible();
      await expect(contacts.card(daniel.name)).toHaveCount(0);
      await expect(contacts.add).toBeFocused();
      expect((await savedContacts(app, who)).map(({ name }) => name)).toEqual([susan.name]);
    });

    test('a pending request is withdrawn after a confirmation [TC-06]', async ({
      page,
      t,
      app,
      signedIn,
      contacts,
    }) => {
      const who = await signedIn(withContacts);
      await contacts.open();
      const question = page.getByRole('alertdialog', {
        name: t('confirm.contactCancel.title', { contact: susan.name }),
      });
      await contacts.button(susan.name, 'contacts.row.cancel').click();
      await isInOrder(page);
      await question.getByRole('button', { name: t('contacts.cancel.keep') }).click();
      await expect(question).toBeHidden();
      await expect(contacts.button(susan.name, 'contacts.row.cancel')).toBeFocused();
      await contacts.button(susan.name, 'contacts.row.cancel').click();
      await question.getByRole('button', { name: t('contacts.cancel.button') }).click();
      await expect(page.locator('.snacks').getByText(t('success.contactCancelled'))).toBeVisible();
      await expect(contacts.card(susan.name)).toHaveCount(0);
      expect((await savedContacts(app, who)).map(({ name }) => name)).toEqual([daniel.name]);
    });

    test('a request can be sent again after some time, and the page says that the old link is invalid [TC-06]', async ({
      page,
      t,
      app,
      signedIn,
      contacts,
    }) => {
      const who = await signedIn(withContacts);
      await contacts.open();
      const again = contacts.button(susan.name, 'contacts.row.remind');
      await expect(again).toHaveAttribute('aria-disabled', 'true');
      await expect(contacts.card(susan.name)).toContainText(
        new RegExp(t('contacts.row.remindWait', { time: '.+' })),
      );
      const monthAgo = new Date(Date.now() - 40 * 86_400_000);
      await app.services.db
        .updateTable('trusted_contacts')
        .set({ created_at: monthAgo, asked_at: monthAgo })
        .where('id', '=', (await idsOf(app, who, susan.name)).contactId)
        .execute();
      await page.reload();
      await contacts.isThere();
      const expired = new RegExp(t('contacts.row.expiredOn', { date: '.+' }));
      await expect(contacts.card(susan.name)).toContainText(expired);
      await again.click();
      await expect(contacts.card(susan.name)).toContainText(t('contacts.row.reminded'));
      await expect(contacts.card(susan.name)).not.toContainText(expired);
    });
  });
}

test('an action on a contact who was deleted meanwhile shows an error there, and typed text stays [TC-04]', async ({
  t,
  app,
  signedIn,
  contacts,
}) => {
  const who = await signedIn(withContacts);
  await contacts.open();
  const form = await contacts.edit(susan.name);
  await app.services.db
    .deleteFrom('trusted_contacts')
    .where('id', '=', (await idsOf(app, who, susan.name)).contactId)
    .execute();
  await form.fill({ name: 'Susan Windermere' });
  await form.save.click();
  await expect(form.problems).toContainText(t('contacts.gone.short'));
  await expect(form.box('name')).toHaveValue('Susan Windermere');
});
