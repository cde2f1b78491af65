import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clinicalTypes } from '../../../domain/clinical/scopes.ts';
import { AppError } from '../../../domain/errors.ts';
import { ClinicalRefusal } from '../../../domain/fhir/outcome.ts';
import { isRecordId } from '../../../domain/fhir/records/record-ids.ts';
import { maxQueryLength, type Query } from '../../../domain/fhir/records/search-parameters.ts';
import { errorSummary } from '../../graphql/errors.ts';
import type { Context, Services } from '../../pipeline/context.ts';
import { concurrencyByKey } from '../../pipeline/limits/concurrency-by-key.ts';
import { clinicalSystemOf } from '../clinical-access/api.ts';
import { sendConsent, sendConsents, sendForm } from './sending/consents.ts';
import { sendDocument, sendDocuments } from './sending/documents.ts';
import { sendPatient, sendPatients } from './sending/patients.ts';
import { sendSubscription, sendSubscriptions, sendSubscriptionStatus } from './sending/subscriptions.ts';
import { sendBundle, sendComposition, sendPlanPdf } from './sending/plans.ts';
import type { Call } from './sending/call.ts';
import { clinicalHeaders, requestedForm, sendClinicalRefusal } from './reply.ts';
import { countRequest, type CountedRequest } from './request-counts.ts';

type WithId = { Params: { id: string } };

/** Requests of one clinical system that run at the same time, and that may wait. */
const ofSystem = concurrencyByKey({ atOnce: 4, waitingAtMost: 60 });

const contextOf = (services: Services, request: FastifyRequest, actor: Context['actor']): Context => ({
  services,
  actor,
  meta: { requestId: request.id, address: request.ip, userAgent: null, language: 'en', sessionId: null },
});

/** Returns the query of an address. One that is too long is not decoded, because it is refused. */
function queryOf({ url }: FastifyRequest): Query {
  const start = url.indexOf('?');
  const text = start === -1 ? '' : url.slice(start + 1);
  return { length: text.length, pairs: text.length > maxQueryLength ? [] : [...new URLSearchParams(text)] };
}

type Sender = (call: Call) => Promise<FastifyReply>;
type Counted = { as?: CountedRequest; content?: string };

/**
 * Runs a request: the token, then the count, then the form of the response, then the work. A session or any other credential of a
 * browser is not read.
 */
async function run(
  services: Services,
  request: FastifyRequest<Partial<WithId>>,
  reply: FastifyReply,
  { as = 'read', content }: Counted,
  send: Sender,
): Promise<FastifyReply> {
  const actor = await clinicalSystemOf(request, services);
  await countRequest(services, actor.clientId, as);
  const query = queryOf(request);
  const form = requestedForm(request, query, content);
  const { id = '' } = request.params as { id?: string };
  const context = contextOf(services, request, actor);
  return ofSystem(actor.clientId, () =>
    send({ services, context, clientId: actor.clientId, request, reply, query, id, form }),
  );
}

/**
 * Registers the resources that clinical systems read with an access token: read only, as FHIR R4. Every refusal is an
 * OperationOutcome.
 */
export function registerClinicalRecords(app: FastifyInstance, services: Services): void {
  void app.register(async (routes) => {
    routes.addHook('onRequest', async (_, reply) => void reply.headers(clinicalHeaders));
    routes.setErrorHandler((error, request, reply) => {
      const isKnown = error instanceof ClinicalRefusal || error instanceof AppError;
      if (!isKnown) request.log.error({ err: errorSummary(error) }, 'request of a clinical system failed');
      if (error instanceof AppError && error.code === 'unavailable') request.unavailable = 'clinical-records';
      return sendClinicalRefusal(error, reply);
    });
    const get = (path: string, send: Sender, counted: Counted = {}) =>
      routes.get<WithId>(path, (request, reply) => run(services, request, reply, counted, send));
    get('/fhir/Patient', sendPatients, { as: 'search' });
    get('/fhir/Patient/:id', sendPatient);
    get('/fhir/DocumentReference', sendDocuments);
    get('/fhir/DocumentReference/:id', sendDocument);
    get('/fhir/Composition/:id', sendComposition);
    get('/fhir/Bundle/:id', sendBundle);
    // The bytes of a form, or those of a plan.
    const sendBinary: Sender = (call) => (isRecordId(call.id) ? sendForm(call) : sendPlanPdf(call));
    get('/fhir/Binary/:id', sendBinary, { content: 'application/pdf' });
    get('/fhir/Consent', sendConsents);
    get('/fhir/Consent/:id', sendConsent);
    get('/fhir/Subscription', sendSubscriptions);
    get('/fhir/Subscription/:id', sendSubscription);
    get('/fhir/Subscription/:id/$status', sendSubscriptionStatus);
    for (const type of clinicalTypes)
      for (const url of [`/fhir/${type}`, `/fhir/${type}/:id`, `/fhir/${type}/_search`])
        routes.route({
          method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
          url,
          // Before the body is read, whatever its type.
          onRequest: async () => {
            const allow = { allow: 'GET, HEAD' };
            throw new ClinicalRefusal(405, 'not-supported', 'This interface is read only.', allow);
          },
          handler: async (_, reply) => reply,
        });
  });
}
