import type { Binary, Bundle, Composition } from 'fhir/r4';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { planBundle } from '../../../../domain/fhir/bundle.ts';
import { readDocumentId } from '../../../../domain/fhir/records/record-ids.ts';
import { concurrencyLimit } from '../../../pipeline/limits/concurrency-limit.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import { fhirFile, type FoundFhir } from '../../acp/api.ts';
import { readClinicalPlan, type PlanForm } from '../operations/plan-operation.ts';
import { isUnchanged, sendFhir, sendResource, sendUnchanged, versionIdOf, type State } from '../reply.ts';
import type { Call } from './call.ts';

/**
 * One process typesets all PDFs. Clinical systems together have one place in its queue, so that a nightly copy of 5,000 plans delays a
 * person by one document at most; documents of an emergency are before all of these.
 */
const ofAllSystems = concurrencyLimit({ atOnce: 1, waitingAtMost: 100 });
const ofSystem = personLimit({ atOnce: 1, waitingAtMost: 20 });

const pdfOf = ({ services, clientId }: Call, { document }: FoundFhir): Promise<Uint8Array> =>
  ofSystem(clientId, () => ofAllSystems(() => services.makePdf(document, { urgent: false })));

/** Returns the document without its PDF. It has everything that the PDF says, so it decides whether a reader has this state. */
const withoutPdf = ({ facts, pdfName }: FoundFhir): Bundle =>
  planBundle({ ...facts, pdf: { base64: '', size: 0, title: pdfName } });

type Read = { plan: FoundFhir; document: Bundle; state: State };

async function read({ context, id }: Call, as: PlanForm): Promise<Read> {
  const key = readDocumentId(id);
  if (!key) throw new AppError('not-found');
  const { signed, plan } = await readClinicalPlan.call(context, {
    ...{ patient_id: key.patientId, version: key.version },
    as,
  });
  const document = withoutPdf(plan);
  const state = { versionId: versionIdOf(JSON.stringify(document)), lastUpdated: signed.changedAt };
  return { plan, document, state };
}

/** Sends a signed version as a document, with its PDF inside. */
export async function sendBundle(call: Call): Promise<FastifyReply> {
  const { request, reply, id } = call;
  const { plan, state } = await read(call, 'Bundle');
  if (isUnchanged(request, reply, state)) return sendUnchanged(reply);
  const bundle = JSON.parse(fhirFile(plan, await pdfOf(call, plan))) as Bundle;
  return sendFhir(reply, { ...bundle, id, meta: state });
}

/**
 * Sends the first part of a document: the plan in words. Its subject is the Patient of this interface; its other references are to entries
 * of the Bundle with the same id.
 */
export async function sendComposition(call: Call): Promise<FastifyReply> {
  const { request, reply, id } = call;
  const { document, state } = await read(call, 'Composition');
  const first = document.entry?.[0]?.resource as Composition;
  const patient = { reference: `Patient/${readDocumentId(id)?.patientId}` };
  const author = first.author.map((each) => (each.reference === first.subject?.reference ? patient : each));
  const { lastUpdated } = state;
  return sendResource(request, reply, {
    ...first,
    id,
    ...(lastUpdated !== undefined && { meta: { lastUpdated } }),
    subject: patient,
    author,
  });
}

/** Sends the PDF of a signed version: itself, or in a Binary. */
export async function sendPlanPdf(call: Call): Promise<FastifyReply> {
  const { request, reply, id, form } = call;
  const { plan, state } = await read(call, 'Binary');
  if (isUnchanged(request, reply, state)) return sendUnchanged(reply);
  const pdf = Buffer.from(await pdfOf(call, plan));
  if (form === 'content')
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${plan.plainName.replace(/\.fhir\.json$/, '.pdf')}"`,
        'x-security-context': `DocumentReference/${id}`,
      })
      .send(pdf);
  const binary: Binary = {
    resourceType: 'Binary',
    id,
    meta: state,
    contentType: 'application/pdf',
    securityContext: { reference: `DocumentReference/${id}` },
    data: pdf.toString('base64'),
  };
  return sendFhir(reply, binary);
}
