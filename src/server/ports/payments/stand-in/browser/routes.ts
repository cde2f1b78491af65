import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { confirmPayment, decide } from '../billing/paying.ts';
import { ApiError } from '../http/api-error.ts';
import { CardRefused, errorAnswer, type Answer, type Calls, type Handler } from '../http/call.ts';
import { paramsOf, parseForm, required, text, type Params } from '../http/form.ts';
import { cardOf, confirmSetup, createCard, decideSetup } from '../routes/cards.ts';
import { answerSession } from './checkout-page.ts';
import { answerInvoice } from './invoice-page.ts';
import { invoicePdf } from './invoice-pdf.ts';

type Named = { Params: { id: string } };

const largestForm = 8_000;

/**
 * Checks the client secret of a payment or setup, which its browser needs to continue.
 * @throws ApiError 404 for a wrong secret
 */
function requireSecret(
  intent: { client_secret: string | null; id: string },
  params: Params,
  kind: string,
): void {
  if (required(params, 'client_secret') !== intent.client_secret) throw ApiError.missing(kind, intent.id);
}

const confirmIntent: Handler = async ({ work, path, params }) => {
  const intent = await work.get('payment_intent', path['id']);
  requireSecret(intent, params, 'payment_intent');
  const card = await cardOf(work, required(params, 'payment_method'));
  const tried = await confirmPayment(work, intent, card, 'on-session');
  return tried.error ? new CardRefused(tried.error, { payment_intent: tried.intent }) : tried.intent;
};

const confirmSetupIntent: Handler = async ({ work, path, params }) => {
  const intent = await work.get('setup_intent', path['id']);
  requireSecret(intent, params, 'setup_intent');
  return confirmSetup(work, intent, params);
};

/** Returns the parsed body. @throws Error with status code 400 if it cannot be read */
function readable(read: () => Params): Params {
  try {
    return read();
  } catch (error) {
    throw Object.assign(new Error('The body cannot be read', { cause: error }), { statusCode: 400 });
  }
}

/** Parses bodies as forms or JSON, and no others. */
function acceptForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  const parser = (parse: (text: string) => Params) => async (_: FastifyRequest, body: string | Buffer) =>
    readable(() => parse(String(body)));
  const options = { parseAs: 'string', bodyLimit: largestForm } as const;
  pages.addContentTypeParser('application/x-www-form-urlencoded', options, parser(parseForm));
  pages.addContentTypeParser(
    'application/json',
    options,
    parser((body) => paramsOf(JSON.parse(body) as unknown)),
  );
}

const accepts = (params: Params): boolean => required(params, 'decision') === 'complete';

// If the person declines, this is a normal response: the browser then requests the state of the payment from the product.
const decideIntent: Handler = async ({ work, path, params }) => {
  const intent = await work.get('payment_intent', path['id']);
  requireSecret(intent, params, 'payment_intent');
  return (await decide(work, intent, accepts(params))).intent;
};

const decideSetupIntent: Handler = async ({ work, path, params }) => {
  const intent = await work.get('setup_intent', path['id']);
  requireSecret(intent, params, 'setup_intent');
  await decideSetup(work, intent.id, accepts(params));
  return work.get('setup_intent', intent.id);
};

/**
 * Registers the routes of the stand-in for browsers on the product's own address: the calls that Stripe's script makes to Stripe,
 * the payment page, and invoices. Bodies are forms, as at Stripe, or JSON.
 */
export function registerStandInRoutes(
  app: FastifyInstance,
  { calls, publishableKey }: { calls: Calls; publishableKey: string },
): void {
  const send = (reply: FastifyReply, answer: Answer) =>
    reply
      .code(answer.status)
      .headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
      .send(answer.body);

  const api =
    (handler: Handler) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const params = request.body as Params | undefined;
      try {
        const key = (request.headers.authorization ?? '').replace(/^Bearer /, '');
        if ((key || text(params ?? {}, 'key')) !== publishableKey)
          throw new ApiError(401, 'Invalid API Key provided.');
        const known = { key: null, name: request.url };
        return send(
          reply,
          await calls.write(known, handler, request.params as Named['Params'], params ?? {}),
        );
      } catch (error) {
        if (error instanceof ApiError) return send(reply, errorAnswer(error));
        throw error;
      }
    };

  void app.register(async (pages) => {
    acceptForms(pages);
    pages.post('/stripe-stand-in/v1/payment_methods', api(createCard));
    pages.post('/stripe-stand-in/v1/payment_intents/:id/confirm', api(confirmIntent));
    pages.post('/stripe-stand-in/v1/setup_intents/:id/confirm', api(confirmSetupIntent));
    pages.post('/stripe-stand-in/v1/payment_intents/:id/three_d_secure', api(decideIntent));
    pages.post('/stripe-stand-in/v1/setup_intents/:id/three_d_secure', api(decideSetupIntent));
    pages.get<Named>('/stripe-stand-in/checkout/:id', (request, reply) =>
      answerSession(calls, request.params.id, null, reply),
    );
    pages.post<Named>('/stripe-stand-in/checkout/:id', (request, reply) =>
      answerSession(calls, request.params.id, (request.body as Params | undefined) ?? {}, reply),
    );
    pages.post<Named>('/stripe-stand-in/invoices/:id', (request, reply) =>
      answerInvoice(calls, request.params.id, (request.body as Params | undefined) ?? {}, reply),
    );
    pages.get<Named>('/stripe-stand-in/invoices/:id', async (request, reply) => {
      const id = request.params.id.replace(/\.pdf$/, '');
      if (id === request.params.id) return answerInvoice(calls, id, null, reply);
      const invoice = await calls.change((work) => work.find('invoice', id));
      if (!invoice || invoice.status === 'draft')
        return reply.code(404).send({ ok: false, error: 'not-found' });
      const headers = {
        'content-type': 'application/pdf',
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="invoice-${invoice.number ?? 'draft'}.pdf"`,
      };
      return reply.headers(headers).send(invoicePdf(invoice));
    });
  });
}
