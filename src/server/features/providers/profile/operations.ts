import * as z from 'zod/mini';
import { logoLongest } from '../../../../domain/accounts/pictures.ts';
import { AppError } from '../../../../domain/errors.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import { providerProfileForm } from '../../../../domain/inputs/provider.ts';
import { reencodePicture } from '../../../images/reencode.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Loading } from '../../../pipeline/work.ts';
import {
  findLogo,
  findProviderSubject,
  getProviderById,
  removeLogo,
  replaceLogo,
  saveProvider,
  type ProviderSubject,
} from './store.ts';

const id = z.string().check(z.uuid());

const provider = (input: { id: string }, loading: Loading) => findProviderSubject(input.id, loading);

/** A provider, for its staff and those of the providers above it (API-47). */
export const getProvider = operation({
  name: 'getProvider',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'provider.read', subject: provider },
  run: ({ subject, tx }) => getProviderById(tx, subject.providerId),
});

const formFields = ['name', 'address', 'state', 'postcode', 'location', 'phone_number', 'email'] as const;

/** A save that was based on an older state changes nothing, and its refusal holds what is saved now (D-18). */
async function refuseStale(tx: Tx, subject: ProviderSubject, version: number) {
  if (subject.version === version) return;
  const current = await getProviderById(tx, subject.providerId);
  const saved = Object.fromEntries(formFields.map((field) => [field, current[field] ?? '']));
  throw new AppError('conflict', { details: { version: current.version, saved } });
}

/**
 * Changes what a provider says about itself (API-40, GAP-77). The contact person, the tree and the money are no part of it.
 * @throws AppError `invalid` at the fields; `conflict` with `details.version` and `details.saved`
 */
export const updateProvider = operation({
  name: 'updateProvider',
  kind: 'write',
  input: formInput(providerProfileForm, { id, version: z.int() }),
  access: { action: 'provider.update', subject: provider },
  async run({ input, subject, tx, auditDetails }) {
    const { id: _, version, ...change } = input;
    await refuseStale(tx, subject, version);
    await saveProvider(tx, subject.providerId, { ...change, email: change.email || null });
    auditDetails({ provider_id: subject.providerId });
    return getProviderById(tx, subject.providerId);
  },
});

/**
 * Puts a logo in place of the one before, encoded again, its longest side at most 600 px (PROV-27 to PROV-30).
 * @throws AppError `invalid` at `logo`, `rate-limited`
 */
export const changeProviderLogo = operation({
  name: 'changeProviderLogo',
  kind: 'write',
  input: z.strictObject({ id, data_url: z.string() }),
  access: { action: 'provider.update', subject: provider },
  limit: ({ actor }) => [{ counted: ['logo:account', callerId(actor)], counts: 'always' }],
  prepare: {
    run: ({ input }) => reencodePicture(input.data_url, { longest: logoLongest, field: 'logo' }),
  },
  async run({ subject, prepared, tx, now, auditDetails }) {
    await replaceLogo(tx, subject.providerId, prepared, now);
    auditDetails({ provider_id: subject.providerId });
    return getProviderById(tx, subject.providerId);
  },
});

/** Takes the logo away. Without one there is nothing to do, and that is fine. */
export const removeProviderLogo = operation({
  name: 'removeProviderLogo',
  kind: 'write',
  input: z.strictObject({ id }),
  access: { action: 'provider.update', subject: provider },
  async run({ subject, tx, auditDetails }) {
    await removeLogo(tx, subject.providerId);
    auditDetails({ provider_id: subject.providerId });
    return getProviderById(tx, subject.providerId);
  },
});

/** The picture of a logo: for all of the provider, staff and customers. */
export const getLogo = operation({
  name: 'getLogo',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'provider.readLogo', subject: (input, { tx }) => findLogo(tx, input.id) },
  run: async ({ subject: { type, content } }) => ({ type, content }),
});
