import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { fileAccessPart } from '../../src/domain/contacts/file-access-path.ts';
import { isInOrder } from '../axe.ts';
import { ContactsPage, daniel, idsOf, savedContacts, susan } from '../screens/contacts-page.ts';
import { signed } from '../saved-plan.ts';
import { asks, eachWidthOnce, expect, mainOnce, noteRequests, test } from '../wattle.ts';
import { exactly, languages, rawKeysIn, saying } from '../words.ts';

const withContacts = { ...signed(), contacts: [daniel, susan] };

/** The access of a contact, by the visible texts. */
function accessPage(page: Page, t: Translate, contact = daniel.name) {
  const main = page.getByRole('main');
  const words = ['save', 'saving', 'saved', 'notSaved'] as const;
  return {
    main,
    title: main.getByRole('heading', { level: 1, name: t('fileAccess.title', { contact }) }),
    plan: main.getByRole('switch', { name: saying(t('fileAccess.row.plan')) }),
    full: main.getByRole('switch', { name: saying(t('fileAccess.full.label')) }),
    save: main.getByRole('button', { name: exactly(...words.map((key) => t(`fileAccess.${key}`))) }),
  };
}

for (const language of languages) {
  test.describe(`the access of a contact, in ${language}`, () => {
    test.use({ language });

    test(`is chosen and saved: the plan, or everything [SHARE-02] [GAP-68] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
      contacts,
    }) => {
      const who = await signedIn(withContacts);
      await contacts.open();
      const access = accessPage(page, t);
      const share = t('contacts.row.share', { contact: daniel.name });
      await contacts.main.getByRole('link', { name: share }).click();
      await expect(access.title).toBeVisible();
      await expect(access.plan).toBeChecked();
      await expect(access.full).not.toBeChecked();
      await isInOrder(page);

      await access.plan.uncheck();
      await expect(access.main).toContainText(t('fileAccess.planOff', { contact: daniel.name }));
      await expect(access.main).toContainText(t('fileAccess.planOffSpeaker', { contact: daniel.name }));
      await expect(access.main).toContainText(t('fileAccess.copies'));
      await isInOrder(page);
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      await access.save.click();
      await expect(access.save).toHaveText(t('fileAccess.saved'));
      await expect(page.locator('.snacks').getByText(t('success.accessSaved'))).toBeVisible();
      expect((await savedContacts(app, who))[0]).toMatchObject({ plan_shared: false, fullAccess: false });

      await access.full.check();
      await expect(access.plan).toBeChecked();
      await expect(access.plan).toHaveAttribute('aria-disabled', 'true');
      await access.save.click();
      await expect
        .poll(async () => (await savedContacts(app, who))[0])
        .toMatchObject({ plan_shared: true, fullAccess: true });
      await access.main.getByRole('link', { name: t('fileAccess.back') }).click();
      await contacts.isThere();
      await expect(contacts.card(daniel.name)).toContainText(t('contacts.row.sharedAll'));
    });

    test('consists of each active file that was turned on, listed by category; replaced files and the signed plan are excluded [SHARE-02] [GAP-68]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(withContacts);
      const names = {
        ACP: 'Directive 2026.pdf',
        ADDITIONAL_DOCUMENT: '授权书.pdf',
        WISHES: 'To my family.mp4',
      };
      const file = { user_id: who.userId, is_active: true, is_uploaded: true };
      await app.services.db
        .insertInto('files')
        .values([
          ...Object.entries(names).map(([category, file_name]) => ({
            ...file,
            category: category as keyof typeof names,
            file_name,
          })),
          { ...file, category: 'ACP', file_name: 'Directive 2019.pdf', is_active: false },
        ])
        .execute();
      const ids = await idsOf(app, who, daniel.name);
      await page.goto(`/manage-file-access/${fileAccessPart(ids)}`);
      const access = accessPage(page, t);
      for (const [group, name] of [
        ['acp', names.ACP],
        ['additional', names.ADDITIONAL_DOCUMENT],
        ['wishes', names.WISHES],
      ] as const) {
        const files = access.main.getByRole('group', { name: t(`fileAccess.group.${group}`) });
        await expect(files.getByRole('switch')).toHaveCount(1);
        await expect(files.getByRole('switch', { name: saying(name) })).not.toBeChecked();
      }
      await expect(access.main).not.toContainText('2019');
      await isInOrder(page);
      await access.main.getByRole('switch', { name: saying(names.ADDITIONAL_DOCUMENT) }).check();
      await access.main.getByRole('switch', { name: saying(names.WISHES) }).check();
      await access.save.click();
      await expect(access.save).toHaveText(t('fileAccess.saved'));
      const shared = () =>
        app.services.db
          .selectFrom('shared_files')
          .innerJoin('files', 'files.id', 'shared_files.file_id')
          .where('shared_files.shared_with', '=', ids.contactId)
          .orderBy('files.category')
          .select('files.file_name')
          .execute();
      expect((await shared()).map(({ file_name }) => file_name)).toEqual([
        names.ADDITIONAL_DOCUMENT,
        names.WISHES,
      ]);
      await page.reload();
      await access.main.getByRole('switch', { name: saying(names.WISHES) }).uncheck();
      await expect(access.main).toContainText(t('fileAccess.copies'));
      await access.save.click();
      await expect(access.save).toHaveText(t('fileAccess.saved'));
      expect(await shared()).toHaveLength(1);
      await access.main.getByRole('link', { name: t('fileAccess.back') }).click();
      await expect(new ContactsPage(page, t).card(daniel.name)).toContainText(
        t('contacts.row.sharedSome', { count: 1 }),
      );
    });

    test('can be chosen before the contact accepts, and the page says that nothing is shared until then [SHARE-02] [GAP-67]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(withContacts);
      await page.goto(`/manage-file-access/${fileAccessPart(await idsOf(app, who, susan.name))}`);
      const access = accessPage(page, t, susan.name);
      await expect(access.main).toContainText(t('fileAccess.pending', { contact: susan.name }));
      await access.plan.uncheck();
      await expect(access.main).not.toContainText(t('fileAccess.planOffSpeaker', { contact: susan.name }));
      await access.save.click();
      await expect(access.save).toHaveText(t('fileAccess.saved'));
      expect((await savedContacts(app, who))[1]).toMatchObject({ plan_shared: false, status: 'pending' });
    });
  });
}

test('has the address /manage-file-access/{userId}|{contactId}, in any encoding of the separator [SHARE-02]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(withContacts);
  const { userId, contactId } = await idsOf(app, who, daniel.name);
  const access = accessPage(page, t);
  for (const line of ['|', '%7C', '%7c']) {
    await page.goto(`/manage-file-access/${userId}${line}${contactId}`);
    await expect(access.title).toBeVisible();
    await page.reload();
    await expect(access.title).toBeVisible();
  }
});

test('is shown only to the owner, and for no contact that does not exist [SHARE-02] [GAP-68]', async ({
  page,
  t,
  app,
  newCustomer,
  signedIn,
}) => {
  const other = await newCustomer(withContacts);
  const { userId, contactId } = await idsOf(app, other, daniel.name);
  const who = await signedIn(withContacts);
  for (const ids of [
    `${userId}|${contactId}`,
    `${who.userId}|${contactId}`,
    `${who.userId}|${randomUUID()}`,
    `${who.userId}|none`,
    who.userId,
  ]) {
    await page.goto(`/manage-file-access/${ids}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('contacts.gone.title'));
    await expect(page.getByRole('main')).not.toContainText(daniel.name);
    await expect(page.getByRole('switch')).toHaveCount(0);
  }
  await page.getByRole('link', { name: t('fileAccess.back') }).click();
  await new ContactsPage(page, t).isThere();
});

test('has its own title when it cannot be loaded, not that of the list of contacts [SHARE-02]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(withContacts);
  await page.route('**/api/graphql', (route) =>
    asks('getTrustedContact')(route.request()) ? route.abort() : route.fallback(),
  );
  await page.goto(`/manage-file-access/${fileAccessPart(await idsOf(app, who, daniel.name))}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(t('error.general_error'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('fileAccess.titleUnnamed'));
  await expect(page).toHaveTitle(`${t('fileAccess.titleUnnamed')} - Wattle`);
});

test('keeps the choices when a save fails, and asks before the page is left [SHARE-02]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(withContacts);
  await page.goto(`/manage-file-access/${fileAccessPart(await idsOf(app, who, daniel.name))}`);
  const access = accessPage(page, t);
  await access.plan.uncheck();
  await page.route('**/api/graphql', (route) =>
    /insertSharedFiles/.test(route.request().postData() ?? '') ? route.abort() : route.fallback(),
  );
  await access.save.click();
  await expect(access.save).toHaveText(t('fileAccess.notSaved'));
  await expect(access.main.getByRole('alert')).toContainText(t('error.noAnswer'));
  await expect(access.plan).not.toBeChecked();
  await access.main.getByRole('link', { name: t('fileAccess.back') }).click();
  const question = page.getByRole('alertdialog', { name: t('save.leave.title') });
  await question.getByRole('button', { name: t('save.leave.stay') }).click();
  await page.unroute('**/api/graphql');
  await access.save.click();
  await expect(access.save).toHaveText(t('fileAccess.saved'));
  await access.main.getByRole('link', { name: t('fileAccess.back') }).click();
  await new ContactsPage(page, t).isThere();
  expect((await savedContacts(app, who))[0]?.plan_shared).toBe(false);
});

test('is saved once while the response is slow, also by keyboard [SHARE-02]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(withContacts);
  await page.goto(`/manage-file-access/${fileAccessPart(await idsOf(app, who, daniel.name))}`);
  const access = accessPage(page, t);
  const sent = noteRequests(page, 'insertSharedFiles');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/graphql', async (route) => {
    if (/insertSharedFiles/.test(route.request().postData() ?? '')) await held;
    return route.fallback();
  });
  await access.plan.focus();
  await page.keyboard.press('Space');
  await expect(access.plan).not.toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(access.save).toHaveText(t('fileAccess.saving'));
  await page.keyboard.press('Enter');
  letGo();
  await expect(access.save).toHaveText(t('fileAccess.saved'));
  expect(sent).toHaveLength(1);
});

test('says when the contact last opened the plan, and nothing before that [SHARE-02]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(withContacts);
  const ids = await idsOf(app, who, daniel.name);
  await page.goto(`/manage-file-access/${fileAccessPart(ids)}`);
  const access = accessPage(page, t);
  const opened = access.main.getByText(new RegExp(t('fileAccess.row.opened', { date: '.+' })));
  await expect(access.plan).toBeVisible();
  await expect(opened).toHaveCount(0);
  await app.services.db
    .updateTable('trusted_contacts')
    .set({ last_opened_at: new Date('2026-03-05T09:00:00+11:00') })
    .where('id', '=', ids.contactId)
    .execute();
  await page.reload();
  await expect(opened).toHaveText(t('fileAccess.row.opened', { date: '05/03/26' }));
});
