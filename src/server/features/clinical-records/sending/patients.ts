import type { FastifyReply } from 'fastify';
import { AppError } from '../../../../domain/errors.ts';
import { residentPatient } from '../../../../domain/fhir/records/patient.ts';
import { readPatientSearch, type PatientSearch } from '../../../../domain/fhir/records/patient-search.ts';
import { customerIdSystem, isRecordId } from '../../../../domain/fhir/records/record-ids.ts';
import { searchset } from '../../../../domain/fhir/records/searchset.ts';
import { findClinicalPatients, readClinicalPatient } from '../operations/patient-operations.ts';
import { sendFhir, sendResource } from '../reply.ts';
import { selfOf, type Call } from './call.ts';

const parametersOf = (search: PatientSearch, baseUrl: string): Record<string, string> =>
  search.by === 'number'
    ? { identifier: `${customerIdSystem(baseUrl, search.providerId)}|${search.number}` }
    : { ...search.name, birthdate: search.birthDate };

/** Sends the residents that a search finds. */
export async function sendPatients(call: Call): Promise<FastifyReply> {
  const { services, context, reply, query } = call;
  const baseUrl = services.config.publicUrl;
  const search = readPatientSearch(query, baseUrl);
  const found = await findClinicalPatients.call(context, { search });
  const resources = found.map((resident) => residentPatient(resident, baseUrl));
  const self = selfOf(call, 'Patient', parametersOf(search, baseUrl));
  const at = services.clock().toISOString();
  return sendFhir(reply, searchset({ baseUrl, at, self, total: resources.length, resources }));
}

export async function sendPatient({ services, context, request, reply, id }: Call): Promise<FastifyReply> {
  if (!isRecordId(id)) throw new AppError('not-found');
  const resident = await readClinicalPatient.call(context, { id });
  const lastUpdated = resident.updated_at.toISOString();
  return sendResource(request, reply, {
    ...residentPatient(resident, services.config.publicUrl),
    meta: { lastUpdated },
  });
}
