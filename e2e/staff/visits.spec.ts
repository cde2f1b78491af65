import { TestClient } from '../../testing/client.ts';
import { provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { staffInside } from '../staff-visit.ts';
import { eachWidthOnce, expect, mainOnce, takeOver, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

for (const language of languages) {
  test.describe(`after a visit of staff in an account, in ${language}`, () => {
    test.use({ language });

    test(`the customer sees who visited, why, and the names of the changed fields; the staff member saw only that a number is stored [R-52] [R-59] [R-39] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      newCustomer,
      enter,
    }) => {
      const providerId = await provider(app.services);
      const name = { firstName: '美玲', lastName: '陈' };
      const customer = await newCustomer({ providerId, ...name });
      const staff = await newCustomer({ role: 'provideradmin', providerId, firstName: '伟', lastName: '王' });
      // Each run of this test needs a new card, because a card and a birth date identify one person (D-38).
      const cards = ['2123456161', '2123456251', '2123456341', '2123456431'];
      const number = cards[(language === 'zh' ? 0 : 2) + (page.viewportSize()!.width > 400 ? 1 : 0)];
      const own = new TestClient(app.url);
      await own.signIn(customer.email, customer.password);
      await own.graphql('mutation ($number: String) { updateProfile(medicare_number: $number) { id } }', {
        number,
      });
      const reason = 'She rang about her postcode';
      const client = await staffInside(app, staff, customer, reason);
      await client.graphql('mutation { updateProfile(postcode: "３２８０") { id } }');
      await takeOver(client, page.context());
      await page.goto('/settings/profile');
      await expect(page.getByText(t('settings.profile.medicareKept'))).toBeVisible();
      await expect(
        page.getByRole('button', { name: `${t('common.change')}: ${t('settings.profile.medicare')}` }),
      ).toBeVisible();
      const boxes = await page
        .locator('main input[autocomplete$="-name"]')
        .evaluateAll((all) => all.map((box) => (box as unknown as { name: string }).name));
      expect(boxes).toEqual(language === 'zh' ? ['last_name', 'first_name'] : ['first_name', 'last_name']);
      await expect(page.getByRole('region', { name: t('lac.banner', { customer: '陈美玲' }) })).toBeVisible();

      await page.context().clearCookies();
      await enter(customer);
      await page.goto('/settings/privacy');
      const visits = page.getByRole('region', { name: t('settings.privacy.visits') });
      const visit = visits.getByRole('listitem').first();
      await expect(visit).toContainText(
        t('settings.privacy.visit.who', { staff: '王伟', organisation: 'Banksia House' }),
      );
      await expect(visit).toContainText(reason);
      await expect(visit.getByRole('listitem')).toHaveText([language === 'zh' ? '邮政编码' : 'Postcode']);
      await expect(visit).not.toContainText('3280');
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      await isInOrder(page);
    });
  });
}
