import { expect, noteRequests, test } from '../wattle.ts';
import { errorSummary } from '../error-summary.ts';

test('a message whose response was lost is sent again with the same key, and stored once [D-18, GAP-22]', async ({
  page,
  t,
  app,
}) => {
  await page.goto('/need-help');
  const main = page.getByRole('main');
  await main.getByLabel(t('help.form.name')).fill('Ann Lee');
  await main.getByLabel(t('help.form.email')).fill(`ann.${crypto.randomUUID()}@home.example`);
  await main.getByLabel(t('help.form.topic')).selectOption('card');
  await main.getByLabel(t('help.form.message')).fill('My card is lost.');
  const count = async () => (await app.services.db.selectFrom('help_messages').select('id').execute()).length;
  const before = await count();
  const sent = noteRequests(page, 'writeToHelp');
  let lost = 0;
  await page.route('**/api/graphql', async (route) => {
    if (lost > 0 || !route.request().postData()?.includes('writeToHelp')) return route.fallback();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  const send = main.getByRole('button', { name: t('help.form.submit') });
  await send.click();
  await expect(errorSummary(main)).toContainText(t('error.noAnswer'));
  await expect(main.getByLabel(t('help.form.message'))).toHaveValue('My card is lost.');
  await expect(send).toBeVisible();
  await send.dblclick();
  await expect(main.getByRole('status').filter({ hasText: t('success.helpSent') })).toBeFocused();
  expect(await count()).toBe(before + 1);
  const keys = sent.map(({ variables }) => variables['idempotency_key'] as string);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(keys).size).toBe(1);
  await main.getByRole('button', { name: t('help.sent.again') }).click();
  await main.getByLabel(t('help.form.name')).fill('Ann Lee');
  await main.getByLabel(t('help.form.email')).fill(`ann.${crypto.randomUUID()}@home.example`);
  await main.getByLabel(t('help.form.topic')).selectOption('card');
  await main.getByLabel(t('help.form.message')).fill('My card is lost.');
  await send.click();
  await expect(main.getByRole('status').filter({ hasText: t('success.helpSent') })).toBeFocused();
  expect(await count()).toBe(before + 2);
});
