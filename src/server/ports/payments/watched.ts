import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { kindOfFault, type FaultKind } from '../fault-kind.ts';
import { PaymentProviderError, type PaymentProvider, type WatchedPayments } from './port.ts';

/** How long the payment company counts as down after a call without a response, in milliseconds. */
const downMs = 60_000;

/**
 * Wraps the payment company, counts its faults, and checks that calls run outside of transactions. A refused card is not a fault;
 * a call that is refused because of our own mistake is.
 */
export function watchedPayments(
  provider: PaymentProvider,
  note: (kind: FaultKind) => void = () => {},
  succeeded: () => void = () => {},
): WatchedPayments {
  let failedAt = -Infinity;
  const isDown = () => performance.now() - failedAt < downMs;

  async function watch(answer: Promise<unknown>): Promise<unknown> {
    try {
      const value = await answer;
      failedAt = -Infinity;
      succeeded();
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
      // Verifying a webhook needs no call to the payment company.
      if (typeof value !== 'function' || name === 'verifiedEvent') return value;
      return (...given: unknown[]) => {
        assertOutsideTransaction('Payment');
        return watch(value.apply(target, given) as Promise<unknown>);
      };
    },
  });
}
