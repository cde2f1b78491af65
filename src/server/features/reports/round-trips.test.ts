import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, person, provider } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import type { Context } from '../../pipeline/context.ts';
import type { Operation } from '../../pipeline/operation.ts';
import { getAuditReport } from './audit/operations.ts';
import { getCompanyReport } from './company/operations.ts';
import { getCompletionsReport } from './completions/operations.ts';
import { getCustomersReport } from './customers/operations.ts';
import { getSubscriptionsReport } from './subscriptions/operations.ts';

const reports: Readonly<Record<string, Operation<unknown>>> = {
  company: getCompanyReport,
  completions: getCompletionsReport,
  customers: getCustomersReport,
  subscriptions: getSubscriptionsReport,
  audit: getAuditReport,
};

/** Runs a function, and returns how often a statement was sent while no other was waiting for its result. */
async function roundTripsOf(run: () => Promise<unknown>): Promise<number> {
  const { prototype } = pg.Client;
  const original = Object.getOwnPropertyDescriptor(prototype, 'query')!;
  const send = prototype.query as unknown as (...given: unknown[]) => Promise<unknown>;
  let waiting = 0;
  let trips = 0;
  prototype.query = function (this: pg.Client, ...given: unknown[]) {
    if (waiting === 0) trips += 1;
    waiting += 1;
    const answered = send.apply(this, given);
    const end = () => void (waiting -= 1);
    answered.then(end, end);
    return answered;
  } as typeof prototype.query;
  try {
    await run();
  } finally {
    Object.defineProperty(prototype, 'query', original);
  }
  return trips;
}

describe('the statements of a report', () => {
  let test: TestServices;
  let context: Context;
  let head: string;
  let house: string;

  beforeAll(async () => {
    test = await startServices();
    context = contextFor(test.services, (await person(test.services, { role: 'admin' })).actor);
    head = await provider(test.services, 'Banksia House');
    house = await provider(test.services, 'Ward', head);
    await person(test.services, { providerId: house });
  });
  afterAll(() => test.close());

  for (const [name, report] of Object.entries(reports))
    it(`are sent together for the ${name} report of all providers and of one, and once more for one with others below it [GAP-114]`, async () => {
      const trips = (input: object) => roundTripsOf(() => report.call(context, input));
      expect(await trips({})).toBe(1);
      expect(await trips({ provider_id: house })).toBe(1);
      expect(await trips({ provider_id: head, below: 'without' })).toBe(1);
      expect(await trips({ provider_id: head })).toBeLessThanOrEqual(2);
    });
});
