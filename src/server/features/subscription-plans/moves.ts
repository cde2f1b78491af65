import { sql } from 'kysely';
import * as z from 'zod/mini';
import { startOfFollowOn, stateOf } from '../../../domain/billing/subscriptions/life.ts';
import type { Events } from '../../../domain/events.ts';
import { melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import { codeOf } from '../../jobs/queue.ts';
import type { Handler } from '../../jobs/task.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { operation } from '../../pipeline/operation.ts';
import { ownContext } from '../../pipeline/own-context.ts';
import { nothing } from '../../pipeline/subjects.ts';
import type { WriteLine } from '../../ports/write-line.ts';
import { takePriceOfPlan } from '../providers/api.ts';
import { findFollowOn, isOver, setExpired } from './store.ts';

const id = z.string().check(z.uuid());

/** Maximum number of plans, or of providers, in one statement. */
const batchSize = 200;

/** The plan to which a subscriber of an ended plan moves: the first one after it that has not ended. Null for none. */
async function nextPlan(
  tx: Tx,
  planId: string,
  today: IsoDate,
): Promise<{ id: string; start_date: IsoDate } | null> {
  const ended = await findFollowOn(tx, planId);
  for (const each of ended?.chain ?? []) {
    const plan = await findFollowOn(tx, each);
    if (plan && stateOf(plan, today) !== 'expired') return plan;
  }
  return null;
}

/** Marks a plan as expired whose last day has passed. Returns false if that was done. */
export const expireSubscription = operation({
  name: 'expireSubscription',
  kind: 'write',
  input: z.strictObject({ subscription_id: id }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, auditDetails }) {
    const plan = await tx
      .selectFrom('subscriptions')
      .select(['id', 'expiry_date'])
      .where('id', '=', input.subscription_id)
      .where('status', '=', 'active')
      .where('expiry_date', '<', melbourneDate(now))
      .forUpdate()
      .executeTakeFirst();
    if (!plan?.expiry_date) return false;
    await setExpired(tx, plan.id, plan.expiry_date);
    auditDetails(input);
    return true;
  },
});

/**
 * Moves a provider whose subscription plan has ended to the plan that follows, or to none (GAP-105). Returns false if its plan has
 * not ended. @throws AppError `invalid` if the fee by the new plan is beyond the limit
 */
export const moveSubscriber = operation({
  name: 'moveSubscriber',
  kind: 'write',
  input: z.strictObject({ provider_id: id }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, auditDetails }) {
    const today = melbourneDate(now);
    const provider = await tx
      .selectFrom('providers')
      .innerJoin('subscriptions as plan', 'plan.id', 'providers.subscription_id')
      .select(['plan.id as plan_id', 'plan.expiry_date'])
      .where('providers.id', '=', input.provider_id)
      .where(isOver('plan', today))
      .forUpdate('providers')
      .executeTakeFirst();
    if (!provider) return false;
    const next = await nextPlan(tx, provider.plan_id, today);
    await tx
      .updateTable('providers')
      .set({
        subscription_id: next?.id ?? null,
        subscription_start_date: next && startOfFollowOn(provider.expiry_date, next.start_date, today),
        version: sql<number>`version + 1`,
      })
      .where('id', '=', input.provider_id)
      .execute();
    await takePriceOfPlan(tx, input.provider_id);
    auditDetails({ ...input, from: provider.plan_id, to: next?.id ?? null });
    return true;
  },
});

async function movesOf(
  services: Services,
  planId: string | null,
  failed: (error: unknown) => void,
): Promise<void> {
  const { db, clock } = services;
  const today = melbourneDate(clock());
  let after: string | null = null;
  for (;;) {
    const rows: { id: string }[] = await db
      .selectFrom('providers')
      .innerJoin('subscriptions as plan', 'plan.id', 'providers.subscription_id')
      .select('providers.id')
      .where(isOver('plan', today))
      .$if(planId !== null, (query) => query.where('plan.id', '=', planId))
      .$if(after !== null, (query) => query.where('providers.id', '>', after))
      .orderBy('providers.id')
      .limit(batchSize)
      .execute();
    for (const row of rows)
      await moveSubscriber.call(ownContext(services), { provider_id: row.id }).catch(failed);
    after = rows.at(-1)?.id ?? null;
    if (after === null) return;
  }
}

/** Moves the providers of a plan that was expired by hand. The nightly run moves those that are left after a failure. */
export const moveSubscribers: Handler<Events['subscription.expired']> = async (event, { services }) => {
  const failures: unknown[] = [];
  await movesOf(services, event.subscription_id, (error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};

/** Expires the plans whose last day has passed, and moves their providers. Running it again does no harm. */
export async function endSubscriptions(services: Services, log: WriteLine): Promise<void> {
  const failed = (error: unknown) =>
    log(`A provider could not be moved to the plan that follows (${codeOf(error)}).`, 'error');
  const { db, clock } = services;
  for (;;) {
    const due = await db
      .selectFrom('subscriptions')
      .select('id')
      .where('status', '=', 'active')
      .where('expiry_date', '<', melbourneDate(clock()))
      .orderBy('id')
      .limit(batchSize)
      .execute();
    if (due.length === 0) break;
    for (const row of due) await expireSubscription.call(ownContext(services), { subscription_id: row.id });
  }
  await movesOf(services, null, failed);
}
