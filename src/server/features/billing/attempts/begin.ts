import { createHash } from 'node:crypto';
import { AppError } from '../../../../domain/errors.ts';
import { inTransaction } from '../../../db/transactions/transaction.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import {
  claimAttempt,
  findAttemptOfKey,
  findOpenAttempt,
  insertAttempt,
  type Attempt,
  type NewAttempt,
  type Request,
} from './attempt-store.ts';
import { claimOf, untilFree, type Claim } from './claim.ts';
import { giveUpAttempt } from './give-up.ts';
import { findPayer, refusedAt, standingOf, type Standing } from '../payer.ts';
import { isOver } from './settle-attempt.ts';

/** The requested payment of a call. */
export type Order = {
  /** The payment attempt to insert. */
  attempt: Omit<NewAttempt, 'user_id' | 'request'>;
  /** Whether it is already paid for. */
  isPaid(standing: Standing): boolean;
  /** Whether it is paid on a page of the payment company. An open attempt, which could be paid here, is then given up. */
  isHosted?: boolean;
};

/** Returns the idempotency key of a browser's call with a hash of its input: the same key with another input is refused. */
export const requestOf = (key: string, order: unknown): Request => ({
  key,
  hash: createHash('sha256').update(JSON.stringify(order)).digest(),
});

/** Whether an open attempt matches the request, so that the call continues it. */
const fits = (open: Attempt, { attempt, isHosted = false }: Order, now: Date): boolean =>
  !isHosted &&
  open.subscription_id === attempt.subscription_id &&
  open.promotion_id === attempt.promotion_id &&
  open.overdue === (attempt.overdue ?? false) &&
  open.stripe_session_id === null &&
  !isOver(open, now);

type Step =
  | { kind: 'go-on'; attempt: Attempt }
  | { kind: 'give-up'; attempt: Attempt }
  /** An earlier call with the same key is paid. */
  | { kind: 'paid' };

/** Decides the next step, with the person's row locked, so that no two calls begin or take over an attempt at the same time. */
async function step(
  tx: Tx,
  services: Services,
  userId: string,
  order: Order,
  request: Request,
): Promise<Step | 'wait'> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const earlier = await findAttemptOfKey(tx, userId, request.key);
  if (earlier && !earlier.request_hash?.equals(request.hash)) throw new AppError('idempotency-mismatch');
  if (earlier?.state === 'paid') return { kind: 'paid' };
  const open = await findOpenAttempt(tx, userId);
  if (open?.claimed) return 'wait';
  const payer = await findPayer(tx, userId);
  const isPaid = order.isPaid(await standingOf(tx, services, payer));
  const now = services.clock();
  if (open) {
    const goesOn = !isPaid && fits(open, order, now);
    const attempt = await claimAttempt(tx, open.id, goesOn ? request : null);
    if (!attempt) return 'wait';
    return { kind: goesOn ? 'go-on' : 'give-up', attempt };
  }
  if (isPaid) throw refusedAt('payment', 'error.payment.alreadyPaid');
  const attempt = await insertAttempt(tx, { ...order.attempt, user_id: userId, request }, now);
  return { kind: 'go-on', attempt };
}

/**
 * Claims the payment attempt for a request: the open one if it matches, otherwise a new one, after the open one was given up.
 * Only one call works on it at a time; returns `busy` when another call has kept it for 15 seconds.
 * @throws AppError `invalid` when it is paid already, `idempotency-mismatch`; PaymentProviderError
 */
export async function beginPaying(
  services: Services,
  userId: string,
  order: Order,
  request: Request,
): Promise<Claim | 'paid' | 'busy'> {
  const found = await untilFree(async () => {
    const next = await inTransaction(services.db, async (tx) => ({
      output: await step(tx, services, userId, order, request),
      last: null,
    }));
    if (next === 'wait' || next.kind !== 'give-up') return next;
    const claim = claimOf(services, next.attempt);
    try {
      await giveUpAttempt(services, claim);
    } finally {
      await claim.release();
    }
    return 'wait';
  });
  if (found === null) return 'busy';
  return found.kind === 'paid' ? 'paid' : claimOf(services, found.attempt);
}
