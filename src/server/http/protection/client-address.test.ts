import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { networkOf } from '../../pipeline/limits/limit.ts';
import { readableForwarded } from './client-address.ts';

const token = 'x'.repeat(64);
const stranger = '203.0.113.9';

/** Servers with different trusted proxies, on one database. The tests call from 127.0.0.1, or from an address given. */
const trusted = {
  nothing: 'none',
  'one address': '127.0.0.1',
  'a name': 'loopback',
  'two addresses': '127.0.0.1,10.9.8.7',
  'networks of both kinds': '127.0.0.0/8, 10.9.0.0/16, fd00:1::/64',
  'an IPv6 address': '::1, fd00:1::5',
} as const;
type Trusted = keyof typeof trusted;
const apps = {} as Record<Trusted, TestApp>;

beforeAll(async () => {
  let first: TestApp | undefined;
  for (const [name, value] of Object.entries(trusted)) {
    const app = await startApp({ env: { TRUST_PROXY: value }, ...(first && { beside: first }) });
    apps[name as Trusted] = app;
    first ??= app;
  }
}, 60_000);
beforeEach(() => apps.nothing.services.db.deleteFrom('attempts').execute());
afterAll(async () => {
  for (const app of Object.values(apps).toReversed()) await app.close();
});

/** Checks that the throttle of tokens counted one attempt, for this network. */
async function expectCounted(app: TestApp, address: string): Promise<void> {
  const counted = await app.services.db.selectFrom('attempts').select(['scope', 'subject_hash']).execute();
  const subject_hash = app.services.secrets.sign('attempts', `token:address\n${networkOf(address)}`);
  expect(counted).toEqual([{ scope: 'token:address', subject_hash }]);
}

describe('the network address that a rate limit counts', () => {
  it.each<[what: string, trusts: Trusted, forwarded: string, counted: string]>([
    ['the caller, with nothing in front', 'nothing', stranger, '127.0.0.1'],
    ['the caller of one proxy', 'one address', stranger, stranger],
    ['the caller of one proxy that is named', 'a name', stranger, stranger],
    [
      'the caller of one proxy, whatever they wrote before',
      'one address',
      `198.51.100.1, ${stranger}`,
      stranger,
    ],
    ['the caller, also when they claim to be a proxy', 'two addresses', `10.9.8.7, ${stranger}`, stranger],
    ['the caller of two proxies', 'two addresses', `198.51.100.1, ${stranger}, 10.9.8.7`, stranger],
    ['the caller of two proxies in networks', 'networks of both kinds', `${stranger},10.9.1.2`, stranger],
    ['an unknown proxy itself', 'one address', `${stranger}, 10.9.8.7`, '10.9.8.7'],
    ['a caller with IPv6', 'one address', '2001:db8:1:2:3::7', '2001:db8:1:2::'],
    [
      'a caller with IPv6 behind a proxy with IPv6',
      'networks of both kinds',
      '2001:db8::7, fd00:1::5',
      '2001:db8::',
    ],
    [
      'a caller whose proxy writes IPv4 in IPv6',
      'networks of both kinds',
      `${stranger}, ::ffff:10.9.8.7`,
      stranger,
    ],
    ['a caller with IPv4 in IPv6', 'one address', `::ffff:${stranger}`, stranger],
    ['a caller without the port that some proxies add', 'one address', `${stranger}:4711`, stranger],
    ['a caller with IPv6 without a port', 'one address', '[2001:db8::7]:4711', '2001:db8::'],
    ['the proxy, when it names no address', 'one address', `${stranger}, unknown`, '127.0.0.1'],
    ['the proxy, when the header is empty', 'one address', '', '127.0.0.1'],
  ])('is %s [R-01] [security 28]', async (_, trusts, forwarded, counted) => {
    const app = apps[trusts];
    const headers = { 'x-forwarded-for': forwarded };
    const { status } = await new TestClient(app.url).post('/api/auth/verify-email', { token }, headers);
    expect(status).toBe(400);
    await expectCounted(app, counted);
  });

  it.each<[peer: string, trusts: Trusted, counted: string]>([
    ['::1', 'an IPv6 address', stranger],
    ['fd00:1::5', 'networks of both kinds', stranger],
    ['::ffff:10.9.8.7', 'two addresses', stranger],
    ['::ffff:10.9.200.1', 'networks of both kinds', stranger],
    ['10.9.8.8', 'two addresses', '10.9.8.8'],
    ['::ffff:10.9.8.8', 'two addresses', '10.9.8.8'],
    ['fd00:1:0:1::5', 'networks of both kinds', 'fd00:1:0:1::'],
  ])(
    'follows the header for a caller at %s with %s trusted, or ignores it [R-01]',
    async (peer, trusts, counted) => {
      const { application, url } = apps[trusts];
      const { statusCode } = await application.app.inject({
        method: 'POST',
        url: '/api/auth/verify-email',
        remoteAddress: peer,
        headers: { origin: url, 'x-forwarded-for': stranger },
        payload: { token },
      });
      expect(statusCode).toBe(400);
      await expectCounted(apps[trusts], counted);
    },
  );

  it('differs between callers: fifty wrong tokens of one do not affect the next [R-01]', async () => {
    const app = apps['one address'];
    const statusFrom = async (address: string) =>
      (
        await new TestClient(app.url).post(
          '/api/auth/verify-email',
          { token },
          { 'x-forwarded-for': address },
        )
      ).status;
    const statuses: number[] = [];
    for (let times = 0; times < 22; times += 1)
      statuses.push(await statusFrom(`${stranger}:${5_000 + times}`));
    expect(statuses.at(-1)).toBe(429);
    expect(await statusFrom('203.0.113.10')).toBe(400);
  });
});

it.each([
  ['203.0.113.9, 10.0.0.1', '203.0.113.9, 10.0.0.1'],
  ['203.0.113.9, evil, 10.0.0.1', '10.0.0.1'],
  ['203.0.113.9,', ''],
  ['1, 0x7f.1, 10.0.0.1', '10.0.0.1'],
  ['[::1, 10.0.0.1', '10.0.0.1'],
])('is not read from entries to the left of an invalid address: %s [R-01]', (header, read) => {
  expect(readableForwarded(header)).toBe(read);
});
