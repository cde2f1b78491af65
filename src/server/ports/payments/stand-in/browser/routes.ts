import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cardRoute, decideSetup } from '../company/cards.ts';
import { paymentOf } from '../company/invoices.ts';
import { decide } from '../company/paying.ts';
import { missing } from '../http/api-error.ts';
import type { Asked, Calls } from '../http/call.ts';
import { required, type Params } from '../http/form.ts';
import { acceptForms, serveRoutes, type Route } from '../http/server.ts';
import { answerSession } from './checkout-page.ts';
import { answerInvoice, answerPdf } from './invoice-page.ts';

const isApproved = ({ params }: Asked): boolean => required(params, 'decision') === 'complete';

/** Checks the client secret, which a browser needs to continue. @throws ApiError 404 for a wrong secret */
function requireSecret(intent: { client_secret: string | null; id: string }, { params }: Asked): void {
  if (required(params, 'client_secret') !== intent.client_secret) throw missing('intent', intent.id);
}

// If the person declines, this is a normal response: the browser then requests the state of the payment from the product.
const bankRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/three_d_secure',
    async run(asked) {
      const payment = await paymentOf(asked.work, asked.path['id']);
      requireSecret(payment.intent, asked);
      return (await decide(asked.work, payment, isApproved(asked))).intent;
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/three_d_secure',
    async run(asked) {
      const intent = await asked.work.get('setup_intent', asked.path['id']);
      requireSecret(intent, asked);
      return decideSetup(asked.work, intent, isApproved(asked));
    },
  },
];

/**
 * Registers the routes of the stand-in for browsers on the product's own address: the calls that Stripe's script makes to Stripe,
 * the payment page, and invoices.
 */
export function registerStandInRoutes(
  app: FastifyInstance,
  options: { calls: Calls; key: string; log: (message: string) => void },
): void {
  const { calls } = options;
  const page =
    (answer: typeof answerSession) =>
    ({ params, method, body }: FastifyRequest, reply: FastifyReply) =>
      answer(
        calls,
        (params as { id: string }).id,
        method === 'POST' ? ((body ?? {}) as Params) : null,
        reply,
      );

  void app.register(
    async (pages) => {
      acceptForms(pages, 8_000);
      serveRoutes(pages, { ...options, routes: [cardRoute, ...bankRoutes] });
      pages.get('/checkout/:id', page(answerSession));
      pages.post('/checkout/:id', page(answerSession));
      pages.get('/invoices/:id.pdf', page(answerPdf));
      pages.get('/invoices/:id', page(answerInvoice));
      pages.post('/invoices/:id', page(answerInvoice));
    },
    { prefix: '/stripe-stand-in' },
  );
}
