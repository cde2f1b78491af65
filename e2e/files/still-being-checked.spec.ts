import { VirusScanError, type VirusScan } from '../../src/server/ports/virus-scan/port.ts';
import { isInOrder } from '../axe.ts';
import { signed } from '../screens/dashboard-page.ts';
import { FilesPage, paper } from '../screens/files-page.ts';
import { expect, main, test } from '../wattle.ts';

/** A scanner that gives no verdict until it may answer. */
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

test(`a file that the virus scanner is silent about is shown as still being checked, and as in use after its check [S-32] ${main}`, async ({
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
