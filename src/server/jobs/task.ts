import type { Services } from '../pipeline/context.ts';
import type { Mailer } from '../ports/mail/port.ts';
import type { WriteLine } from '../ports/write-line.ts';
import type { Together } from './events/jobs-of-events.ts';
import type { QueueName } from './queue.ts';

/** The values that a handler works with. */
export type JobContext = {
  services: Services;
  mailer: Mailer;
  log: WriteLine;
  /** The same for every attempt. It is stored with everything a handler creates, so that a retry creates nothing twice. */
  jobId: string;
  /** The time of the commit. */
  at: Date;
};

/** Runs one task of an event, with the event's facts. It may run more than once. */
export type Handler<Payload> = (payload: Payload, context: JobContext) => Promise<void>;

/** One task of an event, and its queue. */
export type Task<Payload> = { queue: QueueName; run: Handler<Payload>; together?: Together };

/** These create tasks for the queues that most handlers use. */
export const mail = <Payload>(run: Handler<Payload>): Task<Payload> => ({ queue: 'mails', run });
export const notice = <Payload>(run: Handler<Payload>): Task<Payload> => ({ queue: 'notices', run });
export const payment = <Payload>(run: Handler<Payload>): Task<Payload> => ({ queue: 'payments', run });

/**
 * Work that runs once a day, with the database's clock in `services`. `failed` is the log message for a failure. Running it again
 * after a partial run must do no harm.
 */
export type NightlyWork = {
  name: string;
  failed: string;
  run: (services: Services, log: WriteLine) => Promise<unknown>;
};
