import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../../vitest.config.ts';
import { bothWidths, eachWidthOnce, main, mainOnce, onTelephone, phone } from '../../e2e/tags.ts';
import browserTests from '../../playwright.main.config.ts';
import { mainPlaywright, mainVitest, whichRan } from './main-set.mjs';

/** Whether a browser test is in the main set, and if so on which screen. */
function screenOf(title: string): 'desktop' | 'mobile' | undefined {
  const [project] = browserTests.projects ?? [];
  if (!project || !(browserTests.grep as RegExp).test(title)) return undefined;
  const tags = title.match(/@[\w-]+/g) ?? [];
  return onTelephone({ project: { name: project.name ?? '' }, tags }) ? 'mobile' : 'desktop';
}

describe('the main set of tests', () => {
  it('has browser tests with its tag, at telephone width if they run at both widths, and in one of two languages', () => {
    expect(screenOf(`opens ${main}`)).toBe('desktop');
    expect(screenOf('opens')).toBeUndefined();
    expect(screenOf(`opens ${phone} ${main}`)).toBe('mobile');
    expect(screenOf(`opens on desktop ${bothWidths} ${main}`)).toBe('mobile');
    expect(screenOf(`opens in zh ${eachWidthOnce('zh')} ${main}`)).toBe('mobile');
    expect(screenOf(`opens in en ${mainOnce('en')}`)).toBeUndefined();
    expect(browserTests.projects).toHaveLength(1);
    expect(mainPlaywright).toContain('playwright.main.config.ts');
    expect([mainOnce('en'), mainOnce('zh')]).toEqual(['@in-chinese', main]);
  });

  it('has every project of Vitest except the long one', () => {
    const names = (config.test?.projects ?? []).map(
      (project) => (project as { test: { name: string } }).test.name,
    );
    const wanted = mainVitest.filter((argument) => argument !== '--project');
    expect(wanted).toEqual(names.filter((name) => name !== 'long'));
  });

  it('reports at its end what ran and what runs the other tests, which the pipeline does', () => {
    expect(whichRan(false)).toContain('npm run test:all');
    const root = join(import.meta.dirname, '../..');
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^npm run test:all$/m);
  });
});
