import type { FaultKind } from './fault-kind.ts';
import { MailError, type Mailer } from './mail/port.ts';
import { ObjectStoreError, type ObjectStore } from './object-store/port.ts';
import { TextMessageError, type TextMessages } from './text-messages/port.ts';
import { VirusScanError, type VirusScan } from './virus-scan/port.ts';
import type { WriteLine } from './write-line.ts';

/** Kinds of items that are delivered to other services. */
export const handed = ['mail', 'text message', 'file', 'file to be scanned', 'payment'] as const;

export type Handed = (typeof handed)[number];

/** Counts one item that was not delivered. */
export type NoteFault = (what: Handed, kind: FaultKind) => void;

/** Records that one item was delivered. */
export type NoteSuccess = (what: Handed) => void;

const ignore: NoteSuccess = () => {};

const windowMs = 60_000;

/**
 * Writes faults to the operator's log: a line immediately for the first of a kind, and one after a minute with the number of
 * further ones, since there may be thousands. A line contains the kind and the number, never an address or the text of a
 * response.
 */
export function faultLog(log: WriteLine): NoteFault {
  const more = new Map<string, number>();
  return (what, kind) => {
    const name = `${what}/${kind}`;
    const before = more.get(name);
    if (before !== undefined) {
      more.set(name, before + 1);
      return;
    }
    more.set(name, 0);
    log(`A ${what} could not be handed over: ${kind}.`, 'error');
    setTimeout(() => {
      const count = more.get(name) ?? 0;
      more.delete(name);
      if (count > 0)
        log(`${count} more within a minute: a ${what} could not be handed over: ${kind}.`, 'error');
    }, windowMs).unref();
  };
}

/** Wraps a mailer, and counts its faults. */
export function withMailFaults(mailer: Mailer, note: NoteFault, succeeded = ignore): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
        succeeded('mail');
      } catch (error) {
        if (error instanceof MailError) note('mail', error.code);
        throw error;
      }
    },
    close: () => mailer.close(),
  };
}

/** Wraps a sender of text messages, and counts its faults. */
export function withTextFaults(
  textMessages: TextMessages,
  note: NoteFault,
  succeeded = ignore,
): TextMessages {
  return {
    async send(message) {
      try {
        await textMessages.send(message);
        succeeded('text message');
      } catch (error) {
        if (error instanceof TextMessageError) note('text message', error.code);
        throw error;
      }
    },
  };
}

/** Wraps an object store, and counts its faults. A missing object is not a fault of the store. */
export function withFileFaults(store: ObjectStore, note: NoteFault, succeeded = ignore): ObjectStore {
  const report = (error: unknown) => {
    if (error instanceof ObjectStoreError && error.code !== 'missing') note('file', error.code);
    return error;
  };
  return {
    async put(key, content, bytes) {
      try {
        await store.put(key, content, bytes);
        succeeded('file');
      } catch (error) {
        throw report(error);
      }
    },
    async *get(key, range) {
      try {
        yield* store.get(key, range);
        succeeded('file');
      } catch (error) {
        throw report(error);
      }
    },
    async delete(keys) {
      try {
        await store.delete(keys);
        succeeded('file');
      } catch (error) {
        throw report(error);
      }
    },
  };
}

/** Wraps a virus scanner, and counts its faults. */
export function withScanFaults(scan: VirusScan, note: NoteFault, succeeded = ignore): VirusScan {
  return {
    async isClean(content, signal) {
      try {
        const isClean = await scan.isClean(content, signal);
        succeeded('file to be scanned');
        return isClean;
      } catch (error) {
        if (error instanceof VirusScanError) note('file to be scanned', error.code);
        throw error;
      }
    },
  };
}
