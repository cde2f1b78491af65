import { afterEach, describe, expect, it, vi } from 'vitest';
import { call, callRest } from './call.ts';
import { graphql } from './graphql.ts';
import { answerWithinMs } from './fetch/timed-fetch.ts';

const Sessions = graphql(`
  query sessionsOfTest {
    sessions {
      id
    }
  }
`);

const EndSession = graphql(`
  mutation endSessionOfTest($id: ID!, $password: String!) {
    endSession(id: $id, password: $password)
  }
`);

type Sent = { url: string; init: RequestInit };

/** Returns a server that gives every request the same response, and records the requests. */
function answer(body: unknown, { status = 200, headers = {} }: { status?: number; headers?: object } = {}) {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve(
      new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } }),
    );
  });
  return sent;
}

const offline = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));

/** A server that never answers. */
const silent = () =>
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );

/** A server that begins a response and never completes it. */
const halfSilent = () =>
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }));
  });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function afterLimit(asking: Promise<unknown>): Promise<unknown> {
  const failed = asking.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(answerWithinMs + 1);
  return failed;
}

describe('a GraphQL call', () => {
  it('returns the data of a query, which is sent each time [R-36]', async () => {
    const sent = answer({ data: { sessions: [{ id: 's1', __typename: 'Session' }] } });
    expect(await call(Sessions, {})).toMatchObject({ sessions: [{ id: 's1' }] });
    await call(Sessions, {});
    expect(sent).toHaveLength(2);
  });

  it('may return data that was read before', async () => {
    const sent = answer({ data: { sessions: [] } });
    await call(Sessions, {}, { cached: true });
    await call(Sessions, {}, { cached: true });
    expect(sent.length).toBeLessThan(2);
  });

  it('sends a header when the request does not come from the user, and not otherwise [D-13]', async () => {
    const sent = answer({ data: { sessions: [] } });
    await call(Sessions, {}, { unattended: true });
    await call(Sessions, {});
    const said = sent.map(({ init }) => new Headers(init.headers).get('wattle-unattended'));
    expect(said).toEqual(['yes', null]);
  });

  it('throws the refusal with its code, fields, details and the time to wait [R-36]', async () => {
    const fields = [{ field: 'password', message: 'error.password.wrong' }];
    answer({
      data: null,
      errors: [
        { message: 'x', extensions: { code: 'rate-limited', fields, details: { retryAfter: 40, n: 1 } } },
      ],
    });
    await expect(call(EndSession, { id: 'i', password: 'p' })).rejects.toMatchObject({
      name: 'ApiError',
      code: 'rate-limited',
      fields,
      details: { retryAfter: 40, n: 1 },
      retryAfter: 40,
    });
  });

  it('throws a general error for an answer without data', async () => {
    answer({ data: null });
    await expect(call(EndSession, { id: 'i', password: 'p' })).rejects.toMatchObject({
      code: 'general_error',
    });
  });

  it('throws unavailable without a connection, or for a response of another kind [R-36]', async () => {
    offline();
    await expect(call(EndSession, { id: 'i', password: 'p' })).rejects.toMatchObject({ code: 'unavailable' });
    answer('<html>', { status: 502, headers: { 'content-type': 'text/html' } });
    await expect(call(EndSession, { id: 'i', password: 'p' })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each([
    ['no answer', silent],
    ['half an answer', halfSilent],
  ])('throws unavailable after thirty seconds with %s [R-36]', async (_, server) => {
    vi.useFakeTimers();
    server();
    expect(await afterLimit(call(EndSession, { id: 'i', password: 'p' }))).toMatchObject({
      code: 'unavailable',
    });
  });
});

describe('a REST call', () => {
  it('returns the body of a successful response', async () => {
    const sent = answer({ ok: true, user: { id: 'u' } });
    expect(await callRest('/api/x', { a: 1 })).toEqual({ ok: true, user: { id: 'u' } });
    expect(sent[0]).toMatchObject({ url: '/api/x', init: { method: 'POST', body: '{"a":1}' } });
  });

  it('throws the refusal of an answer with status 200 [ERR-12]', async () => {
    answer({ ok: false, error: 'requiredEmailConfirmation' });
    await expect(callRest('/api/x', {})).rejects.toMatchObject({ code: 'requiredEmailConfirmation' });
  });

  it('throws the fields to correct', async () => {
    const fields = [{ field: 'email', message: 'field.email.invalid' }];
    answer({ ok: false, error: 'invalid', fields }, { status: 400 });
    await expect(callRest('/api/x', {})).rejects.toMatchObject({ name: 'ApiError', code: 'invalid', fields });
  });

  it('uses the status if there is no JSON [ERR-14]', async () => {
    answer('<html>', { status: 401 });
    await expect(callRest('/api/x', {})).rejects.toMatchObject({ code: 'unauthenticated' });
    answer('', { status: 500 });
    await expect(callRest('/api/x', {})).rejects.toMatchObject({ code: 'general_error' });
  });

  it('returns the time to wait, from the body or from the header', async () => {
    answer({ ok: false, error: 'rate-limited' }, { status: 429, headers: { 'retry-after': '40' } });
    await expect(callRest('/api/x', {})).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 40 });
    answer({ ok: false, error: 'rate-limited', details: { retryAfter: 30 } }, { status: 429 });
    await expect(callRest('/api/x', {})).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 30 });
  });

  it('throws unavailable without a connection, and after thirty seconds without a response [R-36]', async () => {
    offline();
    await expect(callRest('/api/x', {})).rejects.toMatchObject({ name: 'ApiError', code: 'unavailable' });
    vi.useFakeTimers();
    silent();
    expect(await afterLimit(callRest('/api/x', {}))).toMatchObject({ code: 'unavailable' });
  });
});
