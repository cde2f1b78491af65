import { insertFile } from '../../testing/customer-files.ts';
import { provider } from '../../testing/people.ts';
import { VirusScanError, type VirusScan } from '../../src/server/ports/virus-scan/port.ts';
import { isInOrder } from '../axe.ts';
import { signed } from '../screens/dashboard-page.ts';
import { FilesPage, paper } from '../screens/files-page.ts';
import { expect, main, test } from '../wattle.ts';

/** A scanner that holds its verdicts back until it is released. */
function silentScanner(): VirusScan & { answer(): void } {
  const waiting = new Set<() => void>();
  let isSilent = true;
  return {
    isClean: (_, signal) =>
      isSilent
        ? new Promise((_resolve, reject) => {
            const fail = () => reject(new VirusScanError('No', { code: 'timeout' }));
            waiting.add(fail);
            signal?.addEventListener('abort', fail);
          })
        : Promise.resolve(true),
    answer() {
      isSilent = false;
      for (const fail of waiting) fail();
    },
  };
}

test(`a file without a verdict of the virus scanner is shown as still being checked, and as in use after its check [S-32] ${main}`, async ({
  page,
  t,
  signedIn,
  app,
}) => {
  const scanner = silentScanner();
  const before = app.services.virusScan;
  app.services.virusScan = scanner;
  try {
    await signedIn(signed());
    const files = new FilesPage(page, t, 'ACP');
    await files.open();
    await files.choose(paper());
    await files.done.click();
    await expect(files.row(t('upload.row.kept', { file: 'Directive.pdf' }))).toBeVisible({ timeout: 30_000 });
    const listed = files.listed('Directive.pdf');
    await expect(listed).toContainText(t('files.checking'));
    await expect(listed.getByRole('button')).toHaveCount(1);
    await isInOrder(page);
    scanner.answer();
    await expect(listed).toContainText(t('files.inUse'), { timeout: 30_000 });
    await expect(listed).not.toContainText(t('files.checking'));
    await expect(files.row(t('upload.row.kept', { file: 'Directive.pdf' }))).toBeHidden();
  } finally {
    scanner.answer();
    app.services.virusScan = before;
  }
});

test('the page of a customer shows staff which documents are still being checked, and why one was refused [S-32]', async ({
  page,
  t,
  app,
  newCustomer,
  signedIn,
}) => {
  const { db } = app.services;
  const providerId = await provider(app.services);
  const { userId } = await newCustomer({ ...signed(), providerId });
  const now = Date.now();
  for (const [file_name, problem] of [
    ['Statement.pdf', null],
    ['Scan.pdf', 'unsafe'],
  ] as const) {
    const { id } = await insertFile(app.services, userId, { file_name, is_eol: true });
    await db
      .updateTable('files')
      .set({ is_active: false, is_uploaded: false, activated_timestamp: null })
      .where('id', '=', id)
      .execute();
    await db
      .insertInto('file_uploads')
      .values({
        ...{ file_id: id, user_id: userId, problem },
        ...{ checking_since: new Date(now), expires_at: new Date(now + 3_600_000) },
      })
      .execute();
  }
  await signedIn({ role: 'provideradmin', providerId });
  await page.goto(`/provider/customers/${userId}`);
  const documents = page.getByRole('region', { name: t('customer.part.otherDocuments') });
  const row = (words: string) => documents.getByRole('listitem').filter({ hasText: words });
  await expect(row('Statement.pdf')).toContainText('Still being checked');
  await expect(row('We did not take Scan.pdf')).toContainText(t('error.file.unsafe', { types: 'PDF' }));
  await expect(documents.getByRole('link')).toHaveCount(0);
  await expect(documents).not.toContainText(t('customer.eol.none'));
});
