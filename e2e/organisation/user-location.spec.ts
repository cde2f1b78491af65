import { stateIds } from '../../src/domain/location/state-forms.ts';
import { fullAnswers } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

for (const language of languages) {
  test.describe(`the place of residence, in ${language}`, () => {
    test.use({ language });

    test(`a visitor picks each place from the list and reads its form, law, witnesses and link ${eachWidthOnce(language)} [GAP-112] [D-01] ${mainOnce(language)}`, async ({
      page,
      t,
    }) => {
      await page.goto('/user/location');
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('where.page.title'));
      const list = main.getByRole('radiogroup', { name: t('where.page.choose') });
      await expect(list.getByRole('radio')).toHaveCount(8);
      await expect(main.getByRole('heading', { level: 2 })).toHaveCount(0);
      await isInOrder(page);
      for (const state of stateIds) {
        await list.getByRole('radio', { name: t(`where.${state}.name`) }).check();
        await main.getByRole('button', { name: t('where.page.show') }).click();
        await expect(page).toHaveURL(`/user/location?state=${state}`);
        const title = main.getByRole('heading', { level: 2 });
        await expect(title).toContainText(t(`where.${state}.name`));
        await expect(title).toBeFocused();
        for (const key of ['document', 'law', 'effect', 'age', 'decisionMaker'] as const)
          await expect(main.getByText(t(`where.${state}.${key}`), { exact: true })).toBeVisible();
        await expect(main.getByText(t('where.page.headingWitness'))).toHaveCount(state === 'nsw' ? 0 : 1);
        await expect(main.getByText(t('where.common.wattle'))).toBeVisible();
        await expect(main.getByText(t('where.common.notAdvice'))).toBeVisible();
        const outside = main.getByRole('link', { name: t('where.common.openForm') });
        await expect(outside).toHaveAttribute('href', /^https:\/\/[a-z.]+\.au(\/|$)/);
        await expect(outside).toHaveAttribute('target', '_blank');
        await expect(outside).toHaveAttribute('rel', 'noreferrer');
        expect(rawKeysIn(await main.innerText())).toEqual([]);
      }
      await isInOrder(page);
    });

    test(`a postcode selects the place in the list; an unknown postcode shows an error at its field and nothing is lost ${eachWidthOnce(language)} [GAP-112]`, async ({
      page,
      t,
    }) => {
      await page.goto('/user/location');
      const main = page.getByRole('main');
      const postcode = main.getByRole('textbox', { name: t('guest.locationPostcode') });
      const show = main.getByRole('button', { name: t('where.page.show') });
      await show.click();
      await expect(main.getByText(t('where.page.unknown'))).toBeVisible();
      await expect(main.getByRole('radio').first()).toBeFocused();
      await postcode.fill('2899');
      await show.click();
      await expect(postcode).toHaveAccessibleDescription(
        new RegExp(t('guest.locationPostcodeUnknown').slice(0, 12)),
      );
      await expect(postcode).toBeFocused();
      await expect(postcode).toHaveValue('2899');
      await isInOrder(page);
      await postcode.fill('2618');
      await expect(main.getByRole('radio', { name: t('where.act.name') })).toBeChecked();
      await postcode.fill('2619');
      await expect(main.getByRole('radio', { name: t('where.nsw.name') })).toBeChecked();
      await postcode.press('Enter');
      await expect(page).toHaveURL('/user/location?state=nsw');
      await expect(main.getByText(t('where.nsw.law'))).toBeVisible();
    });
  });
}

test('the place is in the address: it is restored after a reload, when going back, and through a link [GAP-112]', async ({
  page,
}) => {
  await page.goto('/user/location?state=tas');
  const main = page.getByRole('main');
  const title = main.getByRole('heading', { level: 2 });
  await expect(title).toHaveText('Tasmania: Advance Care Directive');
  await expect(main.getByRole('radio', { name: 'Tasmania' })).toBeChecked();
  await main.getByRole('radio', { name: 'Victoria' }).check();
  await main.getByRole('button', { name: 'Show the form' }).click();
  await expect(title).toHaveText('Victoria: Advance Care Directive');
  await expect(
    main.getByText(
      'Two adults, both with you when you sign. One must be a registered medical practitioner, that is, a doctor. Neither can be your appointed medical treatment decision maker.',
    ),
  ).toBeVisible();
  await page.goBack();
  await expect(title).toHaveText('Tasmania: Advance Care Directive');
  await expect(main.getByRole('radio', { name: 'Tasmania' })).toBeChecked();
  await page.reload();
  await expect(title).toHaveText('Tasmania: Advance Care Directive');
  for (const other of ['nowhere', 'constructor', '']) {
    await page.goto(`/user/location?state=${other}`);
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Where you live');
    await expect(title).toHaveCount(0);
  }
});

test('the page works by keyboard only [GAP-112]', async ({ page }) => {
  await page.goto('/user/location');
  const main = page.getByRole('main');
  await main.getByRole('radio', { name: 'Australian Capital Territory' }).focus();
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowDown');
  await expect(main.getByRole('radio', { name: 'Queensland' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(main.getByRole('link', { name: 'Go on to upload' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(main.getByRole('link', { name: /See the form and guide/ })).toBeFocused();
  // Requesting the shown form again moves focus to it.
  await main.getByRole('button', { name: 'Show the form' }).focus();
  await page.keyboard.press('Enter');
  await expect(main.getByRole('heading', { level: 2 })).toBeFocused();
});

test('a visitor reaches it from the first page, and a customer from the plan, where the postcode selects the place [GAP-112] [D-01]', async ({
  page,
  signedIn,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Find the form of your state or territory' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where you live');
  await signedIn({ plan: { status: 'complete', answers: { ...fullAnswers(), postcode: '7000' } } });
  await page.goto('/my-acp');
  await page.getByRole('link', { name: 'What the form does, and the forms of other places' }).click();
  await expect(page).toHaveURL('/user/location?state=tas');
  await expect(page.getByRole('heading', { level: 2, name: /^Tasmania/ })).toBeVisible();
});
