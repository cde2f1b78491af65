import { afterEach, describe, expect, it } from 'vitest';
import { fullAnswers, person } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';

let app: TestApp;
afterEach(() => app.close());

const started = async (requestsPerMinute?: number) =>
  (app = await startApp({
    env: { TRUST_PROXY: 'loopback' },
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  }));

const from = (address: string) => ({ 'x-forwarded-for': address });
const here = from('203.0.113.1');
const elsewhere = from('203.0.113.2');

const ask = async (path: string, headers: Record<string, string>) =>
  (await fetch(app.url + path, { headers })).status;

async function asked(times: number, path: string, headers: Record<string, string>): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push(await ask(path, headers));
  return statuses;
}

const postPin = (shareId: string, pin: string, headers: Record<string, string>) =>
  fetch(`${app.url}/acp-login/${shareId}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ pin }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

describe('a flood from one network', () => {
  it('at the API blocks neither the emergency page nor a health check [R-04] [security 27]', async () => {
    await started(3);
    const calls = await asked(30, '/api/acp/plan.pdf', here);
    expect(calls.slice(0, 3)).not.toContain(429);
    expect(new Set(calls.slice(3))).toEqual(new Set([429]));
    expect(await asked(10, '/acp-login/some-card', here)).toEqual(Array<number>(10).fill(200));
    expect(await asked(40, '/readyz', here)).toEqual(Array<number>(40).fill(200));
    expect(await asked(40, '/healthz', here)).toEqual(Array<number>(40).fill(200));
    expect(await ask('/api/acp/plan.pdf', elsewhere)).not.toBe(429);
  });

  it('at the emergency page is limited at five times the rate, with a page that shows it, separately [R-04] [security 27]', async () => {
    await started(3);
    expect(await asked(15, '/acp-login/some-card', here)).toEqual(Array<number>(15).fill(200));
    const refused = await fetch(`${app.url}/acp-login/other-card`, { headers: here });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('content-type')).toContain('text/html');
    expect(await refused.text()).toContain('<form');
    expect(await ask('/acp-login/some-card', elsewhere)).toBe(200);
    expect(await ask('/api/acp/plan.pdf', here)).not.toBe(429);
    expect(await ask('/readyz', here)).toBe(200);
  });

  it('of session checks is limited at ten times the rate, separately [R-04] [R-53]', async () => {
    await started(3);
    const refused = Array<number>(30).fill(401);
    expect(await asked(30, '/api/auth/session', here)).toEqual(refused);
    expect(await ask('/api/auth/session', here)).toBe(429);
    expect(await ask('/api/auth/session', elsewhere)).toBe(401);
    expect(await ask('/api/acp/plan.pdf', here)).not.toBe(429);
  });

  it('at the API is answered with the time to wait, in seconds', async () => {
    await started(1);
    await ask('/api/acp/plan.pdf', here);
    const refused = await fetch(`${app.url}/api/acp/plan.pdf`, { headers: here });
    expect(await refused.json()).toMatchObject({
      ok: false,
      error: 'rate-limited',
      details: { retryAfter: 60 },
    });
  });

  it("of the payment company's webhooks is limited at twenty times the rate, separately [R-04]", async () => {
    await started(3);
    const headers = { ...here, 'content-type': 'application/json' };
    const webhook = async () =>
      (await fetch(`${app.url}/api/stripe/webhook`, { method: 'POST', headers, body: '{}' })).status;
    for (let time = 0; time < 60; time += 1) expect(await webhook()).not.toBe(429);
    expect(await webhook()).toBe(429);
    expect(await ask('/api/acp/plan.pdf', here)).not.toBe(429);
  });

  it.each([
    ['without a body or a type', {}],
    ['of plain text', { headers: { 'content-type': 'text/plain' }, body: 'x' }],
    [
      'from another site',
      { headers: { 'content-type': 'application/json', origin: 'https://other.example' }, body: '{}' },
    ],
  ])(
    'of webhooks %s is counted too: above the limit the answer is 429 [S-24]',
    async (_, { headers, ...more }: RequestInit) => {
      await started(1);
      const webhook = async () =>
        (
          await fetch(`${app.url}/api/stripe/webhook`, {
            method: 'POST',
            headers: { ...here, ...(headers as object) },
            ...more,
          })
        ).status;
      for (let time = 0; time < 20; time += 1) expect([400, 403, 415]).toContain(await webhook());
      expect(await webhook()).toBe(429);
    },
  );

  it('at the API does not block session checks of pages [R-04] [R-53]', async () => {
    await started(3);
    await asked(10, '/api/acp/plan.pdf', here);
    expect(await ask('/api/acp/plan.pdf', here)).toBe(429);
    expect(await ask('/api/auth/session', here)).toBe(401);
  });

  it('is counted for all addresses of one IPv6 network, however the path is spelled [R-04]', async () => {
    await started(3);
    for (let time = 0; time < 15; time += 1)
      expect(await ask('/acp%2Dlogin/card', from(`2001:db8:1:1::${time}`))).toBe(200);
    expect(await ask('/acp-login/card', from('2001:db8:1:1:ffff::1'))).toBe(429);
    expect(await ask('/acp-login/card', from('2001:db8:1:2::1'))).toBe(200);
  });

  it('of guesses at PINs does not delay a right PIN from elsewhere [R-04]', async () => {
    await started();
    const owner = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    let answered = 0;
    const flood = Array.from({ length: 115 }, async (_, index) => {
      await postPin(`made-up-${index}`, '123456', here);
      answered += 1;
    });
    // The flood must arrive at the server before the right PIN.
    await expect.poll(() => answered, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
    const right = await postPin(owner.shareId, owner.pin, elsewhere);
    expect(right.status).toBe(303);
    expect(answered).toBeLessThan(100);
    await Promise.all(flood);
  });
});
