import type { Mailer } from './mail/port.ts';
import type { ObjectStore } from './object-store/port.ts';
import type { PaymentProvider } from './payments/port.ts';
import type { ResidentialCare } from './residential-care/port.ts';
import type { TextMessages } from './text-messages/port.ts';
import { asLeaf, type Part, type Trace } from './traces/port.ts';
import type { VirusScan } from './virus-scan/port.ts';

// Each function returns the port itself if no traces are collected, so that calls have no overhead.

const call = (service: string, name: string): Part => ({
  name: `${service} ${name}`,
  kind: 'client',
  facts: { 'wattle.service': service, 'wattle.call': name },
});

/** Wraps a mailer with a span for each mail. */
export function tracedMailer(mailer: Mailer, trace: Trace | undefined): Mailer {
  if (!trace) return mailer;
  const part = call('mail', 'send');
  return { send: (mail) => asLeaf(trace, part, () => mailer.send(mail)), close: () => mailer.close() };
}

/** Wraps a sender of text messages with a span for each message. */
export function tracedTexts(texts: TextMessages, trace: Trace | undefined): TextMessages {
  if (!trace) return texts;
  const part = call('text-message', 'send');
  return { send: (message) => asLeaf(trace, part, () => texts.send(message)) };
}

/** Wraps a virus scanner with a span for each file. */
export function tracedScan(scan: VirusScan, trace: Trace | undefined): VirusScan {
  if (!trace) return scan;
  const part = call('virus-scan', 'isClean');
  return { isClean: (content, signal) => asLeaf(trace, part, () => scan.isClean(content, signal)) };
}

/** Wraps an object store with a span for each call. Spans do not contain the key of an object. */
export function tracedStore(store: ObjectStore, trace: Trace | undefined): ObjectStore {
  if (!trace) return store;
  const [put, get, remove] = ['put', 'get', 'delete'].map((name) => call('object-store', name)) as [
    Part,
    Part,
    Part,
  ];
  return {
    put: (key, content, bytes) => asLeaf(trace, put, () => store.put(key, content, bytes)),
    async *get(key, range) {
      const span = trace.startUnder(get);
      try {
        yield* store.get(key, range);
      } catch (error) {
        span?.end({ error });
        throw error;
      } finally {
        span?.end();
      }
    },
    delete: (keys) => asLeaf(trace, remove, () => store.delete(keys)),
  };
}

/** Wraps the payment company with a span for each call. */
export function tracedPayments(provider: PaymentProvider, trace: Trace | undefined): PaymentProvider {
  if (!trace) return provider;
  return new Proxy(provider, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      // Verifying a webhook needs no call to the payment company.
      if (typeof value !== 'function' || name === 'verifiedEvent') return value;
      const part = call('payment', String(name));
      return (...given: unknown[]) =>
        asLeaf(trace, part, () => value.apply(target, given) as Promise<unknown>);
    },
  });
}

/** Wraps the residential-care systems with a span for each call. Spans contain no address and no id of a resident. */
export function tracedCare(care: ResidentialCare, trace: Trace | undefined): ResidentialCare {
  if (!trace) return care;
  return new Proxy(care, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      const part = call('residential-care', String(name));
      return (...given: unknown[]) =>
        asLeaf(trace, part, () => value.apply(target, given) as Promise<unknown>);
    },
  });
}
