import { afterEach, describe, expect, it, vi } from 'vitest';
import { CombinedError } from 'urql';
import { apiError } from './errors.ts';
import { postJson } from './rest.ts';
import { noteSession, onSessionLost, sessionLost } from './session-lost.ts';

const graphQLError = (extensions: Record<string, unknown>) => ({ message: 'x', extensions });

describe('errors of GraphQL calls', () => {
  it('carry the code, the fields to mend and the details', () => {
    const fields = [{ field: 'dob', message: 'field.birthDate.future' }];
    const error = apiError(
      new CombinedError({
        graphQLErrors: [graphQLError({ code: 'conflict', fields, details: { version: 3 } })],
      }),
    );
    expect(error).toMatchObject({ code: 'conflict', fields, details: { version: 3 } });
  });

  it('are general when the server gives no code, and unavailable when no answer comes', () => {
    expect(apiError(new CombinedError({ graphQLErrors: [graphQLError({})] }))?.code).toBe('general_error');
    expect(apiError(new CombinedError({ networkError: new Error('offline') }))?.code).toBe('unavailable');
    expect(apiError(undefined)).toBeUndefined();
  });
});

describe('answers of REST calls', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answer = (body: unknown, status: number, headers: HeadersInit = {}) =>
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(body), { status, headers })));

  it('give the body when it worked', async () => {
    answer({ ok: true, user: { id: 'u' } }, 200);
    expect(await postJson('/api/x', {})).toEqual({ ok: true, body: { ok: true, user: { id: 'u' } } });
  });

  it('give the error of a refusal with status 200 [ERR-12]', async () => {
    answer({ ok: false, error: 'requiredEmailConfirmation' }, 200);
    expect(await postJson('/api/x', {})).toMatchObject({
      ok: false,
      error: { code: 'requiredEmailConfirmation' },
    });
  });

  it('give the fields to mend', async () => {
    const fields = [{ field: 'email', message: 'field.email.invalid' }];
    answer({ ok: false, error: 'invalid', fields }, 400);
    expect(await postJson('/api/x', {})).toMatchObject({ ok: false, error: { code: 'invalid', fields } });
  });

  it('tell by the status when there is no JSON [ERR-14]', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>', { status: 401 })));
    expect(await postJson('/api/x', {})).toMatchObject({ ok: false, error: { code: 'unauthenticated' } });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 500 })));
    expect(await postJson('/api/x', {})).toMatchObject({ ok: false, error: { code: 'general_error' } });
  });

  it('say how long to wait', async () => {
    answer({ ok: false, error: 'rate-limited' }, 429, { 'retry-after': '40' });
    expect(await postJson('/api/x', {})).toMatchObject({
      ok: false,
      error: { code: 'rate-limited', retryAfter: 40 },
    });
  });

  it('never throw: no connection is unavailable', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    expect(await postJson('/api/x', {})).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  });
});

describe('a lost session', () => {
  it('is told once to everyone who listens, and only when there was one', () => {
    const heard = vi.fn();
    const stop = onSessionLost(heard);
    sessionLost();
    expect(heard).toHaveBeenCalledTimes(0);
    noteSession('margaret');
    sessionLost();
    sessionLost();
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
    noteSession('margaret');
    sessionLost();
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
