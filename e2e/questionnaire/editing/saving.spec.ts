import { provider } from '../../../testing/people.ts';
import { axeFindings } from '../../axe.ts';
import { EditMode } from '../../edit-mode.ts';
import { endSessionsAtSave, saveElsewhere, savedPlan, signed } from '../../saved-plan.ts';
import { staffInside } from '../../staff-visit.ts';
import { asks, expect, takeOver, test } from '../../wattle.ts';

const words = 'Play the radio in the mornings.\n早上请放收音机。';

test('a session that ends while confirming loses nothing: signing in leads back to the confirmation [QEDIT-03, QEDIT-04]', async ({
  page,
  signedIn,
  app,
  edit,
}) => {
  const who = await signedIn(signed());
  await edit.rewrite(words);
  await endSessionsAtSave(page, app, who);
  await edit.confirm.click();
  const ended = page.getByRole('alertdialog', { name: 'We signed you out to keep your plan private' });
  await ended.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(who.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await edit.isAtConfirmation('step7');
  await edit.confirm.click();
  await expect(edit.updated).toBeVisible();
  expect((await savedPlan(app, who)).answers).toMatchObject({ explanations: words });
});

test('a confirmation whose response is lost is not applied twice on retry [QEDIT-04]', async ({
  page,
  signedIn,
  app,
  edit,
}) => {
  const who = await signedIn(signed());
  const { version } = await savedPlan(app, who);
  await edit.rewrite(words);
  const isSave = asks('updateAnswers');
  await page.route('**/api/graphql', async (route) => {
    if (!isSave(route.request())) return route.fallback();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await edit.confirm.click();
  await expect(page.getByRole('alert').getByText('We could not save this step.')).toBeVisible();
  await page.unroute('**/api/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(edit.updated).toBeVisible();
  expect(await savedPlan(app, who)).toMatchObject({ version: version + 1, plan_version: 2 });
});

test.describe('two tabs', () => {
  test('each keeps its own edit; the second to confirm is asked about the same question, sees the result, and confirms [QEDIT-02, QEDIT-04, GAP-43]', async ({
    page,
    t,
    context,
    signedIn,
    app,
    edit,
  }) => {
    const who = await signedIn(signed());
    await edit.enter('step7');
    const other = new EditMode(await context.newPage(), t);
    await other.page.goto('/questionnaire/step7?editStep=step7');
    await other.isAtStep('step7');
    await edit.steps.box('explanations').fill('From this tab');
    await edit.steps.save();
    await edit.isAtConfirmation('step7');
    await other.steps.box('explanations').fill('From the other tab');
    await other.steps.save();
    await other.isAtConfirmation('step7');
    await other.confirm.click();
    await expect(other.updated).toBeVisible();

    await edit.confirm.click();
    const conflict = page.getByRole('dialog', { name: 'There are two answers to the same question' });
    await expect(conflict.getByText('From the other tab')).toBeVisible();
    await expect(conflict.getByText('From this tab')).toBeVisible();
    await conflict.getByRole('button', { name: 'Keep the answer on this page' }).click();
    await conflict.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Your plan was changed in another place').first()).toBeVisible();
    const change = page.getByRole('region', { name: edit.steps.titleOf('explanations'), exact: true });
    await expect(change).toContainText('From the other tab');
    await expect(change).toContainText('From this tab');
    expect((await savedPlan(app, who)).answers).toMatchObject({ explanations: 'From the other tab' });
    await edit.confirm.click();
    await expect(edit.updated).toBeVisible();
    expect(await savedPlan(app, who)).toMatchObject({
      plan_version: 3,
      answers: { explanations: 'From this tab' },
    });
  });

  test('newer answers to other questions are merged and shown before confirming [QEDIT-04, GAP-43]', async ({
    page,
    signedIn,
    app,
    edit,
  }) => {
    const who = await signedIn(signed());
    await edit.enter('step6b');
    await edit.steps.option('terminalCondition', 'not be told').check();
    await edit.steps.save();
    await edit.isAtConfirmation('step6b');
    await saveElsewhere(app, who, { explanations: 'Written elsewhere' });
    await edit.confirm.click();
    await expect(page.getByText('Your plan was changed in another place').first()).toBeVisible();
    expect((await savedPlan(app, who)).answers).not.toMatchObject({ terminalCondition: 'not be told' });
    await edit.confirm.click();
    await expect(edit.updated).toBeVisible();
    expect((await savedPlan(app, who)).answers).toMatchObject({
      terminalCondition: 'not be told',
      explanations: 'Written elsewhere',
    });
  });
});

test('a staff member in the account can read the parts but not change or sign [QEDIT-02, D-14]', async ({
  page,
  app,
  newCustomer,
  context,
  questionnaire,
  edit,
}) => {
  const providerId = await provider(app.services);
  const customer = await newCustomer({ ...signed(), providerId });
  const staff = await newCustomer({ role: 'provideradmin', providerId, firstName: 'Priya' });
  await takeOver(await staffInside(app, staff, customer), context);
  await edit.openHub();
  const why = 'Only Margaret Doyle can sign this plan, or change it once it is signed.';
  await expect(page.getByText(why)).toBeVisible();
  await expect(edit.way('step3')).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/questionnaire/step3?editStep=step3');
  await questionnaire.isAt('step3');
  await page.goto('/questionnaire/step9');
  await expect(page.getByRole('heading', { level: 1, name: 'Check and sign' })).toBeVisible();
  await expect(page.getByText(why).first()).toBeVisible();
  await expect(questionnaire.saveButton).toHaveCount(0);
});
