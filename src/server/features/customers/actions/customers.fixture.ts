import { randomUUID } from 'node:crypto';
import { contextFor, person, provider, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { isPlatformRole, type Role } from '../../../../domain/access/actors.ts';
import { placeholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import type { AccountStatus } from '../../../../domain/customers/status.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { EventName } from '../../../../domain/events.ts';
import { tasksOf } from '../../../jobs/events/handlers.ts';
import type { Services } from '../../../pipeline/context.ts';
import { MailError, type Mail, type Mailer } from '../../../ports/mail/port.ts';

const hour = 60 * 60_000;

/** Fields of a test's customer; the address is unique unless given. */
export type CustomerSpec = {
  status?: AccountStatus;
  email?: 'own' | 'named' | 'none';
  integrations?: { type: string }[];
  providerId?: string;
};

/** A provider with staff, and jobs that run on demand. */
export type House = {
  test: TestServices;
  house: string;
  editor: TestPerson;
  admin: TestPerson;
  /** Mails in the order in which they were sent. */
  mails: Mail[];
  /** Makes the mail server refuse mails, or accept them again. */
  mailIsAway: (away: boolean) => void;
  /** Advances the clock, in milliseconds. */
  pass: (milliseconds: number) => void;
  customer: (spec?: CustomerSpec) => Promise<string>;
  staff: (role: Role, providerId?: string) => Promise<TestPerson>;
  as: (who: TestPerson) => ReturnType<typeof contextFor>;
  stored: (id: string) => Promise<Record<string, unknown> | undefined>;
  /** Runs the jobs that operations created, as the workers do. Failed jobs stay. */
  runJobs: () => Promise<void>;
  close: () => Promise<void>;
};

/** Creates a customer of the house, or of the provider in the spec; returns the id. */
async function createCustomer(
  services: Services,
  house: string,
  { status = 'active', email = 'own', integrations = [], providerId = house }: CustomerSpec,
): Promise<string> {
  const { userId } = await person(services, { providerId });
  const sentAt = new Date(services.clock().getTime() - 2 * hour);
  const isInvited = status === 'invited';
  await services.db
    .updateTable('users')
    .set({
      status,
      integrations: JSON.stringify(integrations),
      ...(email === 'none' && {
        email: placeholderEmail(userId),
        email_verified_at: null,
        password_hash: null,
      }),
      ...(email === 'named' && {
        email_designated_at: sentAt,
        invite_date: sentAt,
        invite_accepted_date: sentAt,
      }),
      ...(isInvited && {
        ...{ password_hash: null, email_verified_at: null },
        ...{ invitation_id: randomUUID(), invite_date: sentAt, invite_accepted_date: null },
      }),
    })
    .where('id', '=', userId)
    .execute();
  return userId;
}

/** Runs the jobs of all events in the outbox, and removes the events whose jobs succeeded. */
async function runJobs(services: Services, mailer: Mailer): Promise<void> {
  const rows = await services.db
    .selectFrom('outbox')
    .select(['id', 'type', 'payload'])
    .orderBy('id')
    .execute();
  for (const { id, type, payload } of rows) {
    let failed = false;
    for (const [name, task] of Object.entries(tasksOf(type as EventName)))
      await task
        .run(payload as never, {
          ...{ services, mailer, log: () => {}, jobId: `job-${id}-${name}` },
          at: services.clock(),
        })
        .catch(() => {
          failed = true;
        });
    if (!failed) await services.db.deleteFrom('outbox').where('id', '=', id).execute();
  }
}

/** Starts a house with one editor and one administrator of its own. */
export async function startHouse(): Promise<House> {
  const test = await startServices();
  const { services } = test;
  let offset = 0;
  let away = false;
  const mails: Mail[] = [];
  services.clock = () => new Date(Date.now() + offset);
  const house = await provider(services, 'Banksia House');
  const mailer = {
    async send(mail: Mail) {
      if (away) throw new MailError('connection refused', { permanent: false });
      mails.push(mail);
    },
    close: async () => {},
  };
  const staff = (role: Role, providerId?: string) =>
    person(services, { role, ...(!isPlatformRole(role) && { providerId: providerId ?? house }) });

  const editor = await staff('provideradmin');
  const admin = await staff('admin');
  await services.db.deleteFrom('outbox').execute();
  return {
    ...{ test, house, editor, admin, mails, staff },
    customer: (spec = {}) => createCustomer(services, house, spec),
    runJobs: () => runJobs(services, mailer),
    mailIsAway: (now) => {
      away = now;
    },
    pass: (milliseconds) => {
      offset += milliseconds;
    },
    as: (who) => contextFor(services, who.actor),
    stored: (id) => services.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),
    close: () => test.close(),
  };
}

/** Returns the outcome of a call: done, or the code of the refusal with the message of its first field. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [problem] = error.fields;
    return problem ? `${error.code}: ${problem.message}` : error.code;
  }
}
