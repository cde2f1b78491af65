import { fullAnswers, provider } from '../../../testing/people.ts';
import { isInOrder } from '../../axe.ts';
import { errorSummary } from '../../error-summary.ts';
import { resident } from '../../customers-house.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../../wattle.ts';
import { languages, rawKeysIn } from '../../words.ts';

const plan = { status: 'complete' as const, answers: fullAnswers() };
const name = 'Lin Mei Chen';

for (const language of languages) {
  test.describe(`a customer whom an ambulance takes, in ${language}`, () => {
    test.use({ language });

    test(
      `is handed over with one press, is shown as in hospital, and the plan is due for review afterwards [N-14, X-07] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const house = await provider(app.services, 'Banksia House');
        const { userId } = await resident(app, house, { firstName: 'Lin Mei', lastName: 'Chen', plan });
        await signedIn({ role: 'provideradmin', providerId: house, firstName: 'Ingrid', lastName: 'Moe' });
        await page.goto('/provider/customers');
        await page.getByRole('button', { name: t('customers.cell.menu', { customer: name }) }).click();
        await page.getByRole('menuitem', { name: t('customers.action.handOver') }).click();
        const dialog = page.getByRole('dialog', { name: t('hospital.dialog.title', { customer: name }) });
        await expect(dialog.getByRole('radio', { name: t('hospital.receiver.ambulance') })).toBeChecked();
        await isInOrder(page);
        const opened = page.context().waitForEvent('page');
        await dialog.getByRole('button', { name: t('hospital.dialog.button') }).click();
        await opened;
        const done = page.getByRole('dialog', { name: t('hospital.done.title') });
        const link = done.getByRole('link', { name: t('hospital.done.open') });
        await expect(link).toHaveAttribute('href', `/api/customers/${userId}/handover.pdf`);
        await isInOrder(page);
        const pdf = await page.request.get(`/api/customers/${userId}/handover.pdf`);
        expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);
        await done.getByText(t('hospital.fhir'), { exact: true }).click();
        const download = page.waitForEvent('download');
        await done.getByRole('button', { name: t('hospital.fhir.patient-summary') }).click();
        expect((await download).suggestedFilename()).toBe('patient-summary.fhir.json');
        await isInOrder(page);
        await done
          .getByRole('button', { name: t('common.close') })
          .last()
          .click();
        await expect(
          page.getByRole('main').getByText(t('customers.cell.inHospital'), { exact: true }).first(),
        ).toBeVisible();

        await page.goto(`/provider/customers/${userId}`);
        const main = page.getByRole('main');
        await expect(main.getByText(new RegExp(t('hospital.in', { date: '.+', time: '.+' })))).toBeVisible();
        const handed = { actor: 'Ingrid Moe', receiver: t('hospital.to.ambulance') };
        await expect(main.getByRole('region', { name: t('customer.part.openings') })).toContainText(
          t('hospital.opening.handed', handed),
        );
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        await main.getByRole('button', { name: t('hospital.back.button') }).click();
        await expect(main.getByText(t('hospital.back.lead', { customer: name }))).toBeVisible();
        await page.goto('/dashboard');
        await expect(main.getByRole('region', { name: t('today.again') })).toContainText(
          new RegExp(t('today.again.back', { date: '.+' })),
        );
        await isInOrder(page);
        await main.getByRole('link', { name: t('today.openOf', { customer: name }) }).click();
        await main.getByRole('button', { name: t('hospital.looked.button') }).click();
        await expect(main.getByText(t('hospital.back.lead', { customer: name }))).toHaveCount(0);
      },
    );

    test(`is handed over from the page by keyboard, with errors at the fields [N-14]`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const house = await provider(app.services, 'Banksia House');
      const { userId } = await resident(app, house, { firstName: 'Lin Mei', lastName: 'Chen', plan });
      await signedIn({ role: 'providerview', providerId: house });
      await page.goto(`/provider/customers/${userId}`);
      await page
        .getByRole('main')
        .getByRole('button', { name: t('customers.action.handOver') })
        .press('Enter');
      const dialog = page.getByRole('dialog', { name: t('hospital.dialog.title', { customer: name }) });
      await dialog.getByRole('radio', { name: t('hospital.receiver.ambulance') }).press('ArrowLeft');
      const other = dialog.getByLabel(t('hospital.dialog.other'));
      const time = dialog.getByLabel(t('hospital.dialog.time'));
      await time.fill('25:00');
      await time.press('Enter');
      await expect(errorSummary(dialog)).toContainText(t('hospital.error.otherRequired'));
      await expect(errorSummary(dialog)).toContainText(t('hospital.error.time'));
      await expect(other).toHaveAttribute('aria-invalid', 'true');
      await isInOrder(page);
      await other.fill('Patient transport');
      await time.fill('');
      await time.press('Enter');
      await expect(page.getByRole('dialog', { name: t('hospital.done.title') })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('main')).toContainText('Patient transport');
    });
  });
}
