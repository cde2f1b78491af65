import { isInOrder } from '../axe.ts';
import { ContactDialog, daniel, helen, savedContacts, susan } from '../screens/contacts-page.ts';
import { draft } from '../saved-plan.ts';
import { eachWidthOnce, escapeFrom, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn, saying } from '../words.ts';

for (const language of languages) {
  test.describe(`step 8, in ${language}`, () => {
    test.use({ language });

    test(`adds a substitute decision maker: yes is preselected, and the count and the list are updated [QSTEP8-01] [QSTEP8-02] [QSTEP8-03] [GAP-36] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      questionnaire,
      signedIn,
    }) => {
      const who = await signedIn(draft());
      await questionnaire.open('step8');
      await expect(page.getByRole('heading', { name: t('step8.count', { count: 0 }) })).toBeVisible();
      await expect(page.getByText(t('step8.pending.none'))).toBeVisible();
      const open = questionnaire.button(t('step8.addSdm'));
      await open.click();
      const form = new ContactDialog(page, t, t('contact.title.sdm'));
      await expect(form.answer('substitutedDecisionMaker', true)).toBeChecked();
      await expect(form.answer('enduringGuardian', true)).not.toBeChecked();
      await isInOrder(page);
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      const { speaker: _, ...typed } = helen;
      await form.fill(typed);
      await form.save.click();
      const sent = page.getByRole('dialog', { name: t('contact.sent.title') });
      await expect(sent).toContainText(t('contact.sent.body', { name: helen.name }));
      await expect(sent.getByRole('link')).toHaveCount(0);
      await sent.getByRole('button', { name: t('contacts.sent.ok'), exact: true }).click();
      await expect(open).toBeFocused();
      await expect(page.getByRole('heading', { name: t('step8.count', { count: 1 }) })).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: helen.name })).toBeVisible();
      await isInOrder(page);
      expect((await savedContacts(app, who))[0]).toMatchObject({
        name: helen.name,
        substitutedDecisionMaker: true,
        status: 'pending',
      });
    });

    test('adds any other trusted contact too, and shows errors at the fields [QSTEP8-01] [TC-03]', async ({
      page,
      t,
      questionnaire,
      signedIn,
    }) => {
      await signedIn({ ...draft(), contacts: [daniel, susan] });
      await questionnaire.open('step8');
      await questionnaire.button(t('contacts.page.add')).click();
      const form = new ContactDialog(page, t, t('contact.title.add'));
      await form.fill({ ...helen, phone: '12', email: susan.email });
      await form.save.click();
      await expect(form.box('phone')).toHaveAccessibleDescription(saying(t('contact.phone.error.format')));
      await form.fill({ phone: helen.phone });
      await form.save.click();
      await expect(form.box('email')).toHaveAccessibleDescription(
        saying(t('error.duplicate_trusted_contact')),
      );
      await form.fill({ email: helen.email });
      await form.save.click();
      await escapeFrom(page, page.getByRole('dialog', { name: t('contact.sent.title') }));
      await expect(page.getByRole('heading', { name: t('step8.count', { count: 3 }) })).toBeVisible();
      await questionnaire.button(t('common.continue')).click();
      await questionnaire.isAt('checkout');
    });
  });
}
