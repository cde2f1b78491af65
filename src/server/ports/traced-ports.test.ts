import { expect, it, vi } from 'vitest';
import { tracedMailer, tracedScan, tracedStore, tracedTexts } from './traced-ports.ts';
import type { Mail } from './mail/port.ts';
import type { ObjectStore } from './object-store/port.ts';
import type { TextMessage } from './text-messages/port.ts';
import type { Trace } from './traces/port.ts';

const trace: Trace = {
  start: () => ({ traceId: null, run: (work) => work(), end: () => {} }),
  startUnder: () => null,
  outside: (work) => work(),
};

const bytes = async function* () {
  yield Buffer.from('content');
};

it('a scanner behind traces still gets the signal that ends a scan', async () => {
  const isClean = vi.fn(() => Promise.resolve(true));
  const content = bytes();
  const { signal } = new AbortController();
  expect(await tracedScan({ isClean }, trace).isClean(content, signal)).toBe(true);
  expect(isClean).toHaveBeenCalledWith(content, signal);
});

it('an object store behind traces gets every argument', async () => {
  const store = {
    put: vi.fn(() => Promise.resolve()),
    get: vi.fn(() => bytes()),
    delete: vi.fn(() => Promise.resolve()),
  };
  const traced = tracedStore(store satisfies ObjectStore, trace);
  const content = bytes();
  await traced.put('key', content, 7);
  const chunks: string[] = [];
  for await (const chunk of traced.get('key', { from: 0, to: 7 })) chunks.push(String(chunk));
  await traced.delete(['key']);
  expect(chunks).toEqual(['content']);
  expect([store.put.mock.calls, store.get.mock.calls, store.delete.mock.calls]).toEqual([
    [['key', content, 7]],
    [['key', { from: 0, to: 7 }]],
    [[['key']]],
  ]);
});

it('mails and text messages pass through traces unchanged', async () => {
  const mailer = { send: vi.fn(() => Promise.resolve()), close: vi.fn() };
  const texts = { send: vi.fn(() => Promise.resolve()) };
  const mail = { to: 'ann@test.example' } as Mail;
  const message = { text: '123456' } as unknown as TextMessage;
  await tracedMailer(mailer, trace).send(mail);
  await tracedTexts(texts, trace).send(message);
  expect(mailer.send).toHaveBeenCalledWith(mail);
  expect(texts.send).toHaveBeenCalledWith(message);
});
