import { expect, it } from 'vitest';
import playwright from '../playwright.config.ts';
import { read } from './documents.ts';

it('browser tests run in a UTF-8 locale, whatever locale the machine has [S-91]', () => {
  expect(playwright.use?.launchOptions?.env).toMatchObject({ LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] });
});

it('the pre-merge check runs with only PATH and an empty home folder [S-91]', () => {
  const script = read('.ci/run');
  expect(script.indexOf('env -i PATH="$PATH" HOME="$home"')).toBeGreaterThan(0);
  expect(script.indexOf('env -i')).toBeLessThan(script.indexOf('npm ci'));
});
