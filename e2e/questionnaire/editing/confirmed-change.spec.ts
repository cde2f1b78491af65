import { longDate, melbourneDate } from '../../../src/domain/fields.ts';
import { fullAnswers } from '../../../testing/people.ts';
import { axeFindings, sidewaysBy } from '../../axe.ts';
import { saveElsewhere, savedPerson, savedPlan, signed } from '../../saved-plan.ts';
import { asks, eachWidthOnce, escapeFrom, expect, mainOnce, noteRequests, test } from '../../wattle.ts';
import { languages } from '../../words.ts';

const life = 'Life is still worth living';

for (const language of languages) {
  test.describe(`a step of a signed plan, in ${language}`, () => {
    test.use({ language });

    test(`shows Before and Now, and saves only on confirmation; the signature then shows who confirmed ${eachWidthOnce(language)} [R-30] [D-35] [QGEN-09] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      signedIn,
      app,
    }) => {
      const who = await signedIn(signed());
      const before = await savedPlan(app, who);
      const sent = noteRequests(page, 'updateAnswers');
      await questionnaire.open('step4');
      await questionnaire.save();
      await expect(page.getByText(t('save.unchanged'))).toBeVisible();
      await questionnaire.show('noVisits');
      await questionnaire.option('noVisits', life).check();
      await questionnaire.writeNote('noVisits', 'Ring me on Sundays.');
      await questionnaire.save();
      const { change, confirm } = questionnaire;
      const answer = change.getByRole('region', { name: questionnaire.titleOf('noVisits') });
      await expect(answer).toContainText(t('editStep.confirm.before'));
      await expect(answer).toContainText(questionnaire.labelOf('noVisits', String(fullAnswers().noVisits)));
      await expect(answer).toContainText(questionnaire.labelOf('noVisits', life));
      await expect(answer).toContainText('Ring me on Sundays.');
      await expect(change.getByRole('region')).toHaveCount(1);
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysBy(page)).toBe(0);
      await escapeFrom(page, change);
      await expect(questionnaire.saveButton).toBeFocused();
      await expect(questionnaire.option('noVisits', life)).toBeChecked();
      await expect(page.getByText(t('save.updated'), { exact: true })).toBeHidden();
      expect(sent).toEqual([]);
      expect((await savedPlan(app, who)).version).toBe(before.version);

      await page.keyboard.press('Enter');
      await confirm.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('save.updated'), { exact: true })).toBeVisible();
      await expect(change).toBeHidden();
      expect(sent).toHaveLength(1);
      expect(sent[0]?.variables['confirmed']).toEqual(['noVisits', 'noVisits_note']);
      // The live region does not repeat outdated messages.
      await expect(page.locator('[data-live-announcer]')).toHaveText('');
      const after = await savedPlan(app, who);
      expect(after).toMatchObject({ plan_version: 2, completed_at: before.completed_at });

      const name = String(after.answers.confirmName);
      const date = longDate(melbourneDate(after.updated_at), language);
      const words =
        language === 'en' ? `Changed and confirmed by ${name} on ${date}` : `由${name}于${date}更改并确认`;
      for (const address of ['/my-acp', '/care-plan', '/questionnaire/step9']) {
        await page.goto(address);
        await expect(page.getByText(words).last()).toBeVisible();
        expect(await sidewaysBy(page)).toBe(0);
      }
    });

    test(`leads from the beginning of the questionnaire to the hub of a signed plan, and from the end of it back into a draft [R-41] [D-35] ${mainOnce(language)}`, async ({
      page,
      t,
      questionnaire,
      signedIn,
      context,
    }) => {
      await signedIn(signed());
      await page.goto('/questionnaire');
      await expect(page).toHaveURL('/my-acp/edit');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('editHub.title'));
      await page.goto('/questionnaire/step9b');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('step9b.title'));
      await page.goto('/signup');
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByText(t('system.hasAccount.snackbar'))).toBeVisible();
      await context.clearCookies();
      await signedIn();
      await page.goto('/questionnaire/step9b');
      await questionnaire.isAt('step1');
    });
  });
}

test('signing again shows both names and both signatures, and only then is saved in the plan [R-30] [D-35]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
  const before = await savedPlan(app, who);
  await questionnaire.open('step9');
  await questionnaire.box('confirmName').fill('Margaret Rose Doyle');
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click();
  await questionnaire.draw();
  await questionnaire.signatureDialog.getByRole('button', { name: 'Save signature' }).click();
  await questionnaire.save();
  const { change, confirm } = questionnaire;
  await expect(change.getByText('Margaret Rose Doyle')).toBeVisible();
  await expect(change.getByText('Margaret Doyle', { exact: true })).toBeVisible();
  const signature = change.getByRole('region', { name: 'Your signature' });
  await expect(signature.getByRole('img')).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);
  expect((await savedPlan(app, who)).version).toBe(before.version);
  await confirm.click();
  await expect(page.getByRole('dialog', { name: 'Confirmation' })).toBeVisible();
  const after = await savedPlan(app, who);
  expect(after.plan_version).toBe(2);
  expect(after.answers.signatureImage).not.toBe(before.answers.signatureImage);
  await page.keyboard.press('Escape');
  await expect(page.getByText(/Changed and confirmed by Margaret Rose Doyle on/)).toBeVisible();
});

test('a change that another device saved meanwhile is shown as Before on retry, and nothing is confirmed unseen [R-30] [D-35]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
  await questionnaire.open('step7');
  await questionnaire.box('explanations').fill('From this page');
  await questionnaire.save();
  const { change, confirm } = questionnaire;
  await expect(change).toContainText('From this page');
  await saveElsewhere(app, who, { otherCommentsOrWorries: 'From another device' });
  await confirm.click();
  await expect(page.getByText(/Your plan was changed in another place/)).toBeVisible();
  await expect(change).toContainText('From this page');
  await expect(change).not.toContainText('From another device');
  expect((await savedPlan(app, who)).answers.explanations).toBe(fullAnswers().explanations);
  await saveElsewhere(app, who, { explanations: 'The same question elsewhere' });
  await confirm.click();
  const conflict = page.getByRole('dialog', { name: 'There are two answers to the same question' });
  await conflict.getByRole('button', { name: 'Keep the answer on this page' }).click();
  await conflict.getByRole('button', { name: 'Save changes' }).click();
  await expect(change).toContainText('The same question elsewhere');
  await confirm.click();
  await expect(page.getByText('changes updated successfully', { exact: true })).toBeVisible();
  expect((await savedPlan(app, who)).answers).toMatchObject({
    explanations: 'From this page',
    otherCommentsOrWorries: 'From another device',
  });
});

test('a failed confirmation shows an error in its place, and can be retried there [R-30] [D-35] [QGEN-13]', async ({
  page,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
  const { version } = await savedPlan(app, who);
  await questionnaire.open('step7');
  await questionnaire.box('explanations').fill('Saved at last');
  await questionnaire.save();
  const { change, confirm } = questionnaire;
  const isSave = asks('updateAnswers');
  await page.route('**/api/graphql', (route) =>
    isSave(route.request()) ? route.abort('connectionreset') : route.fallback(),
  );
  await confirm.click();
  await expect(change.getByRole('alert')).toContainText('We could not save this step.');
  await page.unrouteAll();
  await confirm.dblclick();
  await expect(page.getByText('changes updated successfully', { exact: true })).toBeVisible();
  expect(await savedPlan(app, who)).toMatchObject({
    version: version + 1,
    answers: { explanations: 'Saved at last' },
  });
});

test('an account’s refusal of a confirmed change leaves no false conflict: another answer is confirmed and saved in both [D-35] [D-38]', async ({
  page,
  t,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
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
  const { change, confirm } = questionnaire;
  await questionnaire.box('dob').fill('06/05/1948');
  await questionnaire.save();
  await confirm.click();
  await expect(questionnaire.box('dob')).toHaveAttribute('aria-invalid', 'true');
  await expect(change).toBeHidden();
  await page.unroute('**/api/graphql');

  await questionnaire.box('dob').fill('05/05/1948');
  await questionnaire.save();
  await expect(change).toContainText('06/05/1948');
  await confirm.click();
  await expect(page.getByText(t('save.updated'), { exact: true })).toBeVisible();
  expect((await savedPlan(app, who)).answers).toMatchObject({ dob: '05/05/1948' });
  expect(await savedPerson(app, who)).toMatchObject({ dob: '1948-05-05' });
});

test('a confirmed change whose account update got no response is sent again without another change of the plan [D-35] [QGEN-13]', async ({
  page,
  t,
  questionnaire,
  signedIn,
  app,
}) => {
  const who = await signedIn(signed());
  const { version } = await savedPlan(app, who);
  await questionnaire.open('step2');
  await page.route('**/api/graphql', (route) =>
    asks('updateUser')(route.request()) ? route.abort('connectionreset') : route.fallback(),
  );
  await questionnaire.box('postcode').fill('7000');
  await questionnaire.save();
  await questionnaire.confirm.click();
  await expect(page.getByRole('alert').getByText(t('save.failed'))).toBeVisible();
  await page.unroute('**/api/graphql');
  await page.getByRole('button', { name: t('save.tryAgain') }).click();
  await expect(page.getByText(t('save.updated'), { exact: true })).toBeVisible();
  expect(await savedPlan(app, who)).toMatchObject({ version: version + 1, answers: { postcode: '7000' } });
  expect(await savedPerson(app, who)).toMatchObject({ postcode: '7000' });
  await questionnaire.save();
  await expect(page.getByText(t('save.unchanged'))).toBeVisible();
});
