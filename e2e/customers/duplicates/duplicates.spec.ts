import { fullAnswers, provider } from '../../../testing/people.ts';
import { isInOrder } from '../../axe.ts';
import { resident } from '../../customers-house.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../../wattle.ts';
import { languages, rawKeysIn } from '../../words.ts';

const plan = { status: 'complete' as const, answers: fullAnswers() };
const born = { dob: '14/05/1943', firstName: 'Lin Mei', lastName: 'Chen' };
const name = 'Lin Mei Chen';

for (const language of languages) {
  test.describe(`two records of one person, in ${language}`, () => {
    test.use({ language });

    test(
      `are found and compared, one is kept with links both ways and the earlier plan, and it is undone [N-13] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const root = await provider(app.services, 'Banksia Group');
        const north = await provider(app.services, 'Banksia North', root);
        const south = await provider(app.services, 'Banksia South', root);
        const kept = await resident(app, north, { ...born, plan });
        const archived = await resident(app, south, { ...born, plan, customerId: 'BS-0042' });
        await signedIn({ role: 'provideradmin', providerId: root, firstName: 'Ingrid', lastName: 'Moe' });
        const main = page.getByRole('main');

        await page.goto('/provider/customers');
        await main.getByRole('link', { name: t('customers.duplicates.link', { count: 1 }) }).click();
        await expect(main.getByText(t('duplicates.sign.name'))).toBeVisible();
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);

        await main
          .getByRole('link', { name: t('duplicates.compareOf', { first: name, second: name }) })
          .click();
        await expect(main.getByText(t('duplicates.compare.differs')).first()).toBeVisible();
        await expect(main.getByText('BS-0042')).toBeVisible();
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);

        await main
          .getByRole('button', { name: t('duplicates.keepOf', { name, provider: 'Banksia North' }) })
          .click();
        const dialog = page.getByRole('dialog', { name: t('duplicates.keep.title', { name }) });
        await expect(dialog.getByText(t('duplicates.keep.undo'))).toBeVisible();
        await isInOrder(page);
        await dialog.getByRole('button', { name: t('duplicates.keep.button') }).click();

        await expect(page).toHaveURL(`/provider/customers/${kept.userId}`);
        const earlier = main.getByRole('region', { name: t('duplicates.earlier.title') });
        await earlier.getByRole('button', { name: t('duplicates.earlier.readOf', { name }) }).click();
        const opened = page.getByRole('dialog', { name: t('duplicates.earlier.dialog') });
        await expect(opened.getByText(t('duplicates.earlier.notInForce', { name }))).toBeVisible();
        await expect(opened.getByRole('heading', { level: 3 }).first()).toBeVisible();
        await isInOrder(page);
        await opened
          .getByRole('button', { name: t('common.close') })
          .last()
          .click();
        const pdf = await page.request.get(
          `/api/customers/${kept.userId}/records/${archived.userId}/plan.pdf`,
        );
        expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf']);

        await earlier.getByRole('link', { name: t('duplicates.earlier.open') }).click();
        await expect(main.getByText(t('duplicates.notice.kept'))).toBeVisible();
        const [archivedPlan = ''] = t('customer.plan.ofArchived', { version: 1, date: '' }).split(/[:：]/);
        await expect(main.getByText(archivedPlan)).toBeVisible();
        await expect(main.getByRole('button', { name: t('customers.action.handOver') })).toHaveCount(0);
        await expect(main.getByRole('link', { name: t('duplicates.notice.open') })).toHaveAttribute(
          'href',
          `/provider/customers/${kept.userId}`,
        );
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        await page.goto(`/provider/customers/${archived.userId}/plan`);
        await expect(main.getByText(t('pdf.otherRecord')).first()).toBeVisible();
        await page.goBack();
        await main.getByRole('button', { name: t('duplicates.notice.undo') }).click();
        await expect(main.getByText(t('duplicates.notice.kept'))).toHaveCount(0);
        await expect(
          main.getByText(t('duplicates.notice.possibleAt', { name, provider: 'Banksia North' })),
        ).toBeVisible();
      },
    );
  });
}
