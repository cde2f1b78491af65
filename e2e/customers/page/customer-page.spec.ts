import { insertFile } from '../../../testing/customer-files.ts';
import { fullAnswers, provider } from '../../../testing/people.ts';
import { isInOrder, sidewaysBy } from '../../axe.ts';
import { daniel } from '../../screens/contacts-page.ts';
import { paper } from '../../screens/files-page.ts';
import { saveElsewhere } from '../../saved-plan.ts';
import { eachWidthOnce, expect, main, mainOnce, noteRequests, test } from '../../wattle.ts';
import { exactly, languages, rawKeysIn } from '../../words.ts';
import { margaret, name } from './margaret.ts';

for (const language of languages) {
  test.describe(`the page of a customer, in ${language}`, () => {
    test.use({ language });

    test(
      `shows the person, the plan’s content and the decision maker, and offers the actions of staff [CDET-01, CDET-04, GAP-87] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, newCustomer, signedIn }) => {
        const providerId = await provider(app.services, 'Banksia Coast Care');
        const customer = await newCustomer({ ...margaret, providerId });
        await signedIn({ role: 'provideradmin', providerId, firstName: 'Priya' });
        await page.goto(`/provider/customers/${customer.userId}`);
        const main = page.getByRole('main');
        const part = (title: string) => main.getByRole('region', { name: title });
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
        await expect(main).toContainText('Banksia Coast Care');
        await expect(main.getByText(t('customer.recorded', { customer: 'Margaret' }))).toHaveCount(1);

        const says = part(t('customer.plan.says'));
        await expect(says).toContainText(t('emergency.cpr.when.stopBreathing'));
        await expect(says).toContainText(t('emergency.cpr.lead.doNotWant'));
        await expect(says).toContainText(t('treatmentsSelected.short.breathingMachine'));
        await expect(says.getByRole('link', { name: daniel.phone })).toHaveAttribute('href', /^tel:\d+$/);
        const ticked = part(t('customer.part.minimumQol')).getByRole('listitem');
        await expect(ticked.first()).toContainText(t('customer.qol.ticked'));
        expect(await ticked.count()).toBeGreaterThan(2);
        await expect(part(t('customer.part.contacts')).getByRole('listitem')).toHaveCount(2);
        await expect(part(t('customer.part.openings')).getByRole('listitem')).toHaveCount(1);

        const panel = part(t('customer.part.control'));
        for (const item of ['lock', 'external', 'rollback'] as const)
          await expect(panel.getByRole('button', { name: t(`customer.control.${item}`) })).toBeVisible();
        await expect(panel.getByRole('link', { name: t('customer.control.card') })).toHaveAttribute(
          'href',
          `/api/customers/${customer.userId}/emergency`,
        );
        await expect(panel.getByRole('button', { name: t('customers.action.suspend') })).toBeVisible();
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
      },
    );

    test(
      `shows all content to read-only staff, without any way to change it [CDET-03, GAP-87, CON-07] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, newCustomer, signedIn }) => {
        const providerId = await provider(app.services);
        const customer = await newCustomer({ ...margaret, providerId });
        await insertFile(app.services, customer.userId, { file_name: 'letter.pdf', is_eol: true });
        await signedIn({ role: 'providerview', providerId });
        await page.goto(`/provider/customers/${customer.userId}`);
        const main = page.getByRole('main');
        const panel = main.getByRole('region', { name: t('customer.part.control') });
        for (const item of ['lock', 'external', 'rollback'] as const) {
          const off = panel.getByRole('button', { name: t(`customer.control.${item}`) });
          await expect(off).toHaveAttribute('aria-disabled', 'true');
          await expect(off).toContainText(t('error.planAdmin.greyedRole'));
          await off.press('Enter');
        }
        await expect(page.getByRole('alertdialog')).toHaveCount(0);
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(main).toContainText(t('treatmentsSelected.short.breathingMachine'));
        await expect(main.getByRole('button').and(page.locator(':not([aria-disabled])'))).toHaveText([
          t('customers.action.handOver'),
          t('customer.control.pdf'),
        ]);
        // The bar covers the text that the keys scrolled under it.
        await page.evaluate(() => scrollTo(0, 0));
        await isInOrder(page);
      },
    );
  });
}

test('lists end-of-life documents as download links [CDET-02]', async ({
  page,
  t,
  app,
  newCustomer,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  const customer = await newCustomer({ ...margaret, providerId });
  const { id } = await insertFile(app.services, customer.userId, {
    file_name: 'Power of attorney.pdf',
    is_eol: true,
  });
  await signedIn({ role: 'provideradmin', providerId });
  await page.goto(`/provider/customers/${customer.userId}`);
  const documents = page.getByRole('region', { name: t('customer.part.otherDocuments') });
  await expect(
    documents.getByRole('link', { name: t('customer.files.download', { file: 'Power of attorney.pdf' }) }),
  ).toHaveAttribute('href', `/api/customers/${customer.userId}/files/${id}`);
});

test('a draft is labelled as one, shows no answers, and disables actions that need a signed plan [CDET-03, CDET-05, GAP-87]', async ({
  page,
  t,
  app,
  newCustomer,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  const plan = { status: 'draft' as const, answers: fullAnswers() };
  const customer = await newCustomer({ providerId, firstName: 'Noor', lastName: 'Haddad', plan });
  await signedIn({ role: 'provideradmin', providerId });
  const opened = noteRequests(page, 'openCustomerPlan');
  await page.goto(`/provider/customers/${customer.userId}`);
  await expect(page.getByText(t('customer.plan.draft'))).toBeVisible();
  await expect(page.getByRole('region', { name: t('customer.part.minimumQol') })).toContainText(
    'There’s nothing to display yet.',
  );
  const panel = page.getByRole('region', { name: t('customer.part.control') });
  for (const item of ['view', 'pdf', 'lock'] as const)
    await expect(panel.getByRole('button', { name: t(`customer.control.${item}`) })).toContainText(
      t('error.planAdmin.greyedDraft'),
    );
  // The emergency sheet opens without a plan too (D-61).
  await expect(panel.getByRole('link', { name: t('customer.control.card') })).toHaveAttribute(
    'href',
    `/api/customers/${customer.userId}/emergency`,
  );
  expect(opened).toEqual([]);
  await isInOrder(page);
});

test('the whole plan and its versions can be read and compared there, and each opening is recorded [GAP-87]', async ({
  page,
  t,
  app,
  newCustomer,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  const customer = await newCustomer({ ...margaret, providerId });
  await saveElsewhere(app, customer, { explanations: 'Zinnias.' });
  await signedIn({ role: 'provideradmin', providerId, firstName: 'Priya', lastName: 'Nair' });
  await page.goto(`/provider/customers/${customer.userId}`);
  const versions = page.getByRole('region', { name: t('customer.part.versions') });
  await versions.getByRole('button', { name: t('versions.row.compare', { version: 2 }) }).click();
  const dialog = page.getByRole('dialog', { name: t('versions.compare.title') });
  await expect(dialog).toContainText(t('versions.compare.count', { count: 1 }));
  await expect(dialog).toContainText('Zinnias.');
  await isInOrder(page);
  await dialog
    .getByRole('button', { name: t('common.close') })
    .last()
    .click();

  await versions.getByRole('link', { name: t('versions.row.open', { version: 1 }) }).click();
  await expect(page.getByText(t('customer.plan.oldVersion', { version: 1 })).first()).toBeVisible();
  await expect(page.getByText('Zinnias.')).toHaveCount(0);
  await page.getByRole('link', { name: t('customer.plan.toCurrent') }).click();
  await expect(page.getByText('Zinnias.').first()).toBeVisible();
  await expect(page.getByText(t('carePlan.onBehalf.readOnly'))).toBeVisible();
  await isInOrder(page);

  await page.getByRole('link', { name: t('customer.plan.back', { customer: name }) }).click();
  const openings = page.getByRole('region', { name: t('customer.part.openings') });
  await expect(openings).toContainText(t('customer.openings.staff', { actor: 'Priya Nair' }));
  const trail = await app.services.db
    .selectFrom('recent_activities')
    .select('id')
    .where('user_id', '=', customer.userId)
    .where('template', '=', 'PLAN_OPENED')
    .execute();
  expect(trail).toHaveLength(1);
});

test(`papers are marked as checked after each check was ticked [GAP-83] ${main}`, async ({
  page,
  t,
  app,
  newCustomer,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  const customer = await newCustomer({ ...margaret, providerId });
  await insertFile(app.services, customer.userId, { file_name: 'directive.pdf' });
  await signedIn({ role: 'provideradmin', providerId });
  await page.goto(`/provider/customers/${customer.userId}`);
  const papers = page.getByRole('region', { name: t('customer.review.title') });
  const done = papers.getByRole('button', { name: t('customer.review.done') });
  await expect(done).toHaveAttribute('aria-disabled', 'true');
  for (const check of ['person', 'pages', 'newest'] as const)
    await papers
      .getByRole('checkbox', { name: t(`customer.review.${check}`, { customer: name }) })
      .press('Space');
  await done.press('Enter');
  await expect(papers).toHaveCount(0);
  await expect(page.getByText(t('customers.acpStatus.review'))).toHaveCount(0);
});

test('a plan that cannot be opened shows the error in its sections only, and is opened on retry [R-36]', async ({
  page,
  t,
  app,
  newCustomer,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  const customer = await newCustomer({ ...margaret, providerId });
  await signedIn({ role: 'provideradmin', providerId });
  let fails = true;
  await page.route('**/api/graphql', (route) =>
    fails && route.request().postData()?.includes('openCustomerPlan')
      ? route.fulfill({ status: 500, body: '' })
      : route.fallback(),
  );
  await page.goto(`/provider/customers/${customer.userId}`);
  const says = page.getByRole('region', { name: t('customer.plan.says') });
  await expect(says.getByRole('alert')).toContainText(t('error.general_error'));
  await expect(page.getByRole('region', { name: t('customer.part.contacts') })).toContainText(daniel.name);
  fails = false;
  await says.getByRole('button', { name: t('common.tryAgain') }).click();
  await expect(says).toContainText(t('emergency.cpr.lead.doNotWant'));
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysBy(page)).toBe(0);
});

test('a customer of another provider is not found, on either page [CDET-01, GAP-100]', async ({
  page,
  t,
  app,
  newCustomer,
  signedIn,
}) => {
  const customer = await newCustomer({ ...margaret, providerId: await provider(app.services, 'Elsewhere') });
  await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
  for (const address of ['', '/plan']) {
    await page.goto(`/provider/customers/${customer.userId}${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('customer.page.none'));
    await expect(page.getByText(name)).toHaveCount(0);
  }
});

test('a paper that staff add becomes an end-of-life document; another file type is refused with a message [CDET-02, GAP-87]', async ({
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
  await page.getByRole('button', { name: t('customer.control.upload') }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', {
    name: exactly(t('customer.control.upload'), t('common.tryAgain')),
  });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await isInOrder(page);
  await dialog.locator('input[type=file]').setInputFiles({ ...paper('Letter.docx'), mimeType: 'text/plain' });
  await send.click();
  await expect(dialog.getByRole('alert')).not.toBeEmpty();
  await dialog.locator('input[type=file]').setInputFiles(paper('Directive.pdf'));
  await send.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: t('customer.part.otherDocuments') })).toContainText(
    'Directive.pdf',
  );
});
