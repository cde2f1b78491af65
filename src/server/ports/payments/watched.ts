import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { kindOfFault, type FaultKind } from '../fault-kind.ts';
import { PaymentProviderError, type PaymentProvider, type WatchedPayments } from './port.ts';

/** How long after a call without an answer the payment company counts as down, in milliseconds. */
const downMs = 60_000;

/**
 * The payment company with every fault noted, and every call kept out of transactions. A call that it refuses because of a card is no
 * fault; one that our own mistake makes it refuse is.
 */
export function watchedPayments(
  provider: PaymentProvider,
  note: (kind: FaultKind) => void = () => {},
): WatchedPayments {
  let failedAt = -Infinity;
  const isDown = () => performance.now() - failedAt < downMs;

  async function watch(answer: Promise<unknown>): Promise<unknown> {
    try {
      const value = await answer;
      failedAt = -Infinity;
      return value;
    } catch (error) {
      if (error instanceof PaymentProviderError) {
        failedAt = error.code === 'unavailable' ? performance.now() : -Infinity;
        note(error.code === 'unavailable' ? kindOfFault(error.cause) : 'refused');
      }
      throw error;
    }
  }

  return new Proxy(provider as WatchedPayments, {
    get(target, name, receiver) {
      if (name === 'isDown') return isDown;
      const value: unknown = Reflect.get(target, name, receiver);
      // A webhook is checked without asking anyone.
      if (typeof value !== 'function' || name === 'verifiedEvent') return value;
      return (...given: unknown[]) => {
        assertOutsideTransaction('Payment');
        return watch(value.apply(target, given) as Promise<unknown>);
      };
    },
  });
}
