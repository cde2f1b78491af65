import { setImmediate as turn } from 'node:timers/promises';
import { databaseUnavailable } from '../../../db/connection/connect.ts';
import type { PaymentEvent } from '../../../ports/payments/port.ts';

/** Maximum number of events that one statement stores, and so that one job handles. */
const atMost = 50;

type Come = { event: PaymentEvent; kept: () => void; refused: (error: unknown) => void };

/**
 * Stores events that arrive at the same time with one statement: events that arrive during a statement go into the next one. Each
 * call resolves when its event is stored, and throws if it is not.
 */
export function keepTogether(
  keep: (events: readonly PaymentEvent[]) => Promise<void>,
): (event: PaymentEvent) => Promise<void> {
  const waiting: Come[] = [];
  let running = false;

  async function keepAll(come: readonly Come[]): Promise<void> {
    try {
      await keep(come.map(({ event }) => event));
      for (const { kept } of come) kept();
    } catch (error) {
      // An event that the database refuses must not block the others.
      if (come.length > 1 && !databaseUnavailable(error)) for (const one of come) await keepAll([one]);
      else for (const { refused } of come) refused(error);
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      // Includes the events that other connections deliver in the same event-loop turn.
      await turn();
      await keepAll(waiting.splice(0, atMost));
    }
    running = false;
  }

  return (event) =>
    new Promise((kept, refused) => {
      waiting.push({ event, kept, refused });
      if (!running) void run();
    });
}
