import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import type { Bucket } from '../../config/bucket.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import { kindOfFault, kindOfStatus, type FaultKind } from '../fault-kind.ts';
import { checkKey, ObjectStoreError, type ObjectStore } from './port.ts';

/** Maximum number of keys that one call removes: S3's own limit. */
const keysAtOnce = 1_000;

/** Timeouts of the connection and of each request, in milliseconds. */
const timeouts = { connectionTimeout: 2_000, requestTimeout: 10_000, throwOnRequestTimeout: true } as const;

const silent = () => {};

const clientConfig = ({ region, endpoint, accessKeyId, secretAccessKey }: Bucket): S3ClientConfig => ({
  region,
  maxAttempts: 2,
  // The log of faults already contains these errors.
  logger: { debug: silent, info: silent, warn: silent, error: silent },
  requestHandler: timeouts,
  // Stores other than Amazon's do not support the newer checksums; every sealed block is authenticated anyway.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  ...(endpoint && { endpoint, forcePathStyle: true }),
  ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
});

/** Stores objects in a bucket of any S3-compatible store. They are already sealed, and their keys are ids. */
export function s3Store(options: Bucket): ObjectStore {
  const client = new S3Client(clientConfig(options));
  const { bucket: Bucket } = options;
  return {
    async put(Key, content, bytes) {
      assertOutsideTransaction('Writing a file');
      checkKey(Key);
      const Body = await inOnePiece(content, bytes);
      try {
        await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: bytes }));
      } catch (error) {
        throw faultOf(error);
      }
    },
    async *get(Key, { from, to }) {
      assertOutsideTransaction('Reading a file');
      checkKey(Key);
      if (from >= to) return;
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ Bucket, Key, Range: `bytes=${from}-${to - 1}` }),
        );
        let read = 0;
        for await (const chunk of Body as AsyncIterable<Uint8Array>) {
          read += chunk.length;
          yield chunk;
        }
        if (read !== to - from) throw new ObjectStoreError('An object is too short.', { code: 'missing' });
      } catch (error) {
        throw faultOf(error);
      }
    },
    async delete(keys) {
      assertOutsideTransaction('Removing files');
      keys.forEach(checkKey);
      try {
        for (let at = 0; at < keys.length; at += keysAtOnce) {
          const Objects = keys.slice(at, at + keysAtOnce).map((Key) => ({ Key }));
          const { Errors = [] } = await client.send(
            new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
          );
          if (Errors.length > 0)
            throw new ObjectStoreError('The object store did not remove all objects.', { code: 'refused' });
        }
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}

/** Whether a bucket contains no object. Needs the permission to list it. @throws ObjectStoreError */
export async function isBucketEmpty(options: Bucket): Promise<boolean> {
  try {
    const { Contents = [] } = await new S3Client(clientConfig(options)).send(
      new ListObjectsV2Command({ Bucket: options.bucket, MaxKeys: 1 }),
    );
    return Contents.length === 0;
  } catch (error) {
    throw faultOf(error);
  }
}

/**
 * Collects an object in memory before it is sent: a part of a file, two megabytes. The library cannot retry a stream, and does
 * not handle one that breaks off.
 */
async function inOnePiece(content: AsyncIterable<Uint8Array>, bytes: number): Promise<Buffer> {
  const whole = Buffer.allocUnsafe(bytes);
  let filled = 0;
  for await (const chunk of content) {
    if (filled + chunk.length <= bytes) whole.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled !== bytes)
    throw new ObjectStoreError('The length of an object is not the announced one.', { code: 'unfit' });
  return whole;
}

type S3Fault = { name?: string; $metadata?: { httpStatusCode?: number } };

const missing = new Set(['NoSuchKey', 'NotFound', 'InvalidRange']);
const full = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'EntityTooLarge']);

function kindOf(error: unknown): FaultKind | 'missing' {
  const { name = '', $metadata } = error as S3Fault;
  if (missing.has(name)) return 'missing';
  if (full.has(name) || $metadata?.httpStatusCode === 507) return 'full';
  const kind = kindOfFault(error);
  if (kind !== 'other' || $metadata?.httpStatusCode === undefined) return kind;
  return kindOfStatus($metadata.httpStatusCode);
}

const faultOf = (error: unknown): ObjectStoreError =>
  error instanceof ObjectStoreError
    ? error
    : new ObjectStoreError('A call of the object store failed.', { cause: error, code: kindOf(error) });
