import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { guestSizeLimits } from '../../../../domain/files/limits.ts';
import type { Context } from '../../../pipeline/context.ts';
import { concurrencyByKey } from '../../../pipeline/limits/concurrency-by-key.ts';
import { concurrencyLimit } from '../../../pipeline/limits/concurrency-limit.ts';
import { networkOf } from '../../../pipeline/limits/limit.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { checkGuestFile, receiveGuestBytes, type GuestFile } from '../../files/api.ts';
import { afterFirst, atPace, type Pace } from './paced-body.ts';
import { BodyWithFile, bytesOfDataUrl } from './body-with-file.ts';

/** Length from which a request may contain a file, in bytes; shorter ones arrive at once. */
const longBytes = 100_000;

/** Maximum length of a request, in bytes: the largest file in base64, and the fields. */
export const guestRequestBytes = Math.ceil((guestSizeLimits.video * 4) / 3) + longBytes;

/** Bytes of a request that have to arrive before it takes a place in the global limit. */
const firstBytes = 16_000;

/** Limits of simultaneous file uploads by visitors, per network and in total. Each needs some megabytes of memory. */
const ofNetwork = concurrencyByKey({ atOnce: 1, waitingAtMost: 2 });
const ofAll = concurrencyLimit({ atOnce: 8, waitingAtMost: 16 });

/** Admits a visitor's file, and counts it (GAP-113). @throws AppError `rate-limited` */
export const openGuestUpload = operation({
  name: 'openGuestUpload',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'account.signUp', subject: nothing },
  limit: ({ meta }) => [{ counted: ['guest-file:address', meta.address], counts: 'always' }],
  run: async () => true,
});

/** Whether the sender aborted, by the error codes of Node. */
const isGivenUp = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code));

/** Yields the text, after its first piece has arrived and the upload was admitted. */
async function* letIn(context: Context, text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isOpen = false;
  for await (const piece of text) {
    if (!isOpen) await openGuestUpload.call(context, {});
    isOpen = true;
    yield piece;
  }
}

async function read(
  context: Context,
  body: AsyncIterable<Uint8Array>,
): Promise<{ fields: Record<string, unknown>; file: GuestFile | null }> {
  const reader = new BodyWithFile();
  const text = letIn(context, reader.file(body));
  const sent = await receiveGuestBytes(context.services, bytesOfDataUrl(text, guestSizeLimits.video));
  const { fileName, documentType, ...fields } = reader.fields();
  if (sent.parts.length > 0)
    return { fields, file: await checkGuestFile(context.services, sent, { fileName, documentType }) };
  // A request that names a file but contains none has an empty file.
  if (fileName !== undefined || documentType !== undefined)
    throw new AppError('invalid', { fields: [{ field: 'file', message: 'error.file.empty' }] });
  return { fields, file: null };
}

/**
 * Reads a sign-up as it arrives, with a file or without (SIGNUP-10). The file is sealed, stored and checked on the way.
 * @throws AppError `invalid`, `too-large`, `rate-limited`, `unavailable`, also for a body that arrives too slowly
 */
export async function readSignUp(
  context: Context,
  body: AsyncIterable<Uint8Array>,
  length: number | undefined,
  pace?: Pace,
): ReturnType<typeof read> {
  if (length !== undefined && length > guestRequestBytes) throw new AppError('too-large');
  try {
    if (length !== undefined && length <= longBytes) return await read(context, body);
    return await ofNetwork(networkOf(context.meta.address), async () => {
      const begun = await afterFirst(atPace(body, pace), firstBytes);
      return ofAll(() => read(context, begun));
    });
  } catch (error) {
    if (isGivenUp(error)) throw new AppError('unavailable', { cause: error });
    throw error;
  }
}
