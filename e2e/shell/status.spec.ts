import type { ServiceFacts } from '../../src/server/process/services/service-watch.ts';
import { isInOrder } from '../axe.ts';
import { asks, eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

for (const language of languages) {
  test.describe(`the status of the system, in ${language}`, () => {
    test.use({ language });

    test(
      `shows since when a mail server is down and what to do, and refreshes itself without moving the focus [S-86, MENU-05] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const state = app.services.state!;
        const real = state.services;
        const since = new Date('2026-11-20T01:05:00Z');
        const down: ServiceFacts = {
          name: 'mail',
          isUp: false,
          since,
          lastAnswer: since,
          kind: 'connection',
        };
        await signedIn({ role: 'tlcadmin' });
        await page.clock.install();
        await page.goto('/admin/status');
        const main = page.getByRole('main');
        const mail = main.getByRole('listitem').filter({ hasText: t('status.part.mail') });
        await expect(mail).toContainText(t('status.do.standIn'));
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        const auto = main.getByRole('switch', { name: t('status.auto') });
        await auto.focus();
        try {
          state.services = () => [...real(), down];
          const again = page.waitForRequest(asks('systemStatus'));
          await page.clock.runFor(30_000);
          expect((await again).headers()['wattle-unattended']).toBe('yes');
          await expect(mail).toContainText(t('status.do.mailAway'));
          await expect(mail).toContainText('20/11/26');
          await expect(mail).toContainText(t('status.runbook', { section: 'The mail server is away' }));
          await expect(auto).toBeFocused();
          await expect(page.getByRole('status').filter({ hasText: t('status.part.mail') })).toHaveCount(1);
          await isInOrder(page);
          await page.route('**/api/graphql', (route) => route.abort());
          await page.clock.runFor(30_000);
          await expect(main.locator('.notice')).toBeVisible();
          await expect(mail).toContainText(t('status.do.mailAway'));
          await expect(auto).toBeFocused();
        } finally {
          state.services = real;
        }
      },
    );
  });
}
