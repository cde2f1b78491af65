import { createHash, randomUUID } from 'node:crypto';
import { normaliseEmail } from '../../../domain/fields.ts';
import { plainFileName } from '../../../domain/files/file-name.ts';
import { problemsOfFile } from '../../../domain/files/file-types.ts';
import type { Services } from '../../pipeline/context.ts';
import { sealContent } from './content.ts';
import { findCustomerByEmail, insert, type EarlierKind } from './store.ts';

/** Maximum size of a file of the earlier system, in bytes: it is kept in the database until it is given to a customer. */
const largest = 20 * 1024 * 1024;

/** A file of the earlier system, with the address of its person there. */
export type GivenFile = { kind: EarlierKind; email: string; name: string; bytes: Buffer };

export type Imported = 'linked' | 'unlinked' | 'known' | 'refused';

/**
 * Takes a file of the earlier system over for the pages of the super-administrator, linked to the customer with its address. The
 * same file twice is taken over once. Its content is checked when it is given to the customer.
 * @returns `refused` for a name, an address or a size that no document can have
 */
export async function importEarlierFile(
  services: Pick<Services, 'db' | 'keyring'>,
  { kind, email, name, bytes }: GivenFile,
): Promise<Imported> {
  const file_name = plainFileName(name);
  const size = bytes.length;
  const legacy_email = normaliseEmail(email);
  const isRefused =
    problemsOfFile({ category: 'ACP', file_name, size }).length > 0 || size === 0 || size > largest;
  if (isRefused || !/^[^@\s]+@[^@\s]+$/.test(legacy_email)) return 'refused';
  const { db } = services;
  const id = randomUUID();
  const user_id = await findCustomerByEmail(db, legacy_email);
  const isNew = await insert(db, {
    ...{ id, kind, user_id, legacy_email, file_name, size },
    sha256: createHash('sha256').update(bytes).digest(),
    ...(await sealContent(services, id, bytes)),
  });
  if (!isNew) return 'known';
  return user_id === null ? 'unlinked' : 'linked';
}
