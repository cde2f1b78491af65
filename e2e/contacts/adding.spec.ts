import { isInOrder } from '../axe.ts';
import { daniel, helen, savedContacts, susan } from '../screens/contacts-page.ts';
import { signed } from '../saved-plan.ts';
import { eachWidthOnce, escapeFrom, expect, mainOnce, noteRequests, test } from '../wattle.ts';
import { languages, rawKeysIn, saying } from '../words.ts';

const withContacts = { ...signed(), contacts: [daniel, susan] };

for (const language of languages) {
  test.describe(`adding trusted contacts, in ${language}`, () => {
    test.use({ language });

    test(`can be added: missing entries are named, then the request is sent and waits for an answer [TC-03] [TC-07] [TC-08] [TC-11] [TC-12] [TC-13] [TC-14] [TC-15] [TC-16] [TC-17] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
      contacts,
    }) => {
      const who = await signedIn(signed());
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

    test('an address that is already a contact is refused at the field and in a message, and nothing typed is lost [TC-18] [ERR-25]', async ({
      page,
      t,
      app,
      signedIn,
      contacts,
    }) => {
      const who = await signedIn(withContacts);
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
      // The message disappears when its address changes, long before its time limit.
      await expect(page.locator('.snacks').getByText(words)).toHaveCount(0, { timeout: 3_000 });
      await form.save.click();
      await expect(form.box('email')).toHaveAccessibleDescription(saying(t('contact.email.error.own')));
      expect(await savedContacts(app, who)).toHaveLength(2);
    });

    test('of a plan recorded for another person are described as that person’s [TC-03] [R-31]', async ({
      page,
      t,
      signedIn,
      contacts,
    }) => {
      await signedIn({ ...signed(), accountOwner: 'child' });
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

test('typed text stays when the response is lost, and is sent once when it is tried again [TC-03]', async ({
  page,
  t,
  app,
  signedIn,
  contacts,
}) => {
  const who = await signedIn(signed());
  await contacts.open();
  const sent = noteRequests(page, 'addTrustedContact');
  await contacts.add.click();
  const { form } = contacts;
  await form.fill(helen);
  // The server handles the request, and the response never arrives.
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

test('while a request is being sent the button shows it, and a second click sends nothing [TC-03]', async ({
  page,
  t,
  app,
  signedIn,
  contacts,
}) => {
  const who = await signedIn(signed());
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

test('a form closed by mistake keeps its text when it is reopened, and is empty after sending [TC-03]', async ({
  page,
  t,
  signedIn,
  contacts,
}) => {
  await signedIn(signed());
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
