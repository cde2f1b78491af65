import { isInOrder } from './axe.ts';
import { ContactsPage, daniel, helen, idsOf, savedContacts, susan } from './contacts-page.ts';
import { signed } from './saved-plan.ts';
import { bothWidths, escapeFrom, expect, noteRequests, test } from './wattle.ts';
import { languages, rawKeysIn, saying } from './words.ts';

const withContacts = { ...signed(), contacts: [daniel, susan] };

for (const language of languages) {
  test.describe(`trusted contacts, in ${language}`, () => {
    test.use({ language });

    test(`are counted, and listed by who said yes and who has not answered, each with what they are and can see [TC-01] [TC-02] [TC-09] [TC-10] ${bothWidths}`, async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn(withContacts);
      const contacts = new ContactsPage(page, t);
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

    test(`can be added: asked for what is missing, then sent, then waiting for an answer [TC-03] [TC-07] [TC-08] [TC-11] [TC-12] [TC-13] [TC-14] [TC-15] [TC-16] [TC-17] ${bothWidths}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(signed());
      const contacts = new ContactsPage(page, t);
      await contacts.open();
      await expect(contacts.main.getByText(t('contacts.page.empty'))).toBeVisible();
      await isInOrder(page);
      await contacts.add.click();
      const { form } = contacts;
      await form.fill({ name: 'R2D2', email: 'helen@nowhere' });
      await form.save.click();
      await expect(form.problems).toBeFocused();
      await expect(form.problems.getByRole('listitem')).toHaveText([
        t('contact.name.error.noDigits'),
        t('contact.relationship.error.required'),
        t('contact.email.error.format'),
        t('contact.phone.error.required'),
        t('contact.substitutedDecisionMaker.error.required'),
        t('contact.enduringGuardian.error.required'),
        t('contact.permissionConfirmation.error.required'),
      ]);
      await expect(form.box('name')).toHaveAccessibleDescription(saying(t('contact.name.error.noDigits')));
      await expect(form.box('name')).toHaveValue('R2D2');
      await isInOrder(page);
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);

      await form.fill({ ...helen, email: 'Helen@Contacts.Example.Museum' });
      await form.save.click();
      await expect(contacts.sent).toContainText(t('contact.sent.body', { name: helen.name }));
      await expect(contacts.sent).toContainText(t('contacts.sent.whatNext'));
      await isInOrder(page);
      await contacts.sent.getByRole('button', { name: t('contacts.sent.ok'), exact: true }).click();
      await expect(contacts.sent).toBeHidden();
      await expect(contacts.add).toBeFocused();
      await expect(contacts.pending.getByRole('listitem')).toHaveText([saying(helen.name)]);
      const [saved] = await savedContacts(app, who);
      expect(saved).toMatchObject({
        name: helen.name,
        email: 'helen@contacts.example.museum',
        phone: helen.phone,
        relationship: 'Friend',
        substitutedDecisionMaker: false,
        enduringGuardian: false,
        status: 'pending',
      });
    });

    test('an address that is a contact already is refused at the field and in a message, and nothing typed is lost [TC-18] [ERR-25]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(withContacts);
      const contacts = new ContactsPage(page, t);
      await contacts.open();
      await contacts.add.click();
      const { form } = contacts;
      await form.fill({ ...helen, email: 'DANIEL@contacts.example' });
      await form.save.click();
      const words = t('error.duplicate_trusted_contact');
      await expect(form.box('email')).toHaveAccessibleDescription(saying(words));
      await expect(page.locator('.snacks').getByText(words)).toBeVisible();
      await expect(form.problems).toContainText(words);
      await expect(form.box('name')).toHaveValue(helen.name);
      await expect(form.box('phone')).toHaveValue(helen.phone);
      await isInOrder(page);
      await form.fill({ email: who.email });
      await form.save.click();
      await expect(form.box('email')).toHaveAccessibleDescription(saying(t('contact.email.error.own')));
      expect(await savedContacts(app, who)).toHaveLength(2);
    });

    test('can be changed, all but the address; who becomes or stops being the decision maker is said before [TC-04] [TC-19]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(withContacts);
      const contacts = new ContactsPage(page, t);
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

    test('who said yes is deleted only when DELETE is typed exactly [TC-05] [TC-20]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(withContacts);
      const contacts = new ContactsPage(page, t);
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

    test('a request that is not answered is taken back after a question [TC-06]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(withContacts);
      const contacts = new ContactsPage(page, t);
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

    test('a request is sent again once some time has gone by, and says that the old link died [TC-06]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(withContacts);
      const contacts = new ContactsPage(page, t);
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

    test('who said yes is left off the emergency page, and put on it again [D-33]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(withContacts);
      const contacts = new ContactsPage(page, t);
      await contacts.open();
      await expect(contacts.button(susan.name, 'contacts.row.leaveOff')).toHaveCount(0);
      await contacts.button(daniel.name, 'contacts.row.leaveOff').click();
      await expect(contacts.card(daniel.name)).toContainText(t('contacts.row.offCard'));
      const isOnPage = async () => (await savedContacts(app, who))[0]?.on_emergency_page;
      await expect.poll(isOnPage).toBe(false);
      await isInOrder(page);
      await contacts.button(daniel.name, 'contacts.row.putOn').click();
      await expect(contacts.card(daniel.name)).toContainText(t('contacts.row.onCard'));
      // In Chinese the words before hold these words.
      await expect.poll(isOnPage).toBe(true);
    });

    test('of a plan that is recorded for another person are asked for and told as that person’s [TC-03] [R-31]', async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn({ ...signed(), accountOwner: 'child' });
      const contacts = new ContactsPage(page, t);
      await contacts.open();
      const person = 'Margaret Doyle';
      await expect(contacts.main).toContainText(t('contacts.page.leadOnBehalf', { person }));
      await expect(contacts.main).toContainText(t('contacts.page.emptyOnBehalf', { person }));
      await contacts.add.click();
      const { dialog } = contacts.form;
      const relationship = t('contact.relationship.labelOnBehalf', { person });
      await expect(dialog.getByRole('combobox', { name: relationship })).toBeVisible();
      const speaker = t('contact.substitutedDecisionMaker.labelOnBehalf', { person });
      await expect(dialog.getByRole('radiogroup', { name: speaker })).toBeVisible();
      await contacts.form.save.click();
      const asked = {
        en: 'Choose who this person is to Margaret Doyle',
        zh: '请选这个人是Margaret Doyle的什么人',
      };
      await expect(contacts.form.problems).toContainText(saying(asked[language]));
      await isInOrder(page);
    });
  });
}

test('a list without a substitute decision maker says so, and leads to adding one [QSTEP8-03] [GAP-36]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn({ ...signed(), contacts: [susan] });
  const contacts = new ContactsPage(page, t);
  await contacts.open();
  await expect(contacts.main.getByText(t('contacts.page.noSpeaker'))).toBeVisible();
  await contacts.main.getByRole('button', { name: t('contacts.page.noSpeakerAdd') }).click();
  const dialog = page.getByRole('dialog', { name: t('contact.title.sdm') });
  const asked = dialog.getByRole('radiogroup', { name: saying(t('contact.substitutedDecisionMaker.label')) });
  await expect(asked.getByRole('radio', { name: 'Yes' })).toBeChecked();
});

test('what was typed stays when the answer is lost, and is sent once when it is tried again [TC-03]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(signed());
  const contacts = new ContactsPage(page, t);
  await contacts.open();
  const sent = noteRequests(page, 'addTrustedContact');
  await contacts.add.click();
  const { form } = contacts;
  await form.fill(helen);
  // The server does it, and the answer never arrives.
  await page.route('**/api/graphql', async (route) => {
    if (!/addTrustedContact/.test(route.request().postData() ?? '')) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await form.save.click();
  await expect(form.problems).toContainText(t('error.noAnswer'));
  await expect(form.box('name')).toHaveValue(helen.name);
  await expect(form.permission).toBeChecked();
  await page.unroute('**/api/graphql');
  await expect(form.save).toHaveText(t('contact.save'));
  await form.save.click();
  await expect(contacts.sent).toBeVisible();
  expect(await savedContacts(app, who)).toHaveLength(1);
  expect(new Set(sent.map(({ variables }) => variables['idempotency_key'])).size).toBe(1);
});

test('while a request is being sent the button says so, and a second click sends nothing [TC-03]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(signed());
  const contacts = new ContactsPage(page, t);
  await contacts.open();
  const sent = noteRequests(page, 'addTrustedContact');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/graphql', async (route) => {
    if (/addTrustedContact/.test(route.request().postData() ?? '')) await held;
    return route.fallback();
  });
  await contacts.add.click();
  await contacts.form.fill(helen);
  await contacts.form.save.dblclick();
  await expect(contacts.form.save).toHaveText(t('common.sending'));
  await contacts.form.save.click({ force: true });
  letGo();
  await expect(contacts.sent).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(await savedContacts(app, who)).toHaveLength(1);
});

test('a form that is closed by mistake has its words when it is opened again, and none after they were sent [TC-03]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  const contacts = new ContactsPage(page, t);
  await contacts.open();
  await contacts.add.click();
  const { form } = contacts;
  await form.fill(helen);
  await escapeFrom(page, form.dialog);
  await expect(contacts.add).toBeFocused();
  await contacts.add.click();
  await expect(form.box('name')).toHaveValue(helen.name);
  await expect(form.answer('enduringGuardian', false)).toBeChecked();
  await form.save.click();
  await contacts.sent.getByRole('button', { name: t('contacts.sent.ok'), exact: true }).click();
  await contacts.add.click();
  await expect(form.box('name')).toHaveValue('');
});

test('is done with the keyboard alone: added, changed and taken back [TC-03] [TC-04] [TC-06]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn(signed());
  const contacts = new ContactsPage(page, t);
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

test('a contact who is gone meanwhile is told at what was tried, and the words stay [TC-04]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(withContacts);
  const contacts = new ContactsPage(page, t);
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
