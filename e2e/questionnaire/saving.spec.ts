import type { Page, Route } from '@playwright/test';
import { draft, endSessionsAtSave, savedPlan } from '../saved-plan.ts';
import { asks, expect, main, mainOnce, noteRequests, test } from '../wattle.ts';
import { languages } from '../words.ts';

const isSave = asks('updateAnswers');
const words = 'No lilies, they make me sneeze.\n不要百合花。';

/** Routes every save to `handle` instead of the server. Returns a function that stops it. */
async function catchSaves(page: Page, handle: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
  const address = '**/api/graphql';
  await page.route(address, (route) => (isSave(route.request()) ? handle(route) : route.fallback()));
  return () => page.unroute(address);
}

/** A promise that is resolved from outside. */
function gate(): { open: () => void; passed: Promise<void> } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

for (const language of languages) {
  test.describe(`saving, in ${language}`, () => {
    test.use({ language });

    test(`during a save the button shows progress and ignores clicks [QGEN-13, QGEN-14] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn(draft());
      await questionnaire.open('step7');
      await questionnaire.box('explanations').fill(words);
      const sent = noteRequests(page, 'updateAnswers');
      const answer = gate();
      await catchSaves(page, async (route) => {
        await answer.passed;
        await route.continue();
      });
      await questionnaire.save();
      await expect(questionnaire.saveButton).toHaveText(t('submit.saving'));
      await expect(questionnaire.saveButton).toHaveAttribute('aria-disabled', 'true');
      await expect(questionnaire.saveButton.locator('.spin')).toBeVisible();
      await questionnaire.saveButton.click({ force: true });
      await questionnaire.button(t('submit.comeBackLater')).click({ force: true });
      await page.keyboard.press('Enter');
      answer.open();
      await questionnaire.isAt('step8');
      expect(sent).toHaveLength(1);
      expect((await savedPlan(app, who)).version).toBe(2);
    });

    test(`a server error shows the support reference [R-18] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      signedIn,
    }) => {
      await signedIn(draft());
      await questionnaire.open('step7');
      await questionnaire.box('customsAndTraditions').fill(words);
      const extensions = { code: 'general_error', requestId: '3f2b9c1e-0000-4000-8000-000000000000' };
      await catchSaves(page, (route) =>
        route.fulfill({ json: { data: null, errors: [{ message: 'general_error', extensions }] } }),
      );
      await questionnaire.save();
      const status = page.getByRole('status');
      await expect(status.getByText(t('error.reference', { reference: '3f2b9c1e' }))).toBeVisible();
    });

    test('a failed save shows an error, ends the progress, keeps all text, and can be retried [ERR-06, ERR-07]', async ({
      page,
      t,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn(draft());
      await questionnaire.open('step7');
      await questionnaire.box('customsAndTraditions').fill(words);
      const stop = await catchSaves(page, (route) => route.abort('connectionreset'));
      await questionnaire.save();
      await expect(page.getByRole('status').getByText(t('error.general_error'))).toBeVisible();
      await expect(page.getByRole('alert').getByText(t('save.failed'))).toBeVisible();
      await expect(questionnaire.saveButton).toHaveText(t('submit.saveStep'));
      await expect(questionnaire.saveButton).not.toHaveAttribute('aria-disabled', 'true');
      await expect(questionnaire.box('customsAndTraditions')).toHaveValue(words);
      await stop();
      await page.getByRole('button', { name: t('save.tryAgain') }).click();
      await questionnaire.isAt('step8');
      expect((await savedPlan(app, who)).answers).toMatchObject({ customsAndTraditions: words });
    });
  });
}

test('two simultaneous clicks save once [QGEN-13]', async ({ page, questionnaire, signedIn, app }) => {
  const who = await signedIn(draft());
  await questionnaire.open('step3');
  const sent = noteRequests(page, 'updateAnswers');
  await questionnaire.option('minimumQolList', 'Learning').check();
  await questionnaire.saveButton.dblclick();
  await questionnaire.isAt('step4');
  expect(sent).toHaveLength(1);
  expect((await savedPlan(app, who)).version).toBe(2);
});

test(`a server error on step 5 shows the general message [ERR-06, ERR-07, ERR-08] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
}) => {
  await signedIn(draft());
  await questionnaire.open('step5');
  await questionnaire.option('cprCatastrophic', 'receive CPR regardless of expected quality of life').check();
  await catchSaves(page, (route) =>
    route.fulfill({
      json: { data: null, errors: [{ message: 'x', extensions: { code: 'general_error' } }] },
    }),
  );
  await questionnaire.save();
  await expect(page.getByText('Something went wrong. Please try again in a moment.')).toBeVisible();
  await expect(questionnaire.saveButton).toHaveText('Save step');
  await expect(
    questionnaire.option('cprCatastrophic', 'receive CPR regardless of expected quality of life'),
  ).toBeChecked();
  await questionnaire.isAt('step5');
});

test('a save whose response is lost is not applied twice on retry [QGEN-06, QGEN-13]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(draft());
  await questionnaire.open('step7');
  await questionnaire.box('explanations').fill(words);
  const stop = await catchSaves(page, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await questionnaire.save();
  await expect(page.getByRole('alert').getByText('We could not save this step.')).toBeVisible();
  expect((await savedPlan(app, who)).version).toBe(2);
  await stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  await questionnaire.isAt('step8');
  expect(await savedPlan(app, who)).toMatchObject({ version: 2, answers: { explanations: words } });
});

test('a refusal of the server is shown at its field', async ({ page, questionnaire, signedIn }) => {
  await signedIn(draft());
  await questionnaire.open('step1');
  await catchSaves(page, (route) =>
    route.fulfill({
      json: {
        data: null,
        errors: [
          {
            message: 'x',
            extensions: {
              code: 'invalid',
              fields: [{ field: 'lastName', message: 'lastName.error.noDigits' }],
            },
          },
        ],
      },
    }),
  );
  await questionnaire.save();
  await expect(questionnaire.problems.getByRole('link')).toHaveText([
    'Take the numbers out of your last name',
  ]);
  await expect(questionnaire.box('lastName')).toHaveAttribute('aria-invalid', 'true');
});

test('a birth date that the account refuses shows an error at its field, is not in the draft, and is replaced by the right one [D-38]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(draft());
  await questionnaire.open('step2');
  const extensions = {
    code: 'existingMedicareNumber',
    fields: [{ field: 'dob', message: 'error.birthDateAlreadyExists' }],
  };
  await page.route('**/api/graphql', (route) =>
    asks('updateUser')(route.request())
      ? route.fulfill({ json: { data: null, errors: [{ message: 'x', extensions }] } })
      : route.fallback(),
  );
  await questionnaire.box('dob').fill('06/05/1948');
  await questionnaire.save();
  await expect(questionnaire.box('dob')).toHaveAttribute('aria-invalid', 'true');
  expect((await savedPlan(app, who)).version).toBe(1);
  await page.unroute('**/api/graphql');
  await questionnaire.box('dob').fill('05/05/1948');
  await questionnaire.save();
  await questionnaire.isAt('step3');
  expect((await savedPlan(app, who)).answers).toMatchObject({ dob: '05/05/1948' });
});

test(`without a connection the page shows it in one place, keeps the text, and saves when it is back [R-38] ${main}`, async ({
  page,
  questionnaire,
  signedIn,
  context,
}) => {
  await signedIn(draft());
  await questionnaire.open('step7');
  await context.setOffline(true);
  await expect(page.getByText('You are offline')).toBeVisible();
  await questionnaire.box('explanations').fill(words);
  await questionnaire.save();
  const alert = page.getByRole('alert').filter({ hasText: 'We cannot save while you are offline.' });
  await expect(alert).toBeVisible();
  await expect(page.getByText('You are offline', { exact: true })).toHaveCount(0);
  await expect(page.locator('.snack')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('alert').getByText('You are back online. You can save now.')).toBeVisible();
  await expect(page.locator('.snack')).toHaveCount(0);
  await expect(questionnaire.box('explanations')).toHaveValue(words);
  await page.getByRole('button', { name: 'Try again' }).click();
  await questionnaire.isAt('step8');
});

test('a reload keeps typed text, including a note', async ({ page, questionnaire, signedIn }) => {
  await signedIn(draft());
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await questionnaire.open('step4');
  await questionnaire.option('noVisits', 'Life is still worth living').check();
  await questionnaire.writeNote('cannotEat', words);
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await questionnaire.isAt('step4');
  await expect(questionnaire.option('noVisits', 'Life is still worth living')).toBeChecked();
  await expect(questionnaire.group('cannotEat').getByText('No lilies')).toBeVisible();
});

test('a session that ends loses nothing: signing in leads back to the step and all text', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(draft());
  await questionnaire.open('step7');
  await questionnaire.box('otherCommentsOrWorries').fill(words);
  await endSessionsAtSave(page, app, who);
  await questionnaire.save();
  const ended = page.getByRole('alertdialog', { name: 'We signed you out to keep your plan private' });
  await expect(ended).toContainText('What you wrote on this page is kept on this device.');
  await ended.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('We signed you out to keep your plan safe.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(who.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await questionnaire.isAt('step7');
  await expect(questionnaire.box('otherCommentsOrWorries')).toHaveValue(words);
  await questionnaire.save();
  await questionnaire.isAt('step8');
  expect((await savedPlan(app, who)).answers).toMatchObject({ otherCommentsOrWorries: words });
});

test('leaving with unsaved changes asks first', async ({ page, questionnaire, signedIn, app }) => {
  const who = await signedIn(draft());
  await questionnaire.open('step7');
  await questionnaire.box('explanations').fill(words);
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Wattle, go to the dashboard' }).click();
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(questionnaire.box('explanations')).toHaveValue(words);
  await page.getByRole('link', { name: 'Wattle, go to the dashboard' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/dashboard');
  expect((await savedPlan(app, who)).version).toBe(1);
});
