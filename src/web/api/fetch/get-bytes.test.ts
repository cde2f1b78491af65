import { afterEach, describe, expect, it, vi } from 'vitest';
import { getBytes } from './get-bytes.ts';

/** Returns a response whose body arrives in pieces. */
function answerIn(pieces: readonly string[], headers: Record<string, string> = {}, fails = false) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (fails) controller.error(new TypeError('cut'));
      else controller.close();
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers })));
}

const signal = new AbortController().signal;

describe('fetching a file', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('reports the percent while it loads, and returns the complete file [FILE-02, FILE-06]', async () => {
    answerIn(['ab', 'cdefgh', 'ij'], { 'content-length': '10', 'content-type': 'application/pdf' });
    const percents: number[] = [];
    const file = await getBytes('/api/file-download/x', {
      onPercent: (percent) => percents.push(percent),
      signal,
    });
    expect(percents).toEqual([20, 80, 100]);
    expect(await file.text()).toBe('abcdefghij');
    expect(file.type).toBe('application/pdf');
  });

  it('returns a complete file of unknown size, without a percent', async () => {
    answerIn(['ab', 'c']);
    const onPercent = vi.fn();
    expect(await (await getBytes('/x', { onPercent, signal })).text()).toBe('abc');
    expect(onPercent).not.toHaveBeenCalled();
  });

  it.each([
    ['is cut off', () => answerIn(['ab'], { 'content-length': '10' }, true)],
    ['ends early', () => answerIn(['ab'], { 'content-length': '10' })],
    ['is empty', () => answerIn([])],
    ['does not come', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))],
  ])('throws when it %s: half a file is never kept [FILE-06]', async (_, play) => {
    play();
    await expect(getBytes('/x', { onPercent: () => {}, signal })).rejects.toMatchObject({
      code: 'unavailable',
      unanswered: true,
    });
  });

  it('throws the refusal of the server [FILE-06]', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 404 })));
    await expect(getBytes('/x', { onPercent: () => {}, signal })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
