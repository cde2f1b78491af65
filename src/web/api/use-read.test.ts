import { CombinedError } from 'urql';
import { describe, expect, it } from 'vitest';
import { mapRead, readState } from './use-read.ts';

const offline = new CombinedError({ networkError: new Error('offline') });
const settled = { fetching: false, stale: false };
const data = { sessions: [] };

describe('a read', () => {
  it('is loading until the first response, and never if it does not ask', () => {
    expect(readState({ fetching: true, stale: false }, false)).toEqual({
      data: undefined,
      loading: true,
      refreshing: false,
      failed: undefined,
    });
    // Between the request and the first state of the client there is neither.
    expect(readState(settled, false).loading).toBe(true);
    expect(readState(settled, true).loading).toBe(false);
  });

  it('has failed if the response is an error, and is not loading then [R-36]', () => {
    const read = readState({ ...settled, error: offline }, false);
    expect(read).toMatchObject({ data: undefined, loading: false, failed: { code: 'unavailable' } });
  });

  it('is loading again during a retry [R-36]', () => {
    const read = readState({ error: offline, fetching: true, stale: false }, false);
    expect(read).toMatchObject({ loading: true, failed: undefined });
  });

  it('keeps its data while a newer response is awaited', () => {
    expect(readState({ data, fetching: false, stale: true }, false)).toEqual({
      data,
      loading: false,
      refreshing: true,
      failed: undefined,
    });
    expect(readState({ data, ...settled }, false)).toMatchObject({ data, refreshing: false });
  });

  it('has failed if the server refused it with no data [R-36]', () => {
    const refused = new CombinedError({
      graphQLErrors: [{ message: 'x', extensions: { code: 'forbidden' } }],
    });
    const read = readState({ data: null, error: refused, ...settled }, false);
    expect(read).toMatchObject({ data: undefined, loading: false, failed: { code: 'forbidden' } });
  });
});

it('returns a part of its data, and nothing before the data arrived', () => {
  const retry = () => undefined;
  const state = readState<{ a: number | null }>({ data: { a: null }, ...settled }, false);
  expect(mapRead({ ...state, retry }, ({ a }) => a)).toEqual({ ...state, data: null, retry });
  expect(mapRead({ ...state, data: undefined, retry }, () => 1).data).toBeUndefined();
});
