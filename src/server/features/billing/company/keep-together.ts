import { setImmediate as turn } from 'node:timers/promises';
import { databaseUnavailable } from '../../../db/connect.ts';
import type { PaymentEvent } from '../../../ports/payments/port.ts';

/** Events that one statement keeps at most, and thereby one job handles. */
const atMost = 50;

type Come = { event: PaymentEvent; kept: () => void; refused: (error: unknown) => void };

/**
 * Keeps events that come at the same time with one statement: those that come while one is under way go into the next. Each call
 * resolves when its event is kept, and throws when it is not.
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
      // What the database refuses of one event must not refuse the others.
      if (come.length > 1 && !databaseUnavailable(error)) for (const one of come) await keepAll([one]);
      else for (const { refused } of come) refused(error);
    }
  }

  async function run(): Promise<void> {
    running = true;
    while (waiting.length > 0) {
      // What the same turn of the process reads from other connections goes along.
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
