import { expect, it, vi } from 'vitest';
import { tracedMailer, tracedPayments, tracedScan, tracedStore, tracedTexts } from './traced-ports.ts';
import type { Mail } from './mail/port.ts';
import type { ObjectStore } from './object-store/port.ts';
import type { TextMessage } from './text-messages/port.ts';
import type { PaymentProvider } from './payments/port.ts';
import type { Part, Trace } from './traces/port.ts';

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

it('each call of the text message gateway and of the payment company is a span, and a failed one names its error', async () => {
  const spans: { part: Part; error: unknown }[] = [];
  const recorded: Trace = {
    ...trace,
    startUnder: (part) => ({
      traceId: null,
      run: (work) => work(),
      end: (outcome) => void spans.push({ part, error: outcome?.error }),
    }),
  };
  const refused = new Error('card_declined');
  const company = {
    payOnce: () => Promise.reject(refused),
    verifiedEvent: () => ({ id: 'evt_1' }),
  } as unknown as PaymentProvider;
  const traced = tracedPayments(company, recorded) as unknown as Record<string, (given: string) => unknown>;
  await expect(traced['payOnce']?.('cus_123')).rejects.toBe(refused);
  expect(traced['verifiedEvent']?.('body')).toEqual({ id: 'evt_1' });
  const texts = { send: () => Promise.resolve() };
  await tracedTexts(texts, recorded).send({ to: '+61400000000', text: '123456' });
  expect(spans.map(({ error }) => error)).toEqual([refused, undefined]);
  const written = JSON.stringify(spans.map(({ part }) => part));
  expect(written).toContain('payOnce');
  expect(written).not.toMatch(/cus_123|61400000000|123456/);
});
