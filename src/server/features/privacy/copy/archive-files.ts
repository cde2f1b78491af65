import type { Services } from '../../../pipeline/context.ts';
import { openFileKey, findParts, readContent } from '../../files/api.ts';
import type { AppendedFile } from './zip-append.ts';

/** Returns a function that makes names in an archive unique, ignoring case: a number distinguishes equal names. */
function uniqueNames() {
  const taken = new Set<string>();
  return (name: string): string => {
    let unique = `files/${name}`;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `files/${number}-${name}`;
    taken.add(unique.toLowerCase());
    return unique;
  };
}

/**
 * Yields the uploaded files of a person, including replaced ones. A stored copy does not contain them: they are read from the
 * object store when it is downloaded.
 */
export async function* personalFiles(
  services: Pick<Services, 'db' | 'keyring' | 'objectStore'>,
  userId: string,
): AsyncGenerator<AppendedFile> {
  const nameOf = uniqueNames();
  const files = await services.db
    .selectFrom('files')
    .select(['id', 'file_name', 'key_sealed', 'created_at'])
    .where('user_id', '=', userId)
    .where('activated_timestamp', 'is not', null)
    .where('key_sealed', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const { id, file_name, key_sealed, created_at } of files) {
    const parts = await findParts(services.db, id);
    // Deleted since the list was read.
    if (key_sealed === null || parts.length === 0) continue;
    const key = openFileKey(services, id, key_sealed);
    yield { name: nameOf(file_name), at: created_at, content: readContent(services, { key, parts }) };
  }
}
