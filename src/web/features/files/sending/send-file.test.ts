import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import { fakeServer, fileOf, type Fate } from './fake-server.fixture.ts';
import { failureOf, SendingFailed, waitBefore } from './retry.ts';
import { sendFile, type Progress, type SendOptions } from './send-file.ts';
import type { OpenUpload } from './service.ts';

const record = (file: File) => ({
  category: 'ADDITIONAL_DOCUMENT' as const,
  document_type: 'OTHER' as const,
  file_name: file.name,
  size: file.size,
  note: '',
  idempotency_key: 'key',
});

function setUp(file: File, options: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer(options);
  const stop = new AbortController();
  const opened: OpenUpload[] = [];
  const progress: Progress[] = [];
  const send = (more: Partial<SendOptions> = {}) =>
    sendFile(server.service, {
      file: record(file),
      content: file,
      signal: stop.signal,
      onOpen: (open) => opened.push(open),
      onProgress: (each) => progress.push(each),
      ...more,
    });
  return { ...server, stop, opened, progress, send };
}

const bytes = async (file: File) => [...new Uint8Array(await file.arrayBuffer())];

/** Outcomes after which there is always a next try: never two server failures in a row, and not endless losses. */
const passing = fc
  .array(fc.constantFrom<Fate>('well', 'lost', 'answer lost', 'down'), { maxLength: 20 })
  .map((fates) => fates.flatMap((fate): Fate[] => (fate === 'down' ? ['down', 'well'] : [fate])));

describe('sending a file', () => {
  it('creates a record, sends each part once and activates the file [UPLOAD-13, GAP-61]', async () => {
    const file = fileOf('will.pdf', 10);
    const { send, calls, files, contentOf, progress } = setUp(file);
    const { fileId } = await send();
    expect(calls).toEqual(['insert will.pdf', 'part 1', 'part 2', 'part 3', 'activate']);
    expect(contentOf(fileId)).toEqual(await bytes(file));
    expect(files.get(fileId)?.active).toBe(true);
    expect(progress.at(-1)).toEqual({ kind: 'checking' });
  });

  it('sends the whole file, and creates one record, whatever requests and responses are lost [UPLOAD-13]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        passing,
        async (size, partSize, fates) => {
          const file = fileOf('will.pdf', size);
          const { send, files, contentOf } = setUp(file, { partSize, fates });
          const { fileId } = await send();
          expect(files.size).toBe(1);
          expect(contentOf(fileId)).toEqual(await bytes(file));
          expect(files.get(fileId)?.active).toBe(true);
        },
      ),
    );
  });

  it('continues after the received parts, wherever it was interrupted [UPLOAD-13]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(10),
        async (size, partSize, cutAfter) => {
          const file = fileOf('video.mp4', size);
          const { send, service, stop, opened, calls, contentOf } = setUp(file, { partSize });
          const first = { ...service };
          let parts = 0;
          service.sendPart = async (part, on) => {
            if (parts === cutAfter) {
              stop.abort();
              throw new ApiError('unavailable', { unanswered: true });
            }
            parts += 1;
            await first.sendPart(part, on);
          };
          await send().catch((failure: unknown) => expect(failure).toMatchObject({ kind: 'stopped' }));
          service.sendPart = first.sendPart;
          const sentBefore = calls.filter((call) => call.startsWith('part'));
          calls.length = 0;
          const open = opened.at(-1);
          const { fileId } = await send({ open, signal: new AbortController().signal });
          expect(contentOf(fileId)).toEqual(await bytes(file));
          // No received part is sent again.
          expect(calls.filter((call) => sentBefore.includes(call))).toEqual([]);
          expect(calls).not.toContain('insert video.mp4');
        },
      ),
    );
  });

  it('reports the progress, never below the received part, and that it waits for the connection', async () => {
    const file = fileOf('will.pdf', 12);
    const { send, progress, waits } = setUp(file, { fates: ['well', 'well', 'lost', 'lost', 'well'] });
    await send();
    expect(
      progress.map((each) => (each.kind === 'checking' ? 'checking' : `${each.kind} ${each.sent}`)),
    ).toEqual([
      ...['sending 0', 'sending 0', 'sending 2', 'sending 4', 'sending 4'],
      ...[
        'sending 4',
        'waiting 4',
        'sending 4',
        'waiting 4',
        'sending 4',
        'sending 6',
        'sending 8',
        'sending 8',
      ],
      ...['sending 8', 'sending 10', 'sending 12', 'sending 12', 'checking'],
    ]);
    expect(waits).toEqual([1000, 2000]);
  });

  it('gives up with an error within five seconds if the server cannot accept the file', async () => {
    const { send, waits } = setUp(fileOf('will.pdf', 4), { fates: ['down', 'down', 'down'] });
    await expect(send()).rejects.toMatchObject({ kind: 'server', error: { code: 'unavailable' } });
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(5000);
  });

  it('gives up immediately if the server refuses', async () => {
    const { send, calls } = setUp(fileOf('will.pdf', 4), { fates: ['well', 'well', 'refused'] });
    await expect(send()).rejects.toMatchObject({ kind: 'refused' });
    expect(calls).toEqual(['insert will.pdf', 'part 1', 'activate']);
  });

  it('stops immediately when it is stopped, also while it waits', async () => {
    const { send, service, stop, calls } = setUp(fileOf('will.pdf', 4), { fates: ['lost', 'lost'] });
    service.wait = async () => stop.abort();
    await expect(send()).rejects.toMatchObject({ kind: 'stopped' });
    expect(calls).toEqual(['insert will.pdf']);
  });

  it('does not treat an unreadable file as a lost connection', async () => {
    const gone = fileOf('will.pdf', 4);
    gone.slice = () => ({ slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) }) as never;
    const { send, waits } = setUp(gone);
    await expect(send()).rejects.toMatchObject({
      kind: 'refused',
      error: { fields: [{ message: 'error.fileValidation' }] },
    });
    expect(waits).toEqual([]);
  });
});

describe('trying again', () => {
  const lost = new SendingFailed('connection');

  it('waits longer each time, up to half a minute, and gives up after some ten minutes', () => {
    const waits: number[] = [];
    for (let tries = 1; ; tries += 1) {
      const ms = waitBefore(lost, tries);
      if (ms === undefined) break;
      waits.push(ms);
    }
    expect(waits.slice(0, 6)).toEqual([1000, 2000, 4000, 8000, 15_000, 30_000]);
    expect(Math.max(...waits)).toBe(30_000);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(600_000);
  });

  it('waits as long as the server requires, up to a minute', () => {
    const asked = (retryAfter: number) =>
      waitBefore(failureOf(new ApiError('rate-limited', { retryAfter })), 1);
    expect(asked(20)).toBe(20_000);
    expect(asked(60)).toBe(60_000);
    expect(asked(61)).toBeUndefined();
  });

  it('distinguishes a lost connection from a server failure, and both from a refusal', () => {
    expect(failureOf(new ApiError('unavailable', { unanswered: true })).kind).toBe('connection');
    expect(failureOf(new ApiError('unavailable')).kind).toBe('server');
    expect(failureOf(new ApiError('general_error')).kind).toBe('server');
    expect(failureOf(new ApiError('rate-limited')).kind).toBe('server');
    expect(failureOf(new TypeError('fault of the page')).kind).toBe('server');
    for (const code of ['invalid', 'not-found', 'forbidden', 'unauthenticated', 'too-large'] as const)
      expect(failureOf(new ApiError(code)).kind).toBe('refused');
  });
});
