import { pdfOf } from '../../src/server/features/files/checks/sample-files.fixture.ts';
import { importEarlierFile } from '../../src/server/features/earlier-files/import.ts';
import type { EarlierKind } from '../../src/server/features/earlier-files/store.ts';
import { provider } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { isInOrder } from '../axe.ts';
import { errorSummary } from '../error-summary.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const give = (app: TestApp, kind: EarlierKind, email: string, name: string) =>
  importEarlierFile(app.services, { kind, email, name, bytes: pdfOf({ size: 2_000 + name.length }) });

test.beforeEach(async ({ app }) => {
  await app.services.db.deleteFrom('earlier_files').execute();
});

for (const language of languages) {
  test.describe(`files of the earlier system, in ${language}`, () => {
    test.use({ language });

    test(
      `the system administrator re-links a questionnaire, previews, activates and deletes, each after a confirmation [SUPER-01, API-63, GAP-115] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, newCustomer, signedIn }) => {
        const ann = await newCustomer({ firstName: 'Ann', lastName: 'Lee' });
        await give(app, 'questionnaire', 'someone@earlier.example', 'answers.pdf');
        await give(app, 'questionnaire', 'other@earlier.example', 'copy.pdf');
        await signedIn({ role: 'sysadmin' });
        await page.goto('/super-admin/manage-legacy-files');
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('earlierFiles.legacy.title'));
        const shown = (words: string) => main.getByText(words).filter({ visible: true }).first();
        await expect(shown('answers.pdf')).toBeVisible();
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        const press = (key: 'preview' | 'relink' | 'activate' | 'delete', file: string) =>
          main.getByRole('button', { name: t(`earlierFiles.${key}.of`, { file }), exact: true });
        await expect(press('activate', 'answers.pdf')).toHaveCount(0);

        await press('relink', 'answers.pdf').click();
        const dialog = page.getByRole('dialog');
        const email = dialog.getByLabel(t('earlierFiles.relink.email'));
        await email.fill('nobody@test.example');
        await dialog.getByRole('button', { name: t('earlierFiles.relink'), exact: true }).click();
        await expect(errorSummary(dialog)).toContainText(t('earlierFiles.error.noCustomer'));
        await isInOrder(page);
        await email.fill(ann.email);
        await dialog.getByRole('button', { name: t('earlierFiles.relink'), exact: true }).click();
        await expect(dialog).toBeHidden();
        await expect(press('activate', 'answers.pdf')).toBeVisible();

        const href = await main
          .getByRole('link', { name: t('earlierFiles.preview.of', { file: 'answers.pdf' }) })
          .getAttribute('href');
        const preview = await page.request.get(href!);
        expect([preview.status(), preview.headers()['content-type']]).toEqual([200, 'application/pdf']);

        await press('activate', 'answers.pdf').click();
        const question = page.getByRole('alertdialog');
        await expect(question).toContainText('answers.pdf');
        await isInOrder(page);
        await question.getByRole('button', { name: t('common.cancel') }).click();
        await expect(question).toBeHidden();
        await press('activate', 'answers.pdf').click();
        await question.getByRole('button', { name: t('earlierFiles.activate'), exact: true }).click();
        await expect(question).toBeHidden();
        await expect(press('activate', 'answers.pdf')).toHaveCount(0);
        await expect(press('relink', 'answers.pdf')).toHaveCount(0);
        const { db } = app.services;
        const files = await db
          .selectFrom('files')
          .select(['file_name', 'is_eol'])
          .where('user_id', '=', ann.userId)
          .where('is_uploaded', '=', true)
          .execute();
        expect(files).toEqual([{ file_name: 'answers.pdf', is_eol: true }]);

        await press('delete', 'copy.pdf').click();
        await question.getByRole('button', { name: t('earlierFiles.delete.button') }).click();
        await expect(question).toBeHidden();
        await expect(press('delete', 'copy.pdf')).toHaveCount(0);
        const left = await db.selectFrom('earlier_files').select('file_name').execute();
        expect(left).toEqual([{ file_name: 'answers.pdf' }]);
      },
    );

    test(
      `the system administrator migrates an end-of-life document after a confirmation [SUPER-01, API-63, GAP-115] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, newCustomer, signedIn }) => {
        const ann = await newCustomer({ firstName: 'Ann', lastName: 'Lee' });
        await give(app, 'eol', ann.email, 'directive.pdf');
        await signedIn({ role: 'sysadmin' });
        await page.goto('/super-admin/manage-eol-files');
        const main = page.getByRole('main');
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('earlierFiles.eol.title'));
        const migrate = main.getByRole('button', {
          name: t('earlierFiles.migrate.of', { file: 'directive.pdf' }),
        });
        await isInOrder(page);
        await migrate.click();
        const question = page.getByRole('alertdialog');
        await expect(question).toContainText('Ann Lee');
        await question.getByRole('button', { name: t('earlierFiles.migrate'), exact: true }).click();
        await expect(question).toBeHidden();
        await expect(migrate).toHaveCount(0);
      },
    );

    for (const role of ['user', 'provideradmin', 'providerview', 'admin', 'tlcadmin'] as const)
      test(
        `${role} cannot open a page of the super-administrator by its address [SUPER-01, SUPER-02, GAP-115]`,
        { tag: eachWidthOnce(language) },
        async ({ page, t, app, signedIn }) => {
          const ofProvider = role === 'provideradmin' || role === 'providerview';
          const providerId = ofProvider ? await provider(app.services) : undefined;
          await signedIn({ role, ...(providerId && { providerId }) });
          for (const path of ['/super-admin/manage-legacy-files', '/super-admin/manage-eol-files']) {
            await page.goto(path);
            await expect(page).toHaveURL(/\/dashboard/);
            await expect(page.getByText(t('earlierFiles.col.address'))).toHaveCount(0);
          }
        },
      );
  });
}
