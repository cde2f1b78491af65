import { TestClient } from '../../testing/client.ts';
import { person, provider, type TestPerson } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { isInOrder, sidewaysBy } from '../axe.ts';
import { addFile, FilesPage, paper } from '../screens/files-page.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

/** Sets a paper aside as a staff member of the person's house. */
async function setAside(app: TestApp, providerId: string, who: TestPerson, fileId: string): Promise<void> {
  const staff = await person(app.services, {
    ...{ role: 'provideradmin', providerId, firstName: 'Priya', lastName: 'Nair' },
  });
  const client = new TestClient(app.url);
  await client.signIn(staff.email, staff.password);
  const { errors } = await client.graphql(
    `mutation { setPaperAside(user_id: "${who.userId}", file_id: "${fileId}") { id } }`,
  );
  if (errors) throw new Error(JSON.stringify(errors));
}

const named = { firstName: 'Margaret', lastName: 'Doyle' } as const;

for (const language of languages) {
  test.describe(`a directive about another person, in ${language}`, () => {
    test.use({ language });

    test(`is set aside by staff after a confirmation, listed as such, and restored if that was a mistake ${eachWidthOnce(language)} [UPLOAD-22] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      newCustomer,
      signedIn,
    }) => {
      const providerId = await provider(app.services);
      const customer = await newCustomer({ ...named, providerId });
      await addFile(app, customer, paper(), { category: 'ACP' });
      await signedIn({ role: 'provideradmin', providerId, firstName: 'Priya', lastName: 'Nair' });
      await page.goto(`/provider/customers/${customer.userId}`);
      const main = page.getByRole('main');
      const toCheck = main.getByRole('region', { name: t('customer.review.title') });
      const files = main.getByRole('region', { name: t('customer.part.files'), exact: true });
      await toCheck
        .getByRole('button', { name: t('customer.setAside.buttonLabel', { file: 'Directive.pdf' }) })
        .click();
      const dialog = page.getByRole('alertdialog', { name: t('customer.setAside.title') });
      await expect(dialog).toContainText(t('customer.setAside.onlyIf', { customer: 'Margaret Doyle' }));
      await expect(dialog).toContainText(t('customer.setAside.does', { customer: 'Margaret Doyle' }));
      await isInOrder(page);
      await dialog.getByRole('button', { name: t('customer.setAside.confirm') }).click();

      await expect(dialog).toHaveCount(0);
      await expect(toCheck).toHaveCount(0);
      await expect(files.getByRole('heading', { name: t('customer.setAside.listTitle') })).toBeVisible();
      await expect(files).toContainText('Priya Nair');
      await expect(files.getByRole('link')).toHaveCount(0);
      expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
      await isInOrder(page);

      await files
        .getByRole('button', { name: t('customer.setAside.againLabel', { file: 'Directive.pdf' }) })
        .click();
      await expect(toCheck.getByText('Directive.pdf')).toBeVisible();
      await expect(files.getByText(t('customer.setAside.listTitle'))).toHaveCount(0);
      expect(rawKeysIn(await main.innerText())).toEqual([]);
    });

    test(`is shown to its owner, who opens it from the notification and restores it ${eachWidthOnce(language)} [UPLOAD-22] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const providerId = await provider(app.services, 'Banksia House');
      const who = await signedIn({ ...named, providerId });
      const id = await addFile(app, who, paper(), { category: 'ACP' });
      await setAside(app, providerId, who, id);
      await page.goto('/dashboard?files=ACP');
      const { dialog } = new FilesPage(page, t, 'ACP');
      const list = dialog.getByRole('region', { name: t('files.title') });
      await expect(dialog).toContainText(t('files.setAside.title'));
      await expect(dialog).toContainText('Banksia House');
      await expect(list).toContainText(t('files.empty.ACP'));
      await expect(list.getByText(t('files.inUse'))).toHaveCount(0);
      await isInOrder(page);
      await dialog
        .getByRole('button', { name: t('files.setAside.mineLabel', { file: 'Directive.pdf' }) })
        .click();
      await expect(list.getByText(t('files.inUse'))).toBeVisible();
      await expect(dialog.getByText(t('files.setAside.title'))).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      expect(new URL(page.url()).search).toBe('');
      await expect(
        page.getByRole('main').getByRole('region', { name: t('dash.signed.card'), exact: true }),
      ).toBeVisible();
      await isInOrder(page);
    });

    test(`is deleted by its owner if it is about another person ${eachWidthOnce(language)} [UPLOAD-22]`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const providerId = await provider(app.services);
      const who = await signedIn({ ...named, providerId });
      const id = await addFile(app, who, paper(), { category: 'ACP' });
      await setAside(app, providerId, who, id);
      await page.goto('/dashboard?files=ACP');
      const { dialog } = new FilesPage(page, t, 'ACP');
      await dialog
        .getByRole('button', { name: t('files.setAside.deleteLabel', { file: 'Directive.pdf' }) })
        .click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: t('common.delete') }).click();
      await expect(dialog.getByText(t('files.empty.ACP'))).toBeVisible();
      await isInOrder(page);
    });
  });
}
