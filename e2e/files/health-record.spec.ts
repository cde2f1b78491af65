import { fullAnswers } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { saveElsewhere } from '../saved-plan.ts';
import { asks, eachWidthOnce, expect, main, mainOnce, noteRequests, phone, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const signed = () => ({ plan: { status: 'complete' as const, answers: fullAnswers() } });

const daniel = {
  name: 'Daniel Doyle',
  email: 'daniel@test.example',
  phone: '0491 570 156',
  relationship: 'Son',
  substitutedDecisionMaker: true,
};

/** Returns a Melbourne date in the default date format (GAP-70). */
const shown = (day: Date) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Australia/Melbourne',
    day: '2-digit',
    month: '2-digit',
    year: '2-digit',
  }).format(day);

for (const language of languages) {
  test.describe(`the guides, in ${language}`, () => {
    test.use({ language });

    test(`each shows its four steps and the national site, in order ${eachWidthOnce(language)} [HEALTH-01] [HEALTH-02] [HEALTH-03] [HEALTH-04] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn(signed());
      await page.goto('/my-health-record');
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('health.title'));
      const tabs = main.getByRole('navigation', { name: t('health.title') }).getByRole('link');
      await expect(tabs).toHaveText([t('health.tabRecord'), t('health.tabDonor')]);
      for (const [index, guide, address] of [
        [0, 'record', /^https:\/\/www\.myhealthrecord\.gov\.au\//],
        [1, 'donor', /^https:\/\/www\.donatelife\.gov\.au\//],
      ] as const) {
        await tabs.nth(index).click();
        await expect(tabs.nth(index)).toHaveAttribute('aria-current', 'page');
        await expect(tabs.nth(1 - index)).not.toHaveAttribute('aria-current');
        await expect(main.getByRole('heading', { level: 2 })).toHaveText(t(`health.${guide}.title`));
        const steps = main.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
        await expect(steps.getByRole('heading')).toHaveText(
          ([1, 2, 3, 4] as const).map((step) => t(`health.${guide}.step${step}.title`)),
        );
        const outside = main.getByRole('link', { name: t(`health.${guide}.step2.button`) });
        await expect(outside).toHaveAttribute('href', address);
        await expect(outside).toHaveAttribute('target', '_blank');
        await expect(outside).toHaveAttribute('rel', 'noreferrer');
        await isInOrder(page);
        expect(rawKeysIn(await main.innerText())).toEqual([]);
      }
      await expect(page).toHaveURL('/my-health-record?guide=donor');
      await page.reload();
      await expect(main.getByRole('heading', { level: 2 })).toHaveText(t('health.donor.title'));
      await page.goBack();
      await expect(main.getByRole('heading', { level: 2 })).toHaveText(t('health.record.title'));
    });

    for (const guide of ['record', 'donor'] as const)
      test(`the ${guide} guide shows the date in place of the steps once it is confirmed, the steps again on request, and undoes it ${eachWidthOnce(language)} [HEALTH-05] [HEALTH-06] [HEALTH-07] [PROD-08] [PROD-09]`, async ({
        page,
        t,
        app,
        signedIn,
      }) => {
        const { userId } = await signedIn(signed());
        await page.goto(`/my-health-record?guide=${guide}`);
        const main = page.getByRole('main');
        const steps = main.getByText(t('health.stepLabel', { step: 1, total: 4 }));
        await expect(steps).toBeVisible();
        const confirm = main.getByRole('button', { name: t(`health.${guide}.confirmButton`) });
        await confirm.click();
        await expect(confirm).toHaveCount(0);
        const { health_record_confirm_date, donor_confirm_date } = await app.services.db
          .selectFrom('users')
          .select(['health_record_confirm_date', 'donor_confirm_date'])
          .where('id', '=', userId)
          .executeTakeFirstOrThrow();
        const confirmed = guide === 'record' ? health_record_confirm_date : donor_confirm_date;
        await expect(
          main.getByText(t(`health.${guide}.confirmed`, { date: shown(confirmed ?? new Date()) })),
        ).toBeVisible();
        expect([health_record_confirm_date, donor_confirm_date]).toContain(null);
        await expect(main.getByText(t(`health.${guide}.confirmedNote`))).toBeVisible();
        await expect(steps).toHaveCount(0);
        // Focus is not lost with the button.
        await expect(main.getByRole('heading', { level: 2 })).toBeFocused();
        await isInOrder(page);

        await main.getByRole('button', { name: t('health.stepsAgain') }).click();
        await expect(steps).toBeVisible();
        await main.getByRole('button', { name: t('health.hideSteps') }).click();
        await expect(steps).toHaveCount(0);

        await main.getByRole('button', { name: t('health.undo') }).click();
        await expect(steps).toBeVisible();
        await expect(confirm).toBeVisible();
        await expect(main.getByRole('heading', { level: 2 })).toBeFocused();
      });
  });
}

test(`the date replaces the link to the guide on the dashboard, and the confirmation is among the activity [DASH-06] [DASH-16] ${main}`, async ({
  page,
  signedIn,
}) => {
  await signedIn(signed());
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'My Health Record' }).click();
  await expect(page).toHaveURL('/my-health-record');
  await main.getByRole('button', { name: 'Yes, I have added it' }).click();
  await expect(main.getByText(`Added to My Health Record on ${shown(new Date())}`)).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page).toHaveURL('/dashboard');
  await expect(main.getByText(`Added to My Health Record on ${shown(new Date())}`)).toBeVisible();
  await expect(main.getByRole('link', { name: 'My Health Record' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText(
    'You confirmed My Health Record',
  );
});

test(
  `the PDF has the name that My Health Record asks for, and its two facts are beside the form's step to copy, once a contact agreed ${main} [X-05]`,
  { tag: phone },
  async ({ page, context, app, signedIn }) => {
    const who = await signedIn({ ...signed(), contacts: [{ ...daniel, accepted: false }] });
    await page.goto('/my-health-record');
    const main = page.getByRole('main');
    await expect(
      main.getByText('None of your trusted contacts who can read the plan has said yes yet.'),
    ).toBeVisible();
    await app.services.db
      .updateTable('trusted_contacts')
      .set({ status: 'accepted' })
      .where('user_id', '=', who.userId)
      .execute();
    await page.reload();
    const downloading = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Download PDF' }).click();
    expect((await downloading).suggestedFilename()).toMatch(
      /^Advance care plan - Margaret Doyle - \d{4}-\d\d-\d\d - version 1\.pdf$/,
    );
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [button, value] of [
      ['Copy the name', daniel.name],
      ['Copy the number', daniel.phone],
    ] as const) {
      await expect(main.getByText(value, { exact: true })).toBeVisible();
      await main.getByRole('button', { name: button }).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(value);
    }
    await expect(main.getByText('Wattle cannot add the plan for you')).toBeVisible();
    await isInOrder(page);
  },
);

test('a plan that was changed since asks for the new PDF, and for another confirmation [HEALTH-05]', async ({
  page,
  app,
  signedIn,
}) => {
  const who = await signedIn(signed());
  await page.goto('/my-health-record');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Yes, I have added it' }).click();
  await expect(main.getByText(/^Added to My Health Record on /)).toBeVisible();
  await saveElsewhere(app, who, { explanations: 'Changed.' });
  await page.reload();
  const notice = main.getByText(
    'You changed your plan after this date. Add the new PDF, then confirm again.',
  );
  await expect(notice).toBeVisible();
  await expect(main.getByRole('button', { name: 'Download PDF' })).toBeVisible();
  await main.getByRole('button', { name: 'Yes, I have added it' }).click();
  await expect(notice).toHaveCount(0);
  await expect(main.getByText(/^Added to My Health Record on /)).toBeVisible();
});

test('a draft must be finished first; the donor guide needs no plan [HEALTH-05]', async ({
  page,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/my-health-record');
  const main = page.getByRole('main');
  await expect(main.getByText('Finish and sign your plan first. Then come back here.')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Yes, I have added it' })).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Download PDF' })).toHaveCount(0);
  await main.getByRole('link', { name: 'Organ donor' }).click();
  await expect(main.getByRole('button', { name: 'Yes, I have decided and registered' })).toBeVisible();
});

test('the plan is downloaded from its step [HEALTH-05]', async ({ page, signedIn }) => {
  await signedIn(signed());
  await page.goto('/my-health-record');
  const waiting = page.waitForEvent('download');
  await page.getByRole('main').getByRole('button', { name: 'Download PDF' }).click();
  expect((await waiting).suggestedFilename()).toMatch(/\.pdf$/);
});

test(`a confirmation that fails shows an error, and works on retry ${phone} [HEALTH-06] [R-36]`, async ({
  page,
  signedIn,
}) => {
  await signedIn(signed());
  await page.goto('/my-health-record');
  const main = page.getByRole('main');
  let lost = true;
  await page.route('**/api/graphql', (route) =>
    lost && asks('confirmHealthRecord')(route.request()) ? route.abort() : route.fallback(),
  );
  const sent = noteRequests(page, 'confirmHealthRecord');
  await main.getByRole('button', { name: 'Yes, I have added it' }).click();
  await expect(main.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
  await expect(main.getByText(/^Added to My Health Record on /)).toHaveCount(0);
  lost = false;
  await main.getByRole('button', { name: /Yes, I have added it|Not saved/ }).click();
  await expect(main.getByText(/^Added to My Health Record on /)).toBeVisible();
  expect(sent.length).toBeGreaterThanOrEqual(2);
});

test('the guides are reached and completed by keyboard only [HEALTH-05]', async ({ page, signedIn }) => {
  await signedIn(signed());
  await page.goto('/my-health-record');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Organ donor' }).focus();
  await page.keyboard.press('Enter');
  const confirm = main.getByRole('button', { name: 'Yes, I have decided and registered' });
  await expect(confirm).toBeVisible();
  for (let presses = 0; presses < 12; presses += 1) {
    if (await confirm.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(main.getByText(/^Organ donor decision confirmed on /)).toBeVisible();
});
