import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../../src/server/config.ts';
import { configuredStore } from '../../../src/server/ports/object-store/configured.ts';
import { ObjectStoreError, type ObjectStore } from '../../../src/server/ports/object-store/port.ts';
import { right, wrong, type Found } from './finding.ts';

/** Error names of S3 stores for wrong settings. */
const wordsOfS3: Readonly<Record<string, string>> = {
  NoSuchBucket: 'it has no bucket of the name S3_BUCKET',
  InvalidAccessKeyId: 'it does not know S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY is not that of S3_ACCESS_KEY_ID',
  AccessDenied: 'the keys may not write, read and delete in the bucket',
  PermanentRedirect: 'the bucket is in another region than S3_REGION',
  AuthorizationHeaderMalformed: 'the bucket is in another region than S3_REGION',
  RequestTimeTooSkewed: "this machine's clock differs too much from its own",
  CredentialsProviderError: 'S3_ACCESS_KEY_ID is not set, and the machine has no keys of its own',
};

const wordsOfKinds: Readonly<Record<ObjectStoreError['code'], string>> = {
  name: 'its name is not found',
  connection: 'nothing listens there',
  certificate:
    'its certificate is not trusted or has expired: name its authority in NODE_EXTRA_CA_CERTS, or renew it',
  password: 'it refuses the keys',
  refused: 'it refuses to write',
  timeout: 'it does not answer',
  unfit: 'it refuses what was written',
  full: 'it is full',
  missing: 'what was written to it is not there',
  other: 'it failed',
};

const sizeOfMark = 64;

async function* once(content: Uint8Array) {
  yield content;
}

async function writeReadDelete(store: ObjectStore): Promise<boolean> {
  const [key, mark] = [`checks/${randomUUID()}`, randomBytes(sizeOfMark)];
  await store.put(key, once(mark), sizeOfMark);
  const read: Uint8Array[] = [];
  for await (const part of store.get(key, { from: 0, to: sizeOfMark })) read.push(Uint8Array.from(part));
  await store.delete([key]);
  return Buffer.concat(read).equals(mark);
}

/**
 * Writes an object of 64 bytes to the store of uploaded files, reads it and deletes it. Creates no folder, whose owner would be
 * the user of the check and not of the server.
 */
export async function checkFiles(config: Config): Promise<Found> {
  const { s3, dataDir } = config;
  if (!s3 && !existsSync(join(dataDir, 'files')))
    return right('no bucket: the first start makes a folder for files in the data folder');
  const store = await configuredStore(config);
  try {
    if (!(await writeReadDelete(store))) return wrong('it gives back something else than was written');
    return right(
      s3
        ? 'an object was written to the bucket, read and deleted'
        : 'no bucket: files are kept in the data folder, which can be written to',
    );
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    const { name = '' } = (error.cause ?? {}) as { name?: string };
    return wrong(
      `${s3 ? 'the bucket: ' : 'the data folder: '}${wordsOfS3[name] ?? wordsOfKinds[error.code]}`,
    );
  }
}
