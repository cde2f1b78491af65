import * as z from 'zod/mini';
import { operation } from '../../../pipeline/operation.ts';
import type { Loading } from '../../../pipeline/work.ts';
import { findProviderSubject, getProviderById } from './store.ts';

const id = z.string().check(z.uuid());

const provider = (input: { id: string }, loading: Loading) => findProviderSubject(input.id, loading);

/** Loads a provider, for its staff and those of the providers above it (API-47). */
export const getProvider = operation({
  name: 'getProvider',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'provider.read', subject: provider },
  run: ({ subject, tx }) => getProviderById(tx, subject.providerId),
});
