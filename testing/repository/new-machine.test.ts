import { expect, it, vi } from 'vitest';
import playwright from '../../playwright.config.ts';
import { environment, root } from '../../scripts/prepare.mjs';
import { read } from './documents.ts';

it('browser tests run in a UTF-8 locale, whatever locale the machine has [S-91]', () => {
  expect(playwright.use?.launchOptions?.env).toMatchObject({ LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] });
});

it('the pre-merge check runs with only PATH and an empty home folder [S-91]', () => {
  const script = read('.ci/run');
  expect(script.indexOf('env -i PATH="$PATH" HOME="$home"')).toBeGreaterThan(0);
  expect(script.indexOf('env -i')).toBeLessThan(script.indexOf('npm ci'));
});

it('packages are installed with the settings of the machine, also when npm is started with --prefix [S-91]', () => {
  for (const [prefix, kept] of [
    [root, undefined],
    ['/usr', '/usr/etc/npmrc'],
  ] as const) {
    vi.stubEnv('npm_config_prefix', prefix);
    vi.stubEnv('npm_config_globalconfig', `${prefix}/etc/npmrc`);
    expect(environment()).toMatchObject({ PATH: expect.any(String) });
    expect((environment() as NodeJS.ProcessEnv)['npm_config_globalconfig']).toBe(kept);
    vi.unstubAllEnvs();
  }
});
