import { describe, expect, it, vi } from 'vitest';
import { CombinedError } from 'urql';
import { apiError } from './errors.ts';
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
