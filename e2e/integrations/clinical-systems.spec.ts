import type { Locator, Page } from '@playwright/test';
import { generateKeyPairSync } from 'node:crypto';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import {
  askToken,
  assertionOf,
  newKeyPair,
  tokenForm,
  type TestSystem,
} from '../../src/server/features/clinical-access/signing.fixture.ts';
import { provider } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { isInOrder } from '../axe.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const sectionOf = (page: Page, t: Translate) => page.getByRole('region', { name: t('clinical.title') });

/** Fills and sends the dialog of a new clinical system. */
async function send(dialog: Locator, t: Translate, { name, keys }: { name: string; keys: string }) {
  await dialog.getByLabel(t('clinical.name.label')).fill(name);
  await dialog.getByLabel(t('clinical.keys.label')).fill(keys);
  await dialog.getByRole('button', { name: t('clinical.save') }).click();
}

const signsIn = async (app: TestApp, system: TestSystem) =>
  (await askToken(app.url, tokenForm(await assertionOf(app, system)))).status === 200;

for (const language of languages) {
  test.describe(`clinical systems, in ${language}`, () => {
    test.use({ language });

    test(
      `a manager registers a system with a public key, rotates the key, and removes the system; its software can sign in accordingly [X-06] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const houseName = `Boronia House K${language}`;
        const house = await provider(app.services, houseName);
        await signedIn({ role: 'provideradmin', providerId: house });
        await page.goto('/provider/integrations');
        const section = sectionOf(page, t);
        await expect(section.getByText(t('clinical.none'))).toBeVisible();
        await expect(section.getByText(t('clinical.reads', { provider: houseName }))).toBeVisible();
        await expect(section.getByText(`${app.url}/api/clinical/token`)).toBeVisible();
        await expect(section.getByText(`${app.url}/fhir`, { exact: true })).toBeVisible();
        await isInOrder(page);
        const first = newKeyPair();
        const second = newKeyPair('RSA');
        const name = 'Ward software';

        await test.step('a missing name and a private key are errors at the fields, and nothing is sent', async () => {
          await section.getByRole('button', { name: t('clinical.add') }).click();
          const dialog = page.getByRole('dialog');
          const sent: string[] = [];
          page.on('request', (request) => sent.push(request.postData() ?? ''));
          const secret = first.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
          await send(dialog, t, { name: ' ', keys: secret });
          await expect(dialog.getByText(t('clinical.name.required')).last()).toBeVisible();
          await expect(dialog.getByText(t('clinical.key.private')).last()).toBeVisible();
          await isInOrder(page);
          const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
          await send(dialog, t, { name, keys: JSON.stringify(publicKey.export({ format: 'jwk' })) });
          await expect(dialog.getByText(t('clinical.key.kind')).last()).toBeVisible();
          expect(sent.filter((body) => body.includes('createClinicalClient'))).toEqual([]);
        });

        await test.step('a public key is registered, and the software signs in with it', async () => {
          const dialog = page.getByRole('dialog');
          await send(dialog, t, { name, keys: JSON.stringify({ ...first.jwk, kid: 'key-1' }) });
          await expect(dialog).toBeHidden();
          await expect(section.getByRole('heading', { name })).toBeVisible();
          await expect(section.getByText('key-1', { exact: true })).toBeVisible();
          await expect(section.getByText(t('clinical.key.never'))).toBeVisible();
          expect(rawKeysIn(await section.innerText())).toEqual([]);
          await isInOrder(page);
        });

        const clientId = await section.locator('li dl code').innerText();
        const before: TestSystem = { clientId, kid: 'key-1', ...first };
        const after: TestSystem = { clientId, kid: 'key-2', ...second };
        expect(await signsIn(app, before)).toBe(true);

        await test.step('the key is rotated: both work until the old one is removed', async () => {
          await section.getByRole('button', { name: t('clinical.addKey') }).click();
          const adding = page.getByRole('dialog');
          await isInOrder(page);
          await adding
            .getByLabel(t('clinical.keys.label'))
            .fill(JSON.stringify({ ...second.jwk, kid: 'key-2' }));
          await adding.getByRole('button', { name: t('clinical.addKey.save') }).click();
          await expect(adding).toBeHidden();
          await expect(section.getByText('key-2', { exact: true })).toBeVisible();
          expect([await signsIn(app, before), await signsIn(app, after)]).toEqual([true, true]);
          await section.getByRole('button').filter({ hasText: 'key-1' }).click();
          const removing = page.getByRole('alertdialog');
          await isInOrder(page);
          await removing.getByRole('button', { name: t('clinical.removeKey.yes') }).click();
          await expect(section.getByText('key-1', { exact: true })).toBeHidden();
          expect([await signsIn(app, before), await signsIn(app, after)]).toEqual([false, true]);
        });

        await test.step('the system is removed, and can no longer sign in', async () => {
          await section.getByRole('button', { name: t('clinical.revoke') }).click();
          await page
            .getByRole('alertdialog')
            .getByRole('button', { name: t('clinical.revoke.yes') })
            .click();
          await expect(section.getByText(t('clinical.none'))).toBeVisible();
          expect(await signsIn(app, after)).toBe(false);
        });
      },
    );

    test(
      `administrators of the platform manage the systems of a provider [X-06]`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const house = await provider(app.services, `Boronia House P${language}`);
        await signedIn({ role: 'admin' });
        await page.goto(`/admin/integrations?provider=${house}`);
        const section = sectionOf(page, t);
        await section.getByRole('button', { name: t('clinical.add') }).click();
        const dialog = page.getByRole('dialog');
        await send(dialog, t, { name: 'Ward software', keys: JSON.stringify(newKeyPair().jwk) });
        await expect(dialog).toBeHidden();
        await expect(section.getByRole('heading', { name: 'Ward software' })).toBeVisible();
        await isInOrder(page);
      },
    );
  });
}
