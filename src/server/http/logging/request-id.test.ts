import { expect, it } from 'vitest';
import { startApp } from '../../../../testing/start-app.ts';
import { requestIdOf } from './request-id.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

it("each answer contains its request's id: the proxy's, or one that no process uses twice [R-18]", async () => {
  const app = await startApp();
  const nameOf = async (path: string, given?: string) => {
    const response = await fetch(app.url + path, {
      headers: given === undefined ? {} : { 'x-request-id': given },
    });
    return response.headers.get('x-request-id');
  };
  const own = await Promise.all(
    ['/healthz', '/', '/api/none', '/acp-login/none'].map((path) => nameOf(path)),
  );
  for (const name of own) expect(name).toMatch(uuid);
  expect(new Set(own).size).toBe(own.length);
  expect(await nameOf('/healthz', '7F000001:C350_0A00.0001')).toBe('7F000001:C350_0A00.0001');
  await app.close();
});

it.each([
  'short',
  'x'.repeat(65),
  'with spaces in it',
  'line\nbreak-and-more',
  '{"level":50,"msg":"x"}',
  'ünicode-name',
])('an outside id that could be misread in a log is not accepted: %j [R-18]', (given) => {
  expect(requestIdOf({ headers: { 'x-request-id': given } })).toMatch(uuid);
});
