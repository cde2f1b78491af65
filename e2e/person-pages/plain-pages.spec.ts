import { bothLanguages } from '../tags.ts';
import { expect, test } from '../wattle.ts';
import { languages } from '../words.ts';
import { begin, faultsInViews } from './measured.ts';
import { plainAreas } from './plain-scenes.ts';
import { views } from './views.ts';

for (const language of languages)
  test.describe(`pages without script, in ${language}`, { tag: bothLanguages }, () => {
    // The pages have no script; the measurements have.
    test.use({ language, bypassCSP: true, viewport: { width: 1440, height: 900 } });

    for (const [area, scenes] of Object.entries(plainAreas))
      test(`${area}: each state has its frame, fits at each width, can be read and touched in both themes, and leaves no letter alone on a line`, async ({
        page,
        context,
        t,
        app,
        newCustomer,
      }) => {
        test.setTimeout(240_000);
        const found: string[] = [];
        for (const [number, { name, state, visit }] of scenes.entries())
          await test.step(`${name}, ${state}`, async () => {
            await context.clearCookies();
            const shown = { area, number, caption: { address: name, state }, views };
            await begin(page, shown);
            await visit({ page, t, language, app, newCustomer });
            found.push(...(await faultsInViews(page, language, shown)));
          });
        expect(found).toEqual([]);
      });
  });
