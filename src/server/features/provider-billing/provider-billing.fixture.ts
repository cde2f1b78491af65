import { afterEach, beforeEach } from 'vitest';
import { contextFor, person, provider } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import type { IsoDate } from '../../../domain/fields.ts';
import { billProviders } from './nightly.ts';

/** A database of its own for each test, with helpers for the bills of providers. */
export function withBilling(env: Record<string, string> = {}) {
  let test: TestServices;
  const logged: string[] = [];
  beforeEach(async () => {
    test = await startServices(env);
    logged.length = 0;
  });
  afterEach(() => test.close());

  const db = () => test.services.db;

  /** Adds a payment plan of providers with terms of a year. `fee` in cents. */
  const addPlan = async (fee: number, name = 'Beds') =>
    (
      await db()
        .insertInto('subscriptions')
        .values({ name, fee, customer_type_id: 4, duration: 'annually-1', start_date: '2020-01-01' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;

  /** Adds a provider with a payment plan since a day. */
  async function addProvider(plan: string, since: IsoDate, changes: Record<string, unknown> = {}) {
    const id = await provider(test.services, 'Banksia House');
    await db()
      .updateTable('providers')
      .set({ subscription_id: plan, subscription_start_date: since, no_of_beds: 12, ...changes })
      .where('id', '=', id)
      .execute();
    return id;
  }

  /** Runs the nightly work at 4 a.m. in Melbourne on a day. */
  const run = (day: IsoDate) =>
    billProviders({ ...test.services, clock: () => new Date(`${day}T04:00:00+10:00`) }, (line) =>
      logged.push(line),
    );

  return {
    test: () => test,
    logged,
    db,
    addPlan,
    addProvider,
    run,
    /** Returns the invoices of a provider, earliest term first. */
    invoices: (providerId: string) =>
      db()
        .selectFrom('transactions')
        .selectAll()
        .where('provider_id', '=', providerId)
        .orderBy('period_start')
        .execute(),
    events: async () =>
      (await db().selectFrom('outbox').select(['type', 'payload']).orderBy('id').execute()).map(
        ({ type, payload }) => [type, payload],
      ),
    staff: async (
      role: 'admin' | 'tlcadmin' | 'sysadmin' | 'provideradmin' | 'providerview',
      providerId?: string,
    ) => {
      const who = await person(test.services, { role, ...(providerId && { providerId }) });
      return { ...who, context: contextFor(test.services, who.actor) };
    },
  };
}
