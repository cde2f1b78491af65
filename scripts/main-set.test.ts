import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../vitest.config.ts';
import { bothWidths, main, mainOnce, phone } from '../e2e/tags.ts';
import { mainPlaywright, mainVitest, whichRan } from './main-set.mjs';

/** Whether a browser test is in the main set. Playwright looks into project, file, title and tags. */
function isIn(project: string, title: string): boolean {
  const [, grep = '', , grepInvert = ''] = mainPlaywright;
  const where = ` ${project} shell/menus.spec.ts ${title}`;
  return new RegExp(grep).test(where) && !new RegExp(grepInvert).test(where);
}

describe('the main set of tests', () => {
  it('has browser tests with its tag, those of both widths at that of a telephone, and one of two languages', () => {
    expect(isIn('desktop', `opens ${main}`)).toBe(true);
    expect(isIn('desktop', 'opens')).toBe(false);
    expect(isIn('mobile', `opens ${phone} ${main}`)).toBe(true);
    expect(isIn('mobile', `opens on desktop ${bothWidths} ${main}`)).toBe(true);
    expect(isIn('desktop', `opens ${bothWidths} ${main}`)).toBe(false);
    expect([mainOnce('en'), mainOnce('zh')]).toEqual(['', main]);
  });

  it('has each project of Vitest but the long one', () => {
    const names = (config.test?.projects ?? []).map(
      (project) => (project as { test: { name: string } }).test.name,
    );
    const wanted = mainVitest.filter((argument) => argument !== '--project');
    expect(wanted).toEqual(names.filter((name) => name !== 'long'));
  });

  it('says at its end what ran, and what runs the rest, which the pipeline does', () => {
    expect(whichRan(false)).toContain('npm run test:all');
    const root = join(import.meta.dirname, '..');
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^npm run test:all$/m);
  });
});
