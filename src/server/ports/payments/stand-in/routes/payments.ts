import { refundCharge } from '../billing/credit-notes.ts';
import { confirmPayment } from '../billing/paying.ts';
import { invoiceOfPayment } from '../billing/invoicing.ts';
import { CardRefused, type Asked } from '../http/call.ts';
import { flag, integer, required, text } from '../http/form.ts';
import type { Route } from '../http/router.ts';
import { idOf } from '../store/kinds.ts';
import { cardOf } from './cards.ts';
import { timeOf } from '../store/time-of.ts';
import { listed } from './lists.ts';

async function confirm({ work, path, params }: Asked) {
  const intent = await work.get('payment_intent', path['id']);
  work.at = await timeOf(work, (await invoiceOfPayment(work, intent.id)) ?? {});
  const method = await cardOf(work, text(params, 'payment_method') ?? idOf(intent.payment_method) ?? '');
  const presence = flag(params, 'off_session') ? 'off-session' : 'on-session';
  const tried = await confirmPayment(work, intent, method, presence);
  return tried.error ? new CardRefused(tried.error, { payment_intent: tried.intent }) : tried.intent;
}

async function refund({ work, params }: Asked) {
  const paymentId = text(params, 'payment_intent');
  const chargeId = paymentId
    ? (await work.get('payment_intent', paymentId)).latest_charge
    : required(params, 'charge');
  return refundCharge(work, await work.get('charge', chargeId), integer(params, 'amount'));
}

export const paymentRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    run: ({ work, path }) => work.get('payment_intent', path['id']),
  },
  { method: 'POST', path: '/v1/payment_intents/:id/confirm', run: confirm },
  { method: 'GET', path: '/v1/charges/:id', run: ({ work, path }) => work.get('charge', path['id']) },
  {
    method: 'GET',
    path: '/v1/charges',
    run: (asked) => listed(asked, 'charge', '/v1/charges', { customer: text(asked.params, 'customer') }),
  },
  { method: 'POST', path: '/v1/refunds', run: refund },
];
