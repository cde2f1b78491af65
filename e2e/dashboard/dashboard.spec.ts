import type { Locator, Page } from '@playwright/test';
import { questions } from '../../src/domain/questionnaire/definition.ts';
import { halfAnswers, provider } from '../../testing/people.ts';
import { readCode } from '../../testing/read-code.ts';
import { action, signed } from '../screens/dashboard-page.ts';
import { cardOf, code } from '../screens/emergency-card.ts';
import { escapeFrom, expect, main, mainOnce, test } from '../wattle.ts';
import { beginning, languages, saying } from '../words.ts';

/** Expects that a disabled action does nothing when it is pressed by mouse or keyboard. */
async function isOff(page: Page, button: Locator): Promise<void> {
  const address = page.url();
  await expect(button).toBeDisabled();
  await button.click({ force: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(page.url()).toBe(address);
}

for (const language of languages) {
  test.describe(`the dashboard, in ${language}`, () => {
    test.use({ language });

    test(`a visitor sees no actions of a dashboard, and may sign in and sign up [DASH-01, DASH-02, DASH-03] ${mainOnce(language)}`, async ({
      page,
      t,
    }) => {
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('dash.visitor.title'));
      const main = page.getByRole('main');
      await expect(main.getByRole('button')).toHaveCount(0);
      const links = [
        ['dash.visitor.start', '/signup'],
        ['dash.visitor.look', '/questions'],
        ['dash.visitor.someone', '/signup?for=someone'],
        ['dash.visitor.findForm', '/user/location'],
        ['dash.visitor.upload', '/user/location'],
      ] as const;
      for (const [key, address] of links)
        await expect(main.getByRole('link', { name: t(key) })).toHaveAttribute('href', address);
      // And the telephone number.
      await expect(main.getByRole('link')).toHaveCount(links.length + 1);
      await expect(page.getByRole('navigation')).toHaveCount(0);
      // The addresses of the actions lead to signing in.
      for (const address of ['/questionnaire', '/care-plan', '/trusted-contacts', '/my-health-record']) {
        await page.goto(address);
        await expect(page).toHaveURL(`/login?returnPath=${encodeURIComponent(address)}`);
      }
      await page.goto('/dashboard');
      const bar = page.getByRole('banner');
      await bar.getByRole('link', { name: t('layout.signIn') }).click();
      await expect(page).toHaveURL('/login');
      await page.goBack();
      await bar.getByRole('link', { name: t('layout.signUp') }).click();
      await expect(page).toHaveURL('/signup');
      await page.goBack();
      await main.getByRole('link', { name: t('dash.visitor.someone') }).click();
      await expect(page.getByRole('radio', { name: t('signup.forMyself.no') })).toBeChecked();
    });

    test(`a visitor reads every question and its answers before signing up, and enters nothing there ${mainOnce(language)}`, async ({
      page,
      t,
    }) => {
      await page.goto('/dashboard');
      await page.getByRole('link', { name: t('dash.visitor.look') }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('preview.title'));
      const main = page.getByRole('main');
      for (const { key, title, number, options } of questions) {
        if (number === undefined) continue;
        const question = main.getByRole('heading', { level: 3, name: beginning(`${number} `) });
        await expect(question, key).toContainText(t(title));
        const choices = question.locator('..').getByRole('list').first().getByRole('listitem');
        if (options) await expect(choices).toHaveCount(options.length);
      }
      await expect(main.locator('input, textarea, select')).toHaveCount(0);
      await expect(page.locator('body')).not.toContainText('preview.');
      await main
        .getByRole('link', { name: t('preview.start') })
        .first()
        .click();
      await expect(page).toHaveURL('/signup');
    });

    test(`a person with a signed plan sees the whole dashboard, and each action leads to its target or is disabled with a reason [DASH-01, DASH-04, DASH-07, DASH-09, DASH-10, DASH-11, DASH-13, DASH-14] ${mainOnce(language)}`, async ({
      page,
      t,
      signedIn,
    }) => {
      await signedIn(signed());
      await page.goto('/dashboard');
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(
        saying(
          ...(['dash.greetingMorning', 'dash.greetingAfternoon', 'dash.greetingEvening'] as const).map(
            (key) => t(key, { firstName: 'Margaret' }),
          ),
        ),
      );
      await expect(main.getByText(t('dash.subtitleComplete'), { exact: true })).toBeVisible();
      await expect(main.getByText(t('dash.status.complete'), { exact: true })).toBeVisible();
      for (const title of [
        'dash.signed.card',
        'dash.signed.call',
        'dash.signed.opened',
        'dash.signed.again',
        'dash.reflect.title',
        'dash.share.title',
        'dash.manage.title',
        'dash.upload.title',
      ] as const)
        await expect(main.getByRole('heading', { level: 2, name: t(title), exact: true })).toBeVisible();
      const edit = action(page, t('dash.manage.edit'));
      await isOff(page, edit);
      await expect(edit).toContainText(t('dash.manage.editNote'));
      for (const [words, title] of [
        ['dash.upload.acp', 'upload.title.ACP'],
        ['dash.upload.additional', 'upload.title.ADDITIONAL_DOCUMENT'],
        ['dash.upload.wishes', 'upload.title.WISHES'],
      ] as const) {
        await action(page, t(words)).click();
        await escapeFrom(page, page.getByRole('dialog', { name: t(title) }));
      }
      const outside = main.getByRole('link', { name: t('dash.upload.external') });
      await expect(outside).toHaveAttribute('href', /^https:\/\/www\.advancecareplanning\.org\.au/);
      await expect(outside).toHaveAttribute('target', '_blank');
      await main.getByRole('link', { name: t('dash.reflect.button') }).click();
      await expect(page).toHaveURL('/my-acp/edit');
      await page.goBack();
      await main.getByRole('link', { name: t('dash.manage.view') }).click();
      await expect(page).toHaveURL('/care-plan');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('carePlan.title'));
    });
  });
}

for (const { language, share, upload } of [
  {
    language: 'en' as const,
    share: ['Share', 'Trusted contacts', 'My Health Record'],
    upload: ['Upload', 'Advance care directive', 'Additional documents', 'Record and share wishes'],
  },
  {
    language: 'zh' as const,
    share: ['分享', '信任的联系人', '我的健康记录'],
    upload: ['上传', '预先护理指示', '其他文件', '录制并分享心愿'],
  },
]) {
  test.describe(`the cards, in ${language}`, () => {
    test.use({ language });

    test(`Share has a button for contacts and one for the health record, and Upload one for each of three kinds [DASH-05, DASH-06, DASH-11] ${mainOnce(language)}`, async ({
      page,
      signedIn,
    }) => {
      await signedIn(signed());
      await page.goto('/dashboard');
      for (const [title = '', ...buttons] of [share, upload]) {
        const card = page.getByRole('main').getByRole('region', { name: title, exact: true });
        await expect(card.locator('.row')).toHaveText(buttons.map(beginning));
      }
      await page.getByRole('main').getByRole('link', { name: share[1]!, exact: true }).click();
      await expect(page).toHaveURL('/trusted-contacts');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(share[1]!);
    });
  });
}

test(`the emergency card opens in a dialog 780 px wide, which Escape closes [DASH-08, EMERG-01, EMERG-04, EMERG-05, LAYOUT-09] ${main}`, async ({
  page,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
  await page.goto('/dashboard');
  const opener = action(page, 'Emergency QR card');
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Your emergency card' });
  await expect(dialog.getByText('Margaret Doyle', { exact: true })).toBeVisible();
  await expect(dialog.getByText(who.pin.slice(0, 3), { exact: true })).toBeVisible();
  await expect(dialog.getByText(who.pin.slice(3), { exact: true })).toBeVisible();
  const { url } = await cardOf(app, who);
  expect(url).toContain(`${app.url}/acp-login/${who.shareId}`);
  expect(await readCode(await code(dialog).screenshot())).toBe(url);
  await expect(dialog.getByRole('button', { name: 'Print the cards' })).toBeEnabled();
  // A new code and PIN are made on the plan's own page.
  await expect(dialog.getByRole('button', { name: 'Make a new code and PIN' })).toHaveCount(0);
  const box = await dialog.locator('..').boundingBox();
  expect(box?.width).toBe(780);
  await escapeFrom(page, dialog);
  await expect(opener).toBeFocused();
  await opener.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test(`a person with a partial plan sees how much is left and continues where they stopped, and no action leads nowhere [DASH-04, DASH-10, DASH-14] ${main}`, async ({
  page,
  signedIn,
}) => {
  const { step1, step2, step3, step4 } = halfAnswers();
  await signedIn({
    firstName: 'George',
    lastName: 'Papadakis',
    plan: { status: 'draft', answers: { ...step1, ...step2, ...step3, ...step4 } },
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, George');
  await expect(page.getByText('It is all where you left it.')).toBeVisible();
  await expect(page.getByText('3 of 10 steps done')).toBeVisible();
  await expect(page.getByText('About 30 minutes left')).toBeVisible();
  await expect(page.getByText('Once you have signed, your plan and your card are here.')).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-disabled=true]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download PDF' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Carry on writing' })).toHaveAttribute(
    'href',
    '/questionnaire/step4#lowSleepMedication',
  );
  await page.getByRole('link', { name: 'Carry on with step 4' }).click();
  await expect(page).toHaveURL('/questionnaire/step4#lowSleepMedication');
});

test('staff and administrators see a dashboard with the day’s tasks, and no plan of their own [DASH-01, DASH-17]', async ({
  page,
  context,
  newCustomer,
  enter,
  app,
}) => {
  const providerId = await provider(app.services, 'Banksia House');
  for (const role of ['provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin'] as const) {
    const isProvider = role.startsWith('provider');
    await context.clearCookies();
    await enter(
      await newCustomer({ role, firstName: 'Priya', lastName: 'Nair', ...(isProvider && { providerId }) }),
    );
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^Good (morning|afternoon|evening), Priya$/,
    );
    const main = page.getByRole('main');
    await expect(main).toContainText("Today's work");
    // Once for the page, and once for missing provider details, which only staff with permission to complete them see.
    const named = role === 'provideradmin' ? 2 : 1;
    await expect(main.getByText('Banksia House')).toHaveCount(isProvider ? named : 0);
    await expect(main.getByRole('button')).toHaveCount(0);
    await expect(main.getByText('Reflect')).toHaveCount(0);
    // Platform staff also see the activities of all the other tests.
    if (isProvider)
      await expect(main.getByRole('region', { name: 'Recent activity' })).toContainText(
        'Nothing has happened yet.',
      );
    // Each figure leads to the customers it counts, the notice to the missing provider details, and none to an own plan.
    await expect(main.getByRole('link', { name: /1800 000 000/ })).toHaveCount(1);
    for (const link of await main.getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(
        /^(tel:|\/(provider|admin)\/customers|\/provider\/settings$)/,
      );
  }
});

test('when the plan cannot be loaded the dashboard shows an error with a reference and retries [DASH-04, R-18]', async ({
  page,
  signedIn,
}) => {
  const fault = { code: 'general_error', requestId: '3f2b9c1e-0000-4000-8000-000000000000' };
  await signedIn(signed());
  let broken = true;
  await page.route('**/api/graphql', (route) =>
    broken && route.request().postData()?.includes('getActiveAcpsByUserId')
      ? route.fulfill({
          json: { data: null, errors: [{ message: 'x', extensions: fault }] },
        })
      : route.fallback(),
  );
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await expect(page.getByRole('alert')).toContainText('say this reference: 3f2b9c1e');
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Plan complete')).toBeVisible();
});
