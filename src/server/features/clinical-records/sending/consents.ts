import type { FastifyReply } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { uploadedFormConsent } from '../../../../domain/fhir/records/consent.ts';
import { readConsentSearch } from '../../../../domain/fhir/records/document-search.ts';
import { isRecordId } from '../../../../domain/fhir/records/record-ids.ts';
import { searchset } from '../../../../domain/fhir/records/searchset.ts';
import { translators } from '../../../../domain/i18n/translators.ts';
import { readClinicalConsent, readClinicalConsents } from '../operations/consent-operations.ts';
import { sendFhir, sendResource } from '../reply.ts';
import { selfOf, type Call } from './call.ts';

/** Sends the uploaded forms of a resident. */
export async function sendConsents(call: Call): Promise<FastifyReply> {
  const { services, context, reply, query } = call;
  const baseUrl = services.config.publicUrl;
  const patient = readConsentSearch(query, baseUrl);
  const forms = await readClinicalConsents.call(context, { patient_id: patient });
  const resources = forms.map((form) => uploadedFormConsent(form, baseUrl, translators.en));
  const at = services.clock().toISOString();
  const self = selfOf(call, 'Consent', { patient });
  return sendFhir(reply, searchset({ baseUrl, at, self, total: resources.length, resources }));
}

export async function sendConsent({ services, context, request, reply, id }: Call): Promise<FastifyReply> {
  if (!isRecordId(id)) throw new AppError('not-found');
  const form = await readClinicalConsent.call(context, { id });
  const { publicUrl } = services.config;
  return sendResource(request, reply, uploadedFormConsent(form, publicUrl, translators.en));
}
