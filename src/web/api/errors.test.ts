import { describe, expect, it, vi } from 'vitest';
import { CombinedError } from 'urql';
import { apiError, restError } from './errors.ts';
import { noteSession, onSessionLost, sessionLost } from './session/session-lost.ts';

const graphQLError = (extensions: Record<string, unknown>) => ({ message: 'x', extensions });

describe('errors of GraphQL calls', () => {
  it('have the code, the fields to correct and the details', () => {
    const fields = [{ field: 'dob', message: 'field.birthDate.future' }];
    const error = apiError(
      new CombinedError({
        graphQLErrors: [graphQLError({ code: 'conflict', fields, details: { version: 3 } })],
      }),
    );
    expect(error).toMatchObject({ code: 'conflict', fields, details: { version: 3 } });
  });

  it('are equal to those of REST routes for the same refusal', () => {
    const refusal = { fields: [], details: { due: 'consent', retryAfter: 40 } };
    const graphQLErrors = [graphQLError({ code: 'forbidden', ...refusal })];
    const error = restError(new Response('', { status: 403 }), { error: 'forbidden', ...refusal });
    expect({ ...error }).toEqual({ ...apiError(new CombinedError({ graphQLErrors })) });
    expect(error).toMatchObject({ details: refusal.details, retryAfter: 40 });
  });

  it('have the reference of the request, for GraphQL and REST [R-18]', () => {
    const requestId = '3f2b9c1e-0000-4000-8000-000000000000';
    const graphQLErrors = [graphQLError({ code: 'general_error', requestId })];
    expect(apiError(new CombinedError({ graphQLErrors }))?.reference).toBe('3f2b9c1e');
    const response = new Response('', { status: 500 });
    expect(restError(response, { error: 'general_error', requestId }).reference).toBe('3f2b9c1e');
  });

  it('are general if the server returns no code, and unavailable if no response arrives', () => {
    expect(apiError(new CombinedError({ graphQLErrors: [graphQLError({})] }))?.code).toBe('general_error');
    expect(apiError(new CombinedError({ networkError: new Error('offline') }))?.code).toBe('unavailable');
    expect(apiError(undefined)).toBeUndefined();
  });

  it('say that a body was too large, also if a proxy refused it in its own words [R-62]', () => {
    const refused = (status: number) => {
      const response = new Response('<html>', { status });
      return apiError(new CombinedError({ networkError: new Error('x'), response }))?.code;
    };
    expect([refused(413), refused(502)]).toEqual(['too-large', 'unavailable']);
    expect(restError(new Response('<html>', { status: 413 }), {}).code).toBe('too-large');
  });
});

describe('a lost session', () => {
  it('is reported once to every listener, and only if there was a session', () => {
    const onError = vi.fn();
    const stop = onSessionLost(onError);
    sessionLost();
    expect(onError).toHaveBeenCalledTimes(0);
    noteSession('margaret');
    sessionLost();
    sessionLost();
    expect(onError).toHaveBeenCalledTimes(1);
    stop();
    noteSession('margaret');
    sessionLost();
    expect(onError).toHaveBeenCalledTimes(1);
  });
});
