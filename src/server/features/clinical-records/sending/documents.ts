import type { FastifyReply } from 'fastify';
import type { OperationOutcome } from 'fhir/r4';
import { AppError } from '../../../../domain/errors.ts';
import {
  signedVersionReference,
  type SignedVersion,
} from '../../../../domain/fhir/records/document-reference.ts';
import { readDocumentSearch, type DocumentSearch } from '../../../../domain/fhir/records/document-search.ts';
import { readDocumentId } from '../../../../domain/fhir/records/record-ids.ts';
import { readParameters } from '../../../../domain/fhir/records/search-parameters.ts';
import { searchset } from '../../../../domain/fhir/records/searchset.ts';
import { translators } from '../../../../domain/i18n/translators.ts';
import {
  findClinicalDocuments,
  readClinicalDocument,
  readClinicalDocuments,
} from '../operations/document-operations.ts';
import { newPageLink, pageParameter, readPageLink } from '../page-link.ts';
import { sendFhir, sendResource } from '../reply.ts';
import type { Position } from '../store.ts';
import { selfOf, type Call } from './call.ts';

const referenceOf = ({ services: { config } }: Call, signed: SignedVersion) =>
  signedVersionReference(signed, {
    baseUrl: config.publicUrl,
    operator: config.company.name,
    t: translators.en,
  });

/** Position of a page of results: the search, and the end of the previous page if there is one. */
type Wanted = { search: DocumentSearch; last?: Position; self: string };

function wantedBy(call: Call): Wanted {
  const { services, clientId, query } = call;
  if (query.pairs.some(([name]) => name === pageParameter)) {
    const found = readParameters(query, [pageParameter, '_format'] as const);
    const link = found.get(pageParameter)?.[0] ?? '';
    const { search, last } = readPageLink(services.secrets, clientId, link, services.clock());
    return { search, last, self: selfOf(call, 'DocumentReference', { [pageParameter]: link }) };
  }
  const search = readDocumentSearch(query, services.config.publicUrl);
  return { search, self: selfOf(call, 'DocumentReference', parametersOf(search)) };
}

const parametersOf = ({ patientId, status, changed, count }: DocumentSearch): Record<string, string> => ({
  ...(patientId !== null && { patient: patientId }),
  ...(status !== null && { status }),
  ...(changed.from !== null && { _lastUpdated: `ge${new Date(changed.from).toISOString()}` }),
  _count: String(count),
});

const onlyForms = (): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: [
    {
      severity: 'information',
      code: 'informational',
      diagnostics: translators.en('fhir.records.onlyPapers'),
    },
  ],
});

/** Sends a page of signed versions, of one resident or of all. */
export async function sendDocuments(call: Call): Promise<FastifyReply> {
  const { services, context, clientId, reply } = call;
  const at = services.clock();
  const { search, last, self } = wantedBy(call);
  const { patientId, ...paged } = search;
  const input = { ...paged, ...(last && { after: last }) };
  const page =
    patientId === null
      ? { ...(await findClinicalDocuments.call(context, input)), formAdded: null }
      : await readClinicalDocuments.call(context, { patient_id: patientId, ...input });
  const next = page.next && newPageLink(services.secrets, clientId, { search, last: page.next }, at);
  return sendFhir(
    reply,
    searchset({
      baseUrl: services.config.publicUrl,
      at: at.toISOString(),
      self,
      ...(next && { next: selfOf(call, 'DocumentReference', { [pageParameter]: next }) }),
      resources: page.documents.map((signed) => referenceOf(call, signed)),
      ...(page.formAdded !== null && { outcome: onlyForms() }),
    }),
  );
}

export async function sendDocument(call: Call): Promise<FastifyReply> {
  const { context, request, reply, id } = call;
  const key = readDocumentId(id);
  if (!key) throw new AppError('not-found');
  const asked = { patient_id: key.patientId, version: key.version };
  const signed = await readClinicalDocument.call(context, asked);
  return sendResource(request, reply, referenceOf(call, signed));
}
