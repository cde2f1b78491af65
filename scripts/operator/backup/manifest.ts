import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { createKeyring, type SealingKey } from '../../../src/server/db/sealing/seal.ts';
import { BackupError } from './backup-error.ts';

/**
 * A backup is one folder:
 *
 *   manifest.json                      contents of the backup, with the SHA-256 of every file, signed with the current key
 *   database/<schema>.<table>.copy.gz  the rows of a table, as COPY writes them in its text format
 *   objects.list                       one line for each object: SHA-256, bytes, key
 *   objects/<key>                      the objects, sealed as they are in the store
 *
 * It contains no key and no schema: the migrations of this program create the tables again.
 */
export const manifestPath = (folder: string): string => join(folder, 'manifest.json');
export const tablePath = (folder: string, { schema, name }: Pick<TableFile, 'schema' | 'name'>): string =>
  join(folder, 'database', `${schema}.${name}.copy.gz`);
export const objectListPath = (folder: string): string => join(folder, 'objects.list');
export const objectPath = (folder: string, key: string): string => join(folder, 'objects', ...key.split('/'));

/** Version of this layout. */
export const backupFormat = 1;

const count = z.number().int().nonnegative();
const sqlName = z.string().regex(/^[A-Za-z_]\w*$/);
const digest = { bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) };

const tableFile = z.object({
  schema: z.enum(['public', 'jobs']),
  name: sqlName,
  columns: z.array(sqlName).min(1),
  rows: count,
  ...digest,
});

const manifestSchema = z.object({
  format: z.literal(backupFormat),
  name: z.string(),
  /** Version in package.json. */
  wattle: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** Id of the installation, see docs/decisions/0081. */
  installation: z.string(),
  /** Version of the PostgreSQL server. */
  postgres: z.string(),
  migrations: z.array(z.object({ number: count, name: z.string(), checksum: z.string() })).min(1),
  /** Salted fingerprint of each configured key: shows whether a key is the same, and does not reveal it. */
  keys: z.object({
    salt: z.string(),
    fingerprints: z.array(z.object({ id: z.string(), fingerprint: z.string() })).min(1),
  }),
  tables: z.array(tableFile).min(1),
  sequences: z.array(z.object({ name: sqlName, lastValue: z.string().regex(/^-?\d+$/) })),
  objects: z.object({
    count,
    /** Total size of all objects, in bytes. */
    totalBytes: count,
    /** Number of objects that the database references but the store did not have. */
    missing: count,
    list: z.object(digest),
  }),
});

export type TableFile = z.infer<typeof tableFile>;
export type Manifest = z.infer<typeof manifestSchema>;

const signedSchema = manifestSchema.extend({ signature: z.string() });

/** Returns the text to sign. Parses first, so that writing and reading have the same order of fields. */
const signedText = (manifest: Manifest) => JSON.stringify(manifestSchema.parse(manifest));

const signaturePurpose = 'backup-manifest';

/** Returns the text of the manifest file, signed with the current key. */
export function signManifest(manifest: Manifest, keys: readonly SealingKey[]): string {
  const signature = createKeyring(keys).blindIndex(signaturePurpose, signedText(manifest)).toString('hex');
  return `${JSON.stringify({ ...manifest, signature }, null, 2)}\n`;
}

/** Reads a manifest without checking its signature. @throws BackupError */
export function parseManifest(text: string): { manifest: Manifest; signature: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new BackupError('The manifest of the backup is cut short or damaged.');
  }
  const parsed = signedSchema.safeParse(json);
  if (!parsed.success)
    throw new BackupError('The manifest is damaged, or was written by a later version of Wattle.');
  const { signature, ...manifest } = parsed.data;
  return { manifest, signature };
}

/** Whether one of the keys signed exactly this manifest. */
export function isSignedBy(manifest: Manifest, signature: string, keys: readonly SealingKey[]): boolean {
  const given = Buffer.from(signature, 'hex');
  return createKeyring(keys)
    .blindIndexes(signaturePurpose, signedText(manifest))
    .some((right) => right.length === given.length && timingSafeEqual(right, given));
}

const fingerprintOf = (key: SealingKey, salt: string) =>
  createKeyring([key]).blindIndex('backup-key', salt).toString('hex');

/** Returns a fingerprint of each key under a salt. A key cannot be computed from it. */
export const fingerprintKeys = (keys: readonly SealingKey[], salt: string): Manifest['keys'] => ({
  salt,
  fingerprints: keys.map((key) => ({ id: key.id, fingerprint: fingerprintOf(key, salt) })),
});

/** Returns the ids of the backup's keys that are not among the configured keys. */
export function missingKeys(
  { keys: { salt, fingerprints } }: Manifest,
  keys: readonly SealingKey[],
): string[] {
  const configured = new Set(keys.map((key) => fingerprintOf(key, salt)));
  return fingerprints.filter(({ fingerprint }) => !configured.has(fingerprint)).map(({ id }) => id);
}
