import type { Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { pageRules } from '../../src/domain/menu/pages.ts';
import { errorSummary } from '../error-summary.ts';
import { answers } from '../every-page/answers.ts';
import { bothLanguages } from '../tags.ts';
import { expect, test } from '../wattle.ts';
import { languages } from '../words.ts';
import { areas } from './areas.ts';
import { begin, faultsInViews } from './measured.ts';
import type { Scene } from './scene.ts';
import { makeReader, type Member, type Reader } from './states.ts';
import { narrowViews, views } from './views.ts';

const modes = { empty: 'pass', typical: 'pass', full: 'pass', failing: 'fault', slow: 'hold' } as const;

/** The topmost open dialog. */
const openDialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last();

/** Waits until a page shows its state: everything was loaded, or failed, or is loading. */
async function isShown(page: Page, t: Translate, { reader, state, opens }: Scene): Promise<void> {
  const main = page.getByRole('main');
  const title = main.getByRole('heading', { level: 1 });
  const loading = main.getByRole('status').filter({ hasText: t('common.loading') });
  await expect(state === 'slow' ? title.or(loading).first() : title).toBeVisible();
  if (state !== 'slow') await expect(loading).toHaveCount(0);
  if (reader === 'visitor' && state === 'failing') {
    await main.locator('button[type=submit]').click();
    await expect(errorSummary(page)).toBeVisible();
  }
  await opens?.open({ page, t });
  if (opens) await expect(openDialog(page)).toBeVisible();
  if (opens?.send) await sendEmpty(page, t(opens.send));
  await page.evaluate('document.fonts.ready.then(() => 0)');
}

/** Sends the form of the open dialog without entries, and waits for its errors. */
async function sendEmpty(page: Page, label: string): Promise<void> {
  const dialog = openDialog(page);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible();
}

test('the pages of the person are every page of the product for customers and visitors', () => {
  const opened = Object.values(areas).flatMap((scenes) =>
    scenes.map(({ address }) => address.split(/[?#]/)[0]!),
  );
  const matches = (path: string) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`);
  const missing = pageRules.filter(
    ([path, { texts, for: audience }]) =>
      texts &&
      (typeof audience === 'string' || audience.includes('user')) &&
      !opened.some((address) => matches(path).test(address)),
  );
  expect(missing.map(([path]) => path)).toEqual([]);
});

for (const language of languages)
  test.describe(`pages of the person, in ${language}`, { tag: bothLanguages }, () => {
    test.use({ language, viewport: { width: 1440, height: 900 } });

    for (const [area, scenes] of Object.entries(areas))
      test(`${area}: each state has its frame, fits at each width, can be read and touched in both themes, and leaves no letter alone on a line`, async ({
        page,
        context,
        t,
        app,
        newCustomer,
        enter,
      }) => {
        test.setTimeout(240_000);
        const members = new Map<Reader, Member & { cookies: Awaited<ReturnType<typeof context.cookies>> }>();
        const comeIn = async (reader: Reader): Promise<Member | undefined> => {
          await context.clearCookies();
          if (reader === 'visitor') return undefined;
          const known = members.get(reader);
          if (known) {
            await context.addCookies(known.cookies);
            return known;
          }
          const member = await makeReader(app, newCustomer, reader, language);
          await enter(member.who);
          members.set(reader, { ...member, cookies: await context.cookies() });
          return member;
        };

        const answer = await answers(page);
        const found: string[] = [];
        for (const [number, scene] of scenes.entries()) {
          const where = `${scene.opens?.name ?? scene.address}, ${scene.state}`;
          await test.step(where, async () => {
            answer('pass');
            await page.goto('about:blank');
            const member = await comeIn(scene.reader);
            // A form that is sent empty is refused by the page itself.
            answer(scene.opens ? 'pass' : modes[scene.state]);
            const shown = {
              ...{ area, number, views: scene.narrow ? narrowViews : views },
              caption: { address: scene.opens?.name ?? scene.address, state: scene.state },
            };
            await begin(page, shown);
            await page.goto(scene.address.replace('{contact}', member?.contact ?? ''));
            await isShown(page, t, scene);
            found.push(...(await faultsInViews(page, language, shown)));
            if (scene.opens) await expect(openDialog(page)).toBeVisible();
          });
        }
        expect(found).toEqual([]);
      });
  });
