import * as z from 'zod/mini';
import { helpMessageMax } from '../../../../domain/inputs/help.ts';
import { fullName } from '../../../../domain/names.ts';
import { insertHelpMessage } from '../../help/api.ts';
import type { Services } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { ownAccount } from '../../../pipeline/subjects.ts';
import { PaymentProviderError } from '../../../ports/payments/port.ts';
import { readInformation } from '../information.ts';
import { companyOf, providerDown, refusedAt } from '../payer.ts';
import { findPlan } from '../settling/plan-row.ts';
import { settleSubscription } from '../settling/settle.ts';

async function stopAtEnd(services: Services, userId: string, stop: boolean): Promise<void> {
  const plan = await findPlan(services.db, userId);
  const payments = companyOf(services);
  if (plan === null || plan.state === 'ended' || plan.subscriptionId === null)
    throw refusedAt('payment', 'error.general_error');
  try {
    await payments.setCancelAtPeriodEnd(plan.subscriptionId, stop);
    await settleSubscription(services, plan.subscriptionId);
  } catch (error) {
    throw error instanceof PaymentProviderError ? providerDown() : error;
  }
}

/**
 * Stops the payment plan at the end of the paid period, immediately and without contacting anyone: nothing more is charged. Also
 * works when taking payments is turned off. The help desk gets a message. @throws AppError `invalid` when nothing renews;
 * `unavailable`
 */
export const cancelSubscription = operation({
  name: 'cancelSubscription',
  kind: 'write',
  input: z.strictObject({
    message: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(helpMessageMax)))),
  }),
  access: { action: 'billing.pay', subject: ownAccount },
  prepare: { run: ({ subject, services }) => stopAtEnd(services, subject.ownerId, true) },
  async run({ input, subject, tx, services, now, meta, emit }) {
    const userId = subject.ownerId;
    if (input.message) {
      const { language, email, ...names } = await tx
        .selectFrom('users')
        .select(['first_name', 'last_name', 'email', 'language'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const message = {
        name: fullName(names) || email,
        email,
        topic: 'payment' as const,
        message: input.message,
      };
      const { id } = await insertHelpMessage(tx, services, { message, userId, language, now });
      emit('help.written', { message_id: id });
    }
    return readInformation(tx, services, userId, meta.language);
  },
});

/** Cancels the stop while the payment plan lasts. @throws AppError `invalid` when nothing renews; `unavailable` */
export const resumeSubscription = operation({
  name: 'resumeSubscription',
  kind: 'write',
  input: z.strictObject({}),
  access: { action: 'billing.pay', subject: ownAccount },
  prepare: { run: ({ subject, services }) => stopAtEnd(services, subject.ownerId, false) },
  run: ({ subject, tx, services, meta }) => readInformation(tx, services, subject.ownerId, meta.language),
});
