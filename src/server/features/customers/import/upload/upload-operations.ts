import * as z from 'zod/mini';
import { importMaxBytes } from '../../../../../domain/customers/import/columns.ts';
import { AppError, refuseInvalid } from '../../../../../domain/errors.ts';
import { melbourneDate } from '../../../../../domain/fields.ts';
import { plainFileName, problemOfFileName } from '../../../../../domain/files/file-name.ts';
import type { TextKey } from '../../../../../domain/i18n/texts.ts';
import type { Services, Tx } from '../../../../pipeline/context.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { callerId } from '../../../../pipeline/subjects.ts';
import { LengthError, refusalOf } from '../../../files/api.ts';
import { findTrial } from '../../actions/trial.ts';
import { newListFile, storeList, type ListFile } from './list-file.ts';
import { findAddingProvider } from '../store.ts';

/** Creates a refusal at the file. */
export const refusedList = (message: TextKey, cause?: unknown): AppError =>
  new AppError('invalid', { fields: [{ field: 'file', message }], cause });

const tooLarge = () =>
  new AppError('too-large', { fields: [{ field: 'file', message: 'error.import.tooLarge' }] });

/** Refuses a provider whose trial is over. @throws AppError `invalid` at `form` */
export async function refuseTrialOver(tx: Tx, providerId: string, now: Date): Promise<void> {
  const { state } = await findTrial(tx, providerId, melbourneDate(now));
  if (state === 'over') refuseInvalid([{ field: 'form', message: 'customers.trialOver' }]);
}

/**
 * Registers a list before its upload, for a provider to which the caller can add customers (IMPORT-04). It is cleaned up if the
 * upload fails.
 * @throws AppError `too-large`; `invalid` for an empty one, for a name that uploads cannot have, and when the provider's trial is
 * over
 */
export const openCustomerImport = operation({
  name: 'openCustomerImport',
  kind: 'write',
  input: z.strictObject({
    provider_id: z.string().check(z.uuid()),
    name: z.string().check(z.maxLength(1_000)),
    size: z.number().check(z.int(), z.nonnegative()),
  }),
  access: {
    action: 'customers.add',
    subject: ({ provider_id }, { tx }) => findAddingProvider(provider_id, { tx, lock: false }),
  },
  limit: async ({ actor }) => [{ counted: ['import:account', callerId(actor)], counts: 'always' }],
  async run({
    input,
    subject,
    actor,
    tx,
    services,
    now,
    auditDetails,
  }): Promise<ListFile & { name: string }> {
    await refuseTrialOver(tx, subject.providerId, now);
    if (input.size > importMaxBytes) throw tooLarge();
    if (input.size === 0) throw refusedList('error.import.empty');
    const wrongName = problemOfFileName(input.name);
    if (wrongName) throw refusedList(wrongName);
    const id = crypto.randomUUID();
    const file = newListFile(services, id, input.size);
    const name = plainFileName(input.name);
    await tx
      .insertInto('customer_imports')
      .values({
        ...file,
        name,
        path: `imports/${id}`,
        state: 'arriving',
        provider_id: subject.providerId,
        imported_by: callerId(actor),
        created_at: now,
      })
      .execute();
    auditDetails({ import_id: id, provider_id: subject.providerId });
    return { ...file, name };
  },
});

/** Yields the bytes until the time limit. @throws AppError `invalid` after `ms` milliseconds (IMPORT-05) */
async function* within(body: AsyncIterable<Uint8Array>, ms: number): AsyncGenerator<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refusedList('error.import.timeout')), ms);
  });
  late.catch(() => {});
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), late]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** First bytes of files that are not text, whatever their name is: a workbook, an old workbook, a PDF. */
const otherFiles = [
  Buffer.from('PK\u0003\u0004'),
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
  Buffer.from('%PDF'),
];

/** Yields the bytes if they can be text. @throws AppError `invalid` for a workbook under another name (IMPORT-03, ERR-38) */
async function* textual(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  for await (const chunk of body) {
    if (head.length < 4) {
      head = Buffer.concat([head, chunk.subarray(0, 4)]);
      if (otherFiles.some((other) => head.subarray(0, other.length).equals(other)))
        throw refusedList('error.csvType');
    }
    yield chunk;
  }
}

/**
 * Receives a list as it arrives: sealed and stored, without keeping it in memory.
 * @throws AppError `invalid` when it is late, cut off or not text; `unavailable` while the store is unavailable
 */
export async function receiveList(
  services: Services,
  file: ListFile,
  body: AsyncIterable<Uint8Array>,
  patience: number,
): Promise<void> {
  const { db, objectStore } = services;
  try {
    await storeList(services, file, textual(within(body, patience)));
  } catch (error) {
    await objectStore.delete([file.storage_key]).catch(() => {});
    await db.deleteFrom('customer_imports').where('id', '=', file.id).execute();
    if (error instanceof LengthError || !(error instanceof Error && 'code' in error))
      throw error instanceof LengthError ? refusedList('error.import.gone', error) : error;
    throw error instanceof AppError ? error : refusalOf(error);
  }
  await db
    .updateTable('customer_imports')
    .set({ state: 'arrived' })
    .where('id', '=', file.id)
    .where('state', '=', 'arriving')
    .execute();
}
