import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './return-path.ts';

describe('the path to go to after signing in', () => {
  it.each(['/my-acp', '/questionnaire/step4?from=edit', '/care-plan#cpr', '/provider/customers/42'])(
    'goes to %s [SIGNIN-02]',
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );

  it.each([undefined, null, '', 7])('goes to the dashboard without a path: %s [SIGNIN-03]', (nothing) => {
    expect(safeReturnPath(nothing)).toBe('/dashboard');
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/a\\..\\..//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
  ])('never leaves this site: %j [SIGNIN-02]', (path) => {
    expect(safeReturnPath(path)).toBe('/dashboard');
  });

  it.each([
    '/login',
    '/login?returnPath=/login',
    '/signup',
    '/reset-password?token=x',
    '/api/graphql',
    '/dev/outbox',
    '/x/../login',
  ])('never leads to a redirect loop or outside the pages: %s', (path) => {
    expect(safeReturnPath(path)).toBe('/dashboard');
  });
});
