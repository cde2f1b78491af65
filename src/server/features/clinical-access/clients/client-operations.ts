import * as z from 'zod/mini';
import { fhirPath } from '../../../../domain/clinical/addresses.ts';
import { AppError } from '../../../../domain/errors.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import {
  clinicalClientForm,
  clinicalKeyForm,
} from '../../../../domain/inputs/integrations/clinical-client.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { audienceOf } from '../token/assertion.ts';
import * as store from './client-store.ts';
import { readPastedKeys } from './pasted-keys.ts';
import { changeLimit, namedProvider, providerOfClient, providerOfKey } from './subject.ts';

const providerId = z.optional(z.nullable(z.string().check(z.uuid())));

/** The clinical systems of a provider, and the two addresses that they need. */
export type ClinicalAccess = {
  sign_in_address: string;
  fhir_address: string;
  clients: readonly store.ShownClient[];
};

/** Loads a clinical system that was just changed. @throws AppError `not-found` when it was revoked meanwhile */
async function shown(tx: Tx, ofProvider: string, id: string, now: Date): Promise<store.ShownClient> {
  const client = await store.findClient(tx, ofProvider, id, now);
  if (!client) throw new AppError('not-found');
  return client;
}

/** Returns the clinical systems of a provider that may sign in, with their public keys. */
export const clinicalClients = operation({
  name: 'clinicalClients',
  kind: 'read',
  input: z.strictObject({ provider_id: providerId }),
  access: { action: 'clinicalClients.read', subject: namedProvider },
  run: async ({ subject, tx, now, services: { config } }): Promise<ClinicalAccess> => ({
    sign_in_address: audienceOf(config),
    fhir_address: `${config.publicUrl}${fhirPath}`,
    clients: await store.findClients(tx, subject.providerId, now),
  }),
});

/**
 * Registers a clinical system of a provider with its public keys, as a JSON Web Key Set, one key, or PEM. A private key is refused.
 * @throws AppError `invalid` at the fields; `rate-limited`
 */
export const createClinicalClient = operation({
  name: 'createClinicalClient',
  kind: 'write',
  input: formInput(clinicalClientForm, { provider_id: providerId, idempotency_key: idempotencyKey }),
  access: { action: 'clinicalClients.change', subject: namedProvider },
  limit: changeLimit,
  prepare: { run: ({ input }) => readPastedKeys(input.keys) },
  async run({ input, subject, actor, tx, now, prepared: keys, emit, auditDetails }) {
    const { providerId: ofProvider } = subject;
    const createdBy = callerId(actor);
    const id = await store.insertClient(tx, { providerId: ofProvider, name: input.name, createdBy, now });
    await store.insertKeys(tx, id, keys, { addedBy: createdBy, now });
    emit('clinical.changed', { provider_id: ofProvider, staff_id: createdBy, change: 'systemAdded' });
    auditDetails({ provider: ofProvider, client_id: id, keys: keys.length });
    return shown(tx, ofProvider, id, now);
  },
});

/**
 * Adds public keys to a clinical system, so that one can be rotated without an interruption.
 * @throws AppError `invalid` at the fields; `not-found` when the system was revoked; `rate-limited`
 */
export const addClinicalKey = operation({
  name: 'addClinicalKey',
  kind: 'write',
  input: formInput(clinicalKeyForm, { client_id: z.uuid() }),
  access: {
    action: 'clinicalClients.change',
    subject: ({ client_id }, loading) => providerOfClient(client_id, loading),
  },
  limit: changeLimit,
  prepare: { run: ({ input }) => readPastedKeys(input.keys) },
  async run({ input: { client_id }, subject, actor, tx, now, prepared: keys, emit, auditDetails }) {
    const addedBy = callerId(actor);
    await store.insertKeys(tx, client_id, keys, { addedBy, now });
    emit('clinical.changed', { provider_id: subject.providerId, staff_id: addedBy, change: 'keyAdded' });
    auditDetails({ provider: subject.providerId, client_id, keys: keys.length });
    return shown(tx, subject.providerId, client_id, now);
  },
});

/** Removes a key of a clinical system: tokens that it got end at once. Removing it again changes nothing. */
export const removeClinicalKey = operation({
  name: 'removeClinicalKey',
  kind: 'write',
  input: z.strictObject({ id: z.uuid() }),
  access: {
    action: 'clinicalClients.change',
    subject: ({ id }, loading) => providerOfKey(id, loading),
  },
  async run({ input: { id }, subject, actor, tx, now, emit, auditDetails }) {
    const isChanged = await store.removeKey(tx, id, now);
    const changed = { provider_id: subject.providerId, staff_id: callerId(actor) };
    if (isChanged) emit('clinical.changed', { ...changed, change: 'keyRemoved' });
    auditDetails({ provider: subject.providerId, key_id: id, changed: isChanged });
    return id;
  },
});

/** Revokes a clinical system: its keys can no longer sign in, and its tokens end at once. Revoking it again changes nothing. */
export const revokeClinicalClient = operation({
  name: 'revokeClinicalClient',
  kind: 'write',
  input: z.strictObject({ id: z.uuid() }),
  access: {
    action: 'clinicalClients.change',
    subject: ({ id }, loading) => providerOfClient(id, loading),
  },
  async run({ input: { id }, subject, actor, tx, now, emit, auditDetails }) {
    const isChanged = await store.revokeClient(tx, id, now);
    const changed = { provider_id: subject.providerId, staff_id: callerId(actor) };
    if (isChanged) emit('clinical.changed', { ...changed, change: 'systemRemoved' });
    auditDetails({ provider: subject.providerId, client_id: id, changed: isChanged });
    return id;
  },
});
