import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { putBytes } from './put-bytes.ts';
import { onSessionLeft } from '../session/session-left.ts';
import { noteSession, onSessionLost } from '../session/session-lost.ts';

/** Replacement of the browser's XMLHttpRequest, controlled by the test. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  address = '';
  status = 0;
  responseText = '';
  answered = new Headers();
  isSent = false;

  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(method: string, path: string) {
    this.address = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  getResponseHeader(name: string) {
    return this.answered.get(name);
  }
  send() {
    this.isSent = true;
  }
  abort() {
    this.dispatchEvent(new Event('abort'));
  }
  move(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
  }
  answer(status: number, body = '', headers: Record<string, string> = {}) {
    Object.assign(this, { status, responseText: body, answered: new Headers(headers) });
    this.dispatchEvent(new Event('load'));
  }
}

const begin = (signal = new AbortController().signal) => {
  const sent: number[] = [];
  const done = putBytes('/api/files/7/parts/2', new Blob(['abcd']), { onSent: (n) => sent.push(n), signal });
  return { done, sent, request: FakeRequest.last };
};

describe('sending bytes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    noteSession('margaret');
  });
  afterEach(() => {
    noteSession(null);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('reports the bytes sent, and the person whose page it is', async () => {
    const { done, sent, request } = begin();
    expect(request.address).toBe('PUT /api/files/7/parts/2');
    expect(request.headers.get('content-type')).toBe('application/octet-stream');
    expect(request.headers.get('wattle-person')).toBe('margaret');
    request.move(1);
    request.move(4);
    request.answer(204);
    await done;
    expect(sent).toEqual([1, 4]);
  });

  it('passes on the refusal of the server, in its own words', async () => {
    const { done, request } = begin();
    request.answer(503, JSON.stringify({ error: 'unavailable', fields: [{ field: 'file', message: 'x' }] }));
    await expect(done).rejects.toMatchObject({
      code: 'unavailable',
      unanswered: false,
      fields: [{ message: 'x' }],
    });
    const other = begin();
    other.request.answer(429, 'too many', { 'retry-after': '7' });
    await expect(other.done).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 7 });
  });

  it('is unanswered if the connection is lost, if it is stopped, and if no bytes move for 30 seconds', async () => {
    const lost = begin();
    lost.request.dispatchEvent(new Event('error'));
    await expect(lost.done).rejects.toMatchObject({ unanswered: true });

    const stop = new AbortController();
    const stopped = begin(stop.signal);
    stop.abort();
    await expect(stopped.done).rejects.toMatchObject({ unanswered: true });

    const quiet = begin();
    vi.advanceTimersByTime(29_000);
    quiet.request.move(1);
    vi.advanceTimersByTime(29_000);
    quiet.request.move(2);
    vi.advanceTimersByTime(30_000);
    await expect(quiet.done).rejects.toMatchObject({ unanswered: true });
  });

  it('sends nothing if it was stopped before', async () => {
    const { done, request } = begin(AbortSignal.abort());
    await expect(done).rejects.toMatchObject({ unanswered: true });
    expect(request.isSent).toBe(false);
  });

  it('notes the remaining time of the session, and its end', async () => {
    const left = vi.fn();
    const over = vi.fn();
    const stops = [onSessionLeft(left), onSessionLost(over)];
    left.mockClear();
    const one = begin();
    one.request.answer(204, '', { 'wattle-session-left': '600 3600' });
    await one.done;
    expect(left).toHaveBeenCalledWith({ idle: 600_000, absolute: 3_600_000 });
    const other = begin();
    other.request.answer(401, '{}');
    await expect(other.done).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(over).toHaveBeenCalledTimes(1);
    for (const end of stops) end();
  });
});
