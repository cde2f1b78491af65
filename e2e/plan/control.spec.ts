import type { Page } from '@playwright/test';
import { longDate, melbourneDate } from '../../src/domain/fields.ts';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { insertFile } from '../../testing/customer-files.ts';
import { provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { draft, saveElsewhere, savedPlan, signed } from '../saved-plan.ts';
import { eachWidthOnce, expect, main, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

const margaret = { ...signed(), firstName: 'Margaret', lastName: 'Citizen' };
const name = 'Margaret Citizen';

const panelIn = (page: Page, t: Translate) => page.getByRole('region', { name: t('customer.part.control') });

for (const language of languages) {
  test.describe(`the control of a plan, in ${language}`, () => {
    test.use({ language });

    test(
      `locks a plan after a confirmation, disables actions that the lock forbids, and unlocks it [LOCK-02, CDET-03, GAP-88] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, newCustomer, signedIn }) => {
        const providerId = await provider(app.services);
        const customer = await newCustomer({ ...margaret, providerId });
        await insertFile(app.services, customer.userId, { is_eol: true, category: 'ADDITIONAL_DOCUMENT' });
        await signedIn({ role: 'provideradmin', providerId, firstName: 'Priya' });
        await page.goto(`/provider/customers/${customer.userId}`);
        const panel = panelIn(page, t);
        await panel.getByRole('button', { name: t('customer.control.lock') }).click();
        const dialog = page.getByRole('alertdialog');
        await expect(dialog).toContainText(t('confirm.planLock.body', { customer: name }));
        await expect(dialog).toContainText(t('customer.lock.right'));
        await isInOrder(page);
        await dialog.getByRole('button', { name: t('customer.lock.button') }).click();
        await expect(page.locator('.snacks').getByText(t('success.planLocked'))).toBeVisible();
        await expect(dialog).toHaveCount(0);
        expect((await savedPlan(app, customer)).locked).toBe(true);
        for (const item of ['external', 'rollback'] as const)
          await expect(panel.getByRole('button', { name: t(`customer.control.${item}`) })).toContainText(
            t('error.planAdmin.greyedLocked'),
          );
        await isInOrder(page);

        await panel.getByRole('button', { name: t('customer.control.unlock') }).click();
        await dialog.getByRole('button', { name: t('customer.unlock.button') }).click();
        await expect(page.locator('.snacks').getByText(t('success.planUnlocked'))).toBeVisible();
        expect((await savedPlan(app, customer)).locked).toBe(false);
      },
    );

    test('a customer whose plan is locked reads it, cannot change it, and sees who locked it [GAP-46, LOCK-02]', async ({
      page,
      t,
      app,
      newCustomer,
      enter,
      questionnaire,
    }) => {
      const providerId = await provider(app.services, 'Banksia House');
      const customer = await newCustomer({ ...margaret, providerId });
      const staff = await newCustomer({
        role: 'provideradmin',
        providerId,
        firstName: 'Priya',
        lastName: 'Nair',
      });
      await enter(staff);
      await page.goto(`/provider/customers/${customer.userId}`);
      await panelIn(page, t)
        .getByRole('button', { name: t('customer.control.lock') })
        .click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('customer.lock.button') })
        .click();
      await expect(page.locator('.snacks').getByText(t('success.planLocked'))).toBeVisible();

      await page.context().clearCookies();
      await enter(customer);
      await page.goto('/dashboard');
      await expect(
        page.getByText(t('notification.PLAN_LOCKED.owner', { actor: 'Priya Nair' })),
      ).toBeVisible();
      await page.goto('/questionnaire/step3');
      await questionnaire.isAt('step3');
      await expect(page.getByText(t('locked.body', { provider: 'Banksia House' }))).toBeVisible();
      await expect(questionnaire.saveButton).toHaveCount(0);
      await isInOrder(page);
      await page.goto('/care-plan');
      await expect(page.getByRole('button', { name: t('common.print') })).toBeVisible();
    });

    test(`marks a signed plan as external and undoes it; its answers stay visible for staff and for the customer [LOCK-03, GAP-116] [S-04] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      newCustomer,
      enter,
    }) => {
      const providerId = await provider(app.services);
      const customer = await newCustomer({ ...margaret, providerId });
      await insertFile(app.services, customer.userId, { file_name: 'letter.pdf', is_eol: true });
      const staff = await newCustomer({ role: 'provideradmin', providerId });
      await enter(staff);
      await page.goto(`/provider/customers/${customer.userId}`);
      const panel = panelIn(page, t);
      const dialog = page.getByRole('alertdialog');
      await panel.getByRole('button', { name: t('customer.control.external') }).click();
      await dialog.getByRole('button', { name: t('customer.external.button') }).click();
      await expect(page.locator('.snacks').getByText(t('success.planExternal'))).toBeVisible();
      const says = page.getByRole('region', { name: t('customer.plan.says') });
      await expect(says).toContainText(t('customer.plan.beside'));
      await expect(says).toContainText(t('emergency.cpr.when.stopBreathing'));
      // At this scroll position the bar covers one of the buttons.
      await page.evaluate('scrollTo(0, 0)');
      await isInOrder(page);
      await page.goto(`/api/customers/${customer.userId}/emergency`);
      await expect(page.locator('main')).toContainText(/Papers too.+letter\.pdf/);
      await expect(page.locator('main')).toContainText('If heart or breathing stops');

      await enter(customer);
      await page.goto('/care-plan');
      await expect(page.getByRole('button', { name: t('common.print') })).toBeVisible();
      await expect(page.getByText(t('myAcp.external.title'))).toHaveCount(0);
      await page.goto('/my-acp');
      const added = longDate(melbourneDate(new Date()), language);
      const beside = t('myAcp.beside.sameDay', { added, papers: 'letter.pdf' });
      await expect(page.getByRole('main')).toContainText(beside);

      await enter(staff);
      await page.goto(`/provider/customers/${customer.userId}`);
      await panel.getByRole('button', { name: t('customer.control.externalUndo') }).click();
      await dialog.getByRole('button', { name: t('customer.externalUndo.button') }).click();
      await expect(page.locator('.snacks').getByText(t('customer.externalUndo.done'))).toBeVisible();
      await expect(says).not.toContainText(t('customer.plan.beside'));
      expect(await savedPlan(app, customer)).toMatchObject({ status: 'complete', external: false });
    });
  });
}

test(`restores an older version only after its changes were shown [LOCK-01, GAP-116] ${main}`, async ({
  page,
  t,
  app,
  newCustomer,
  enter,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  const customer = await newCustomer({ ...margaret, providerId });
  await saveElsewhere(app, customer, { explanations: 'Mistaken.' });
  await signedIn({ role: 'provideradmin', providerId, firstName: 'Priya', lastName: 'Nair' });
  await page.goto(`/provider/customers/${customer.userId}`);
  await panelIn(page, t)
    .getByRole('button', { name: t('customer.control.rollback') })
    .click();
  const dialog = page.getByRole('dialog');
  const go = dialog.getByRole('button', { name: t('customer.rollback.button') });
  await expect(go).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('radio').press('Space');
  await expect(go).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: t('customer.rollback.compare') }).press('Enter');
  await expect(dialog).toContainText('Mistaken.');
  await isInOrder(page);
  await go.click();
  await expect(dialog).toHaveCount(0);
  const { answers, plan_version } = await savedPlan(app, customer);
  expect(answers.explanations).not.toBe('Mistaken.');
  expect(plan_version).toBe(3);
  await expect(page.getByRole('region', { name: t('customer.part.versions') })).toContainText(
    t('versions.row.open', { version: 3 }),
  );

  await page.context().clearCookies();
  await enter(customer);
  await page.goto('/dashboard');
  await expect(
    page.getByText(t('notification.PLAN_ROLLED_BACK.owner', { actor: 'Priya Nair' })),
  ).toBeVisible();
});

test('the last document of an external plan is removed only after a warning that the plan becomes a draft [LOCK-04]', async ({
  page,
  t,
  app,
  newCustomer,
  enter,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  const customer = await newCustomer({ providerId });
  await insertFile(app.services, customer.userId, { file_name: 'letter.pdf', is_eol: true });
  await app.services.db
    .updateTable('acps')
    .set({ external: true })
    .where('id', '=', customer.acpId)
    .execute();
  await enter(customer);
  for (const path of ['/my-acp', '/care-plan']) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByText(t('myAcp.external.title'))).toBeVisible();
    await expect(main).toContainText(t('myAcp.status.complete'));
    await expect(main.getByRole('button')).toHaveCount(0);
    await isInOrder(page);
  }
  await signedIn({ role: 'provideradmin', providerId });
  await page.goto(`/provider/customers/${customer.userId}`);
  await page.getByRole('button', { name: t('customer.eol.remove', { file: 'letter.pdf' }) }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(t('customer.eol.revertsNow'));
  await dialog.getByRole('button', { name: t('customer.eol.removeButton') }).click();
  await expect(page.getByText(t('customer.eol.none'))).toBeVisible();
  await expect(page.getByText(t('customer.plan.draft'))).toBeVisible();
  expect(await savedPlan(app, customer)).toMatchObject({
    status: 'draft',
    external: false,
    completed_at: null,
  });
});

test('a plan that another person changed meanwhile is not changed, and is shown in its current state [LOCK-02, D-18]', async ({
  page,
  t,
  app,
  newCustomer,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  const customer = await newCustomer({ ...margaret, providerId });
  await signedIn({ role: 'provideradmin', providerId });
  await page.goto(`/provider/customers/${customer.userId}`);
  await panelIn(page, t)
    .getByRole('button', { name: t('customer.control.lock') })
    .click();
  await saveElsewhere(app, customer, { explanations: 'Just now.' });
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: t('customer.lock.button') }).click();
  await expect(dialog.getByRole('alert')).toContainText(t('error.planAdmin.changed'));
  expect((await savedPlan(app, customer)).locked).toBe(false);
  await expect(page.getByText(t('versions.row.open', { version: 2 }))).toBeAttached();
});

test('text that a customer has typed when the plan is locked stays on the page, is not saved, and can be copied, also after a reload [GAP-46, LOCK-02]', async ({
  page,
  context,
  t,
  app,
  signedIn,
  questionnaire,
}) => {
  const who = await signedIn(draft());
  await questionnaire.open('step7');
  const box = questionnaire.box('otherCommentsOrWorries');
  await box.fill('Zinnias at the window.');
  await app.services.db.updateTable('acps').set({ locked: true }).where('id', '=', who.acpId).execute();
  await questionnaire.saveButton.click();
  await expect(page.getByText(t('locked.title'))).toBeVisible();
  await expect(box).toHaveValue('Zinnias at the window.');
  await expect(box).toBeDisabled();
  const notSaved = async () =>
    expect((await savedPlan(app, who)).answers.otherCommentsOrWorries).not.toBe('Zinnias at the window.');
  await notSaved();
  const kept = page.getByRole('region', { name: t('locked.kept.title') });
  await expect(kept).toContainText('Zinnias at the window.');
  await isInOrder(page);

  await page.reload();
  await expect(kept).toContainText('Zinnias at the window.');
  await expect(box).not.toHaveValue('Zinnias at the window.');
  await isInOrder(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await kept.getByRole('button', { name: t('locked.kept.copy') }).click();
  await expect(kept.getByRole('button', { name: t('common.copied') })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('\nZinnias at the window.');
  await notSaved();

  await app.services.db.updateTable('acps').set({ locked: false }).where('id', '=', who.acpId).execute();
  await page.reload();
  await expect(box).toHaveValue('Zinnias at the window.');
  await expect(kept).toHaveCount(0);
  await questionnaire.saveButton.click();
  await expect
    .poll(async () => (await savedPlan(app, who)).answers.otherCommentsOrWorries)
    .toBe('Zinnias at the window.');
});
