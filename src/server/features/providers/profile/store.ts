import type { Subjects } from '../../../../domain/access/subjects.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { Loading } from '../../../pipeline/work.ts';
import type { Picture } from '../../../images/reencode.ts';

/** A provider as its own page shows it (ENT-15). */
export type Provider = {
  id: string;
  name: string;
  address: string | null;
  state: string | null;
  postcode: string | null;
  location: string | null;
  phone_number: string | null;
  email: string | null;
  type: 'internal_provider' | 'external_provider';
  parent_id: string | null;
  /** URL of the image. */
  logo: string | null;
  contact: { id: string; first_name: string | null; last_name: string | null; email: string } | null;
  /** Number of saves. */
  version: number;
};

/** A provider as a subject, with the number of its last save. */
export type ProviderSubject = Subjects['provider'] & { version: number };

/** Loads a provider by id as a subject; null if there is none, and for an archived one unless `archivedToo`. */
export async function findProviderSubject(
  id: string,
  { tx, lock }: Pick<Loading, 'tx' | 'lock'>,
  { archivedToo = false } = {},
): Promise<ProviderSubject | null> {
  const query = tx
    .selectFrom('providers')
    .select(['id', 'path', 'version'])
    .where('id', '=', id)
    .$if(!archivedToo, (found) => found.where('archived', '=', false));
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row ? { kind: 'provider', providerId: row.id, providerPath: row.path, version: row.version } : null;
}

/** Loads a provider with its contact person. */
export async function getProviderById(tx: Tx, id: string): Promise<Provider> {
  const row = await tx
    .selectFrom('providers')
    .leftJoin('users as contact', 'contact.id', 'providers.contact_id')
    .select([
      'providers.id',
      'providers.name',
      'providers.address',
      'providers.state',
      'providers.postcode',
      'providers.location',
      'providers.phone_number',
      'providers.email',
      'providers.type',
      'providers.parent_id',
      'providers.logo',
      'providers.version',
      'contact.id as contact_id',
      'contact.first_name',
      'contact.last_name',
      'contact.email as contact_email',
    ])
    .where('providers.id', '=', id)
    .executeTakeFirstOrThrow();
  const { contact_id, first_name, last_name, contact_email, ...provider } = row;
  return {
    ...provider,
    contact:
      contact_id === null ? null : { id: contact_id, first_name, last_name, email: contact_email ?? '' },
  };
}

/** Returns the URL of a logo. */
const logoAddress = (id: string) => `/api/logos/${id}`;

/** Replaces the logo under a new URL, so that no cache shows the old one. */
export async function replaceLogo(tx: Tx, providerId: string, picture: Picture, now: Date): Promise<void> {
  await removeLogo(tx, providerId);
  const id = crypto.randomUUID();
  await tx
    .insertInto('pictures')
    .values({ id, provider_id: providerId, user_id: null, ...picture, created_at: now })
    .execute();
  await tx
    .updateTable('providers')
    .set({ logo: logoAddress(id) })
    .where('id', '=', providerId)
    .execute();
}

/** Removes the logo, if there is one. */
export async function removeLogo(tx: Tx, providerId: string): Promise<void> {
  await tx.deleteFrom('pictures').where('provider_id', '=', providerId).execute();
  await tx.updateTable('providers').set({ logo: null }).where('id', '=', providerId).execute();
}

/** A logo with its provider, as a subject. */
export type Logo = Subjects['provider'] & { type: string; content: Buffer };

/** Loads a logo by id; null if there is none, and for a portrait. */
export async function findLogo(tx: Tx, id: string): Promise<Logo | null> {
  const row = await tx
    .selectFrom('pictures')
    .innerJoin('providers', 'providers.id', 'pictures.provider_id')
    .select([
      'providers.id as providerId',
      'providers.path as providerPath',
      'pictures.type',
      'pictures.content',
    ])
    .where('pictures.id', '=', id)
    .executeTakeFirst();
  return row ? { kind: 'provider', ...row } : null;
}
