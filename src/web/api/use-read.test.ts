import { CombinedError } from 'urql';
import { describe, expect, it } from 'vitest';
import { mapRead, readState } from './use-read.ts';

const offline = new CombinedError({ networkError: new Error('offline') });
const settled = { fetching: false, stale: false };
const data = { sessions: [] };

describe('what is read', () => {
  it('is loading until the first answer, and never when it does not ask', () => {
    expect(readState({ fetching: true, stale: false }, false)).toEqual({
      data: undefined,
      loading: true,
      refreshing: false,
      failed: undefined,
    });
    // Between asking and the first word of the client there is neither.
    expect(readState(settled, false).loading).toBe(true);
    expect(readState(settled, true).loading).toBe(false);
  });

  it('has failed when the answer is an error, and is not loading then [R-36]', () => {
    const read = readState({ ...settled, error: offline }, false);
    expect(read).toMatchObject({ data: undefined, loading: false, failed: { code: 'unavailable' } });
  });

  it('is loading again while it is tried again [R-36]', () => {
    const read = readState({ error: offline, fetching: true, stale: false }, false);
    expect(read).toMatchObject({ loading: true, failed: undefined });
  });

  it('stays while a newer answer is awaited', () => {
    expect(readState({ data, fetching: false, stale: true }, false)).toEqual({
      data,
      loading: false,
      refreshing: true,
      failed: undefined,
    });
    expect(readState({ data, ...settled }, false)).toMatchObject({ data, refreshing: false });
  });

  it('counts as read when the answer is null', () => {
    expect(readState({ data: null, ...settled }, false)).toMatchObject({ data: null, loading: false });
  });
});

it('gives a part of what is read, and nothing before', () => {
  const retry = () => undefined;
  const state = readState<{ a: number | null }>({ data: { a: null }, ...settled }, false);
  expect(mapRead({ ...state, retry }, ({ a }) => a)).toEqual({ ...state, data: null, retry });
  expect(mapRead({ ...state, data: undefined, retry }, () => 1).data).toBeUndefined();
});
