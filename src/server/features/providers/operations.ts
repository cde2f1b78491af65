import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { providerProfileForm } from '../../../domain/inputs/provider.ts';
import { logoLongest } from '../../../domain/accounts/pictures.ts';
import { operation } from '../../pipeline/operation.ts';
import { redrawPicture, type Picture } from '../../images/reencode.ts';
import { prepared, readSent, sentText } from '../../pipeline/prepared.ts';
import { admit } from '../../pipeline/limit.ts';
import {
  findLogo,
  findProviderSubject,
  getProviderById,
  removeLogo,
  replaceLogo,
  saveProvider,
  type ProviderChange,
  type ProviderSubject,
} from './store.ts';

const id = z.string().check(z.uuid());

/** Refused by the rules already where there is none; this is for the compiler. */
function known<Found>(subject: Found | null): Found {
  if (!subject) throw new AppError('not-found');
  return subject;
}

/** A provider, for its staff and those of the providers above it (API-47). */
export const getProvider = operation({
  name: 'getProvider',
  kind: 'read',
  input: z.strictObject({ id }),
  access: {
    action: 'provider.read',
    subject: (input, { tx }) => findProviderSubject(tx, input.id, { lock: false }),
  },
  run: ({ subject, tx }) => getProviderById(tx, known(subject).id),
});

const formFields = ['name', 'address', 'state', 'postcode', 'location', 'phone_number', 'email'] as const;

/** A save that was based on an older state changes nothing, and its refusal holds what is saved now (D-18). */
async function refuseStale(
  tx: Parameters<typeof getProviderById>[0],
  subject: ProviderSubject,
  version: number,
) {
  if (subject.version === version) return;
  const provider = await getProviderById(tx, subject.id);
  const saved = Object.fromEntries(formFields.map((field) => [field, provider[field] ?? '']));
  throw new AppError('conflict', { details: { version: provider.version, saved } });
}

const change = operation({
  name: 'updateProvider',
  kind: 'write',
  input: z.strictObject({ id, version: z.int(), change: z.custom<ProviderChange>() }),
  access: {
    action: 'provider.update',
    subject: (input, { tx }) => findProviderSubject(tx, input.id, { lock: true }),
  },
  async run({ input, subject, tx, note }) {
    const provider = known(subject);
    await refuseStale(tx, provider, input.version);
    await saveProvider(tx, provider.id, input.change);
    note({ provider_id: provider.id }, 'platform');
    return getProviderById(tx, provider.id);
  },
});

/**
 * Changes what a provider says about itself (API-40, GAP-77). The contact person, the tree and the money are no part of it.
 * @throws AppError `invalid` at the fields; `conflict` with `details.version` and `details.saved`
 */
export const updateProvider = prepared(change, async (_, raw, perform) => {
  const { id: asked, version, ...fields } = raw as Record<string, unknown>;
  const read = readSent(providerProfileForm, fields, formFields);
  return perform({ id: asked, version, change: { ...read, email: read.email || null } });
});

const keepLogo = operation({
  name: 'changeProviderLogo',
  kind: 'write',
  input: z.strictObject({ id, picture: z.custom<Picture>() }),
  access: {
    action: 'provider.update',
    subject: (input, { tx }) => findProviderSubject(tx, input.id, { lock: true }),
  },
  async run({ input, subject, tx, now, note }) {
    const provider = known(subject);
    await replaceLogo(tx, provider.id, input.picture, now);
    note({ provider_id: provider.id }, 'platform');
    return getProviderById(tx, provider.id);
  },
});

/**
 * Puts a logo in place of the one before, drawn anew, its longest side at most 600 px (PROV-27 to PROV-30).
 * @throws AppError `invalid` at `logo`, `rate-limited`
 */
export const changeProviderLogo = prepared(keepLogo, async (context, raw, perform) => {
  const asked = sentText(raw, 'id');
  // Nobody who may not keep it has a picture drawn.
  await mayChangeLogo.call(context, { id: asked });
  if (context.actor.kind === 'person')
    await admit(context.services, [['logo:account', context.actor.userId]]);
  const picture = await redrawPicture(sentText(raw, 'data_url'), { longest: logoLongest, field: 'logo' });
  return perform({ id: asked, picture });
});

const mayChangeLogo = operation({
  name: 'changeProviderLogo',
  kind: 'read',
  input: z.strictObject({ id }),
  access: {
    action: 'provider.update',
    subject: (input, { tx }) => findProviderSubject(tx, input.id, { lock: false }),
  },
  run: async () => true,
});

/** Takes the logo away. Without one there is nothing to do, and that is fine. */
export const removeProviderLogo = operation({
  name: 'removeProviderLogo',
  kind: 'write',
  input: z.strictObject({ id }),
  access: {
    action: 'provider.update',
    subject: (input, { tx }) => findProviderSubject(tx, input.id, { lock: true }),
  },
  async run({ subject, tx, note }) {
    const provider = known(subject);
    await removeLogo(tx, provider.id);
    note({ provider_id: provider.id }, 'platform');
    return getProviderById(tx, provider.id);
  },
});

/** The picture of a logo: for everybody of the provider, staff and customers. */
export const getLogo = operation({
  name: 'getLogo',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'provider.readLogo', subject: (input, { tx }) => findLogo(tx, input.id) },
  async run({ subject }) {
    const { type, content } = known(subject);
    return { type, content };
  },
});
