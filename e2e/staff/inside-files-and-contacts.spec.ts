import { insertFile } from '../../testing/customer-files.ts';
import { provider } from '../../testing/people.ts';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { signed } from '../saved-plan.ts';
import { ContactDialog, helen } from '../screens/contacts-page.ts';
import { staffInside } from '../staff-visit.ts';
import { expect, takeOver, test } from '../wattle.ts';
import { beginning, languages } from '../words.ts';

const name = 'Margaret Doyle';

for (const language of languages) {
  test.describe(`files and contacts in a customer's account, in ${language}`, () => {
    test.use({ language });

    test('directive files can be read but neither replaced nor deleted, staff cannot decide about one that was set aside, and a contact is suggested, not added [S-01] [D-42] [D-59] [UPLOAD-22]', async ({
      page,
      t,
      app,
      context,
      newCustomer,
    }) => {
      const providerId = await provider(app.services);
      const customer = await newCustomer({
        ...signed(),
        providerId,
        firstName: 'Margaret',
        lastName: 'Doyle',
      });
      const staff = await newCustomer({ role: 'provideradmin', providerId, firstName: 'Priya' });
      await insertFile(app.services, customer.userId);
      const aside = { file_name: 'other.pdf', is_active: false, set_aside_at: new Date() };
      await insertFile(app.services, customer.userId, aside);
      await takeOver(await staffInside(app, staff, customer), context);
      await page.goto('/dashboard');
      await page.getByRole('button', { name: beginning(t('dash.upload.acp')) }).click();
      const files = page.getByRole('dialog');
      await expect(files.getByText(t('lac.only.directive', { customer: name }))).toBeVisible();
      await expect(files.getByText(t('lac.only.deleteFile', { customer: name }))).toBeVisible();
      await expect(files.locator('input[type=file]')).toHaveCount(0);
      await expect(files).toContainText('other.pdf');
      for (const answer of ['files.setAside.mineLabel', 'files.setAside.deleteLabel'] as const)
        await expect(files.getByRole('button', { name: t(answer, { file: 'other.pdf' }) })).toHaveCount(0);
      await expect(
        files.getByRole('button', { name: t('files.preview', { file: 'directive.pdf' }) }),
      ).toBeVisible();
      for (const label of [
        'upload.done',
        'upload.pages.choice',
        'common.delete',
        'dash.share.title',
      ] as const)
        await expect(files.getByRole('button', { name: t(label) })).toHaveCount(0);
      expect(await axeFindings(page)).toEqual([]);

      await page.goto('/trusted-contacts');
      await page.getByRole('button', { name: t('contacts.suggest.button') }).click();
      const form = new ContactDialog(page, t, t('contacts.suggest.title'), name);
      await expect(form.dialog.getByText(t('contacts.suggest.lead', { customer: name }))).toBeVisible();
      const { permission: _, ...facts } = helen;
      await form.fill(facts);
      await form.dialog.getByRole('button', { name: t('contacts.suggest.send') }).click();
      await expect(page.getByText(t('contacts.suggest.waits', { customer: name }))).toBeVisible();
      await expect(
        page.getByRole('region', { name: t('contacts.suggest.listTitleStaff', { customer: name }) }),
      ).toContainText(t('contacts.suggest.listHintStaff', { customer: name }));
      await expect(page.getByText(t('contacts.page.count', { count: 0 }))).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
    });
  });
}
