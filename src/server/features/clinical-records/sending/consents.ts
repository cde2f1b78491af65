import type { Binary } from 'fhir/r4';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { formRecord } from '../../../../domain/fhir/records/consent.ts';
import { readConsentSearch } from '../../../../domain/fhir/records/document-search.ts';
import { isRecordId } from '../../../../domain/fhir/records/record-ids.ts';
import { searchset } from '../../../../domain/fhir/records/searchset.ts';
import { translators } from '../../../../domain/i18n/translators.ts';
import {
  openClinicalForm,
  readClinicalConsent,
  readClinicalConsents,
  readClinicalForm,
} from '../operations/consent-operations.ts';
import { typeOfName } from '../../../../domain/files/file-types.ts';
import { ClinicalRefusal } from '../../../../domain/fhir/outcome.ts';
import { clinicalSystemOf } from '../../clinical-access/api.ts';
import { readWhole, sendFile } from '../../files/api.ts';
import { sendFhir, sendResource } from '../reply.ts';
import { selfOf, type Call } from './call.ts';

/** Sends the uploaded forms of a resident. */
export async function sendConsents(call: Call): Promise<FastifyReply> {
  const { services, context, reply, query } = call;
  const baseUrl = services.config.publicUrl;
  const patient = readConsentSearch(query, baseUrl);
  const forms = await readClinicalConsents.call(context, { patient_id: patient });
  const resources = forms.map((form) => formRecord(form, baseUrl, translators.en));
  const at = services.clock().toISOString();
  const self = selfOf(call, 'Consent', { patient });
  return sendFhir(reply, searchset({ baseUrl, at, self, total: resources.length, resources }));
}

export async function sendConsent({ services, context, request, reply, id }: Call): Promise<FastifyReply> {
  if (!isRecordId(id)) throw new AppError('not-found');
  const form = await readClinicalConsent.call(context, { id });
  const { publicUrl } = services.config;
  return sendResource(request, reply, formRecord(form, publicUrl, translators.en));
}

/**
 * Largest form, in bytes, that is sent inside a resource, where its text is a third longer and is held in memory. A larger one is sent
 * as it is.
 */
const insideAtMost = 5 * 1024 * 1024;

/** Sends the bytes of an uploaded form: as they are, or in a Binary. Stops when the system may no longer read it. */
export async function sendForm(call: Call): Promise<FastifyReply> {
  const { services, context, request, reply, id, form } = call;
  const file = await openClinicalForm.call(context, { id });
  if (form === 'content') {
    const stillAllowed = async () => {
      const actor = await clinicalSystemOf(request, services);
      await readClinicalForm.call({ ...context, actor }, { id });
      return true;
    };
    reply.header('x-security-context', `Consent/${id}`);
    await sendFile(request, reply, services, file, {
      disposition: 'attachment',
      stillAllowed: () => stillAllowed().catch(() => false),
    });
    return reply;
  }
  if (file.size > insideAtMost)
    throw new ClinicalRefusal(
      406,
      'too-costly',
      'This content is too large for a resource. Accept application/pdf.',
    );
  const binary: Binary = {
    resourceType: 'Binary',
    id,
    contentType: typeOfName(file.file_name)?.contentType ?? 'application/octet-stream',
    securityContext: { reference: `Consent/${id}` },
    data: (await readWhole(services, file.content)).toString('base64'),
  };
  return sendFhir(reply, binary);
}
