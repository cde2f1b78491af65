import * as z from 'zod/mini';
import { logoLongest } from '../../../../domain/accounts/pictures.ts';
import { refuseInvalid } from '../../../../domain/errors.ts';
import { logoProblem } from '../../../../domain/providers/logo-file.ts';
import { reencodePicture } from '../../../images/reencode.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { findLogo, findProviderSubject, getProviderById, removeLogo, replaceLogo } from './store.ts';

const id = z.string().check(z.uuid());

const provider = (input: { id: string }, loading: Loading) => findProviderSubject(input.id, loading);

/** Refuses an invalid name of a logo's file, if one was sent (PROV-27, PROV-29). @throws AppError `invalid` at `logo` */
export function refuseLogoName(name: string | null | undefined): void {
  const problem = typeof name === 'string' ? logoProblem({ name, size: 0 }) : undefined;
  refuseInvalid(problem ? [problem] : []);
}

/**
 * Replaces the logo by one that is encoded again, its longest side at most 600 px (PROV-27 to PROV-30). The name of its file is
 * only checked, and not stored.
 * @throws AppError `invalid` at `logo`, `rate-limited`
 */
export const changeProviderLogo = operation({
  name: 'changeProviderLogo',
  kind: 'write',
  input: z.strictObject({ id, data_url: z.string(), file_name: z.optional(z.nullable(z.string())) }),
  access: { action: 'provider.update', subject: provider },
  limit: ({ actor }) => [{ counted: ['logo:account', callerId(actor)], counts: 'always' }],
  prepare: {
    run: ({ input }) => {
      refuseLogoName(input.file_name);
      return reencodePicture(input.data_url, { longest: logoLongest, field: 'logo' });
    },
  },
  async run({ subject, prepared, tx, now, auditDetails }) {
    await replaceLogo(tx, subject.providerId, prepared, now);
    auditDetails({ provider_id: subject.providerId });
    return getProviderById(tx, subject.providerId);
  },
});

/** Removes the logo. Does nothing if there is none. */
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

/** Returns the image of a logo, for staff and customers of the provider. */
export const getLogo = operation({
  name: 'getLogo',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'provider.readLogo', subject: (input, { tx }) => findLogo(tx, input.id) },
  run: async ({ subject: { type, content } }) => ({ type, content }),
});
