import { person } from '../../testing/people.ts';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { daniel, savedContacts } from '../screens/contacts-page.ts';
import { signed } from '../saved-plan.ts';
import { eachWidthOnce, expect, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const { accepted: _, ...facts } = daniel;

for (const language of languages) {
  test.describe(`a contact suggested by staff, in ${language}`, () => {
    test.use({ language });

    test(`is shown with the staff member's name, and is added or dismissed by the person [S-01] [D-59] ${eachWidthOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
      contacts,
    }) => {
      const { db } = app.services;
      const who = await signedIn(signed());
      const staff = await person(app.services, { role: 'admin', firstName: 'Priya', lastName: 'Nair' });
      const suggested = { user_id: who.userId, suggested_by: staff.userId };
      await db
        .insertInto('contact_suggestions')
        .values([
          { ...facts, ...suggested },
          { ...facts, ...suggested, name: 'Susan Doyle', email: 'susan@contacts.example' },
        ])
        .execute();
      await contacts.open();
      const list = contacts.main.getByRole('region', { name: t('contacts.suggest.listTitle') });
      for (const contact of [daniel.name, 'Susan Doyle'])
        await expect(
          list.getByText(t('contacts.suggest.by', { staff: 'Priya Nair', contact })),
        ).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      expect(await savedContacts(app, who)).toEqual([]);

      const ofSusan = list.getByRole('listitem').filter({ hasText: 'Susan Doyle' });
      await ofSusan.getByRole('button', { name: t('contacts.suggest.notNow') }).click();
      await expect(list.getByRole('listitem')).toHaveCount(1);

      await list.getByRole('button', { name: t('contacts.suggest.add', { contact: daniel.name }) }).click();
      await expect(contacts.form.box('name')).toHaveValue(daniel.name);
      await expect(contacts.form.permission).not.toBeChecked();
      await contacts.form.permission.check();
      await contacts.form.save.click();
      await expect(contacts.sent).toBeVisible();
      await expect(list).toHaveCount(0);
      expect(await savedContacts(app, who)).toMatchObject([{ email: daniel.email, status: 'pending' }]);
    });
  });
}
