import { person } from '../../testing/people.ts';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { signed } from '../screens/emergency-card.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';

/** Margaret Doyle, with a signed plan and a trusted contact with this address who accepted. */
const sharingWith = (email: string) => ({
  ...signed(),
  contacts: signed().contacts.map((contact) => ({ ...contact, email })),
});

for (const language of ['en', 'zh'] as const)
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test(
      `a contact with an account sees on the dashboard who shares a plan with them, and opens it by keyboard [GAP-67] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, signedIn, app, t }) => {
        const reader = await signedIn();
        await person(app.services, sharingWith(reader.email));
        await page.goto('/dashboard');
        await expect(page.getByRole('heading', { name: t('contactView.manyTitle') })).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
        expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
        await page
          .getByRole('button', { name: t('contactView.manyOpen', { person: 'Margaret Doyle' }) })
          .focus();
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/shared-plan\/[\w-]+\?lang=(en|zh)$/);
        await page.getByRole('button', { name: t('contactView.open') }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          t('contactView.title', { person: 'Margaret Doyle' }),
        );
      },
    );
  });

test('a plan that is no longer shared shows a message, and the list is hidden if it is empty', async ({
  page,
  signedIn,
  app,
}) => {
  const reader = await signedIn();
  await page.goto('/dashboard');
  const title = page.getByRole('heading', { name: 'Plans shared with you' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(title).toBeHidden();
  const { userId } = await person(app.services, sharingWith(reader.email));
  await page.reload();
  await expect(title).toBeVisible();
  await app.services.db.deleteFrom('trusted_contacts').where('user_id', '=', userId).execute();
  await page.getByRole('button', { name: 'Open what Margaret Doyle shares' }).click();
  await expect(page.getByRole('alert').getByText('Nothing is shared with you here any more.')).toBeVisible();
});
