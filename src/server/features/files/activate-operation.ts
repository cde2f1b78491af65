import * as z from 'zod/mini';
import { AppError, type FieldError } from '../../../domain/errors.ts';
import { replacesTheOneBefore, type FileCategory } from '../../../domain/files/categories.ts';
import { typeOfName, typesInWords } from '../../../domain/files/file-types.ts';
import { reencodePaper } from '../../images/reencode.ts';
import { concurrencyLimit } from '../../pipeline/limits/concurrency-limit.ts';
import { personLimit } from '../../pipeline/limits/person-limit.ts';
import { operation } from '../../pipeline/operation.ts';
import type { Services } from '../../pipeline/context.ts';
import type { Refused } from '../../pipeline/refused.ts';
import type { Work } from '../../pipeline/work.ts';
import {
  bytesOf,
  openFileKey,
  readContent,
  readWhole,
  type Content,
  type FilePart,
} from './bytes/content.ts';
import { sealBlocks, sealedBytes } from './bytes/sealed-blocks.ts';
import { problemOfContent } from './checks/check-content.ts';
import type { ContentProblem } from './checks/file-reader.ts';
import { refuseDirective } from './directive-limit.ts';
import { refusalOf } from './faults.ts';
import { announceObject } from './objects-store.ts';
import * as store from './store.ts';
import { fileId, refuseFull } from './upload-operations.ts';

/** A document stands in memory while it is looked at. */
const limited = concurrencyLimit({ atOnce: 2, waitingAtMost: 60 });

/** All people share those places, which no one may fill. */
const ofPerson = personLimit({ atOnce: 1, waitingAtMost: 10, inMinute: 30 });

/** What the checks came to: the parts that were looked at, and what was encoded again of them; or why the file is refused. */
export type Checked =
  | { problem: ContentProblem | 'broken' }
  | { parts: readonly string[]; drawn: FilePart | null };

const isMissing = (content: Content, size: number | null) => bytesOf(content) !== size;

/** What is looked at: where its objects stand, and whose they become. */
type Looked = { name: string; folder: string; fileId: string | null; content: Content };

/** Keeps a picture that was encoded again, as one object. */
async function keepDrawn(
  services: Services,
  { fileId, folder, content: { key } }: Looked,
  picture: Buffer,
): Promise<FilePart> {
  const size = picture.length;
  const object = await announceObject(services.db, { fileId, folder, size });
  const chunks = (async function* () {
    yield picture;
  })();
  await services.objectStore.put(object.key, sealBlocks(key, object.id, chunks, size), sealedBytes(size));
  return { ...object, size };
}

/** Looks at what arrived (D-20): what is inside against the name, viruses; a picture is encoded again. */
export async function checkContent(services: Services, looked: Looked): Promise<Checked> {
  const { content } = looked;
  const type = typeOfName(looked.name);
  if (!type) throw new AppError('not-found');
  const { kind } = type;
  const problem = await problemOfContent(kind, {
    size: bytesOf(content),
    read: (from, to) => readWhole(services, content, { from, to: Math.min(to, bytesOf(content)) }),
  });
  if (problem) return { problem };
  if (!(await services.virusScan.isClean(readContent(services, content)))) return { problem: 'unsafe' };
  const parts = content.parts.map(({ id }) => id);
  if (kind !== 'jpeg' && kind !== 'png') return { parts, drawn: null };
  const paper = await reencodePaper(await readWhole(services, content), `image/${kind}`);
  if ('problem' in paper) return paper;
  return { parts, drawn: await keepDrawn(services, looked, paper.content) };
}

/** The same of an upload; null while some of it has not arrived. */
async function check(services: Services, file: store.StoredFile): Promise<Checked | null> {
  if (file.key_sealed === null) throw new AppError('not-found');
  const parts = await store.findParts(services.db, file.id);
  const content: Content = { key: openFileKey(services, file.id, file.key_sealed), parts };
  if (isMissing(content, file.size)) return null;
  return checkContent(services, {
    name: file.file_name,
    folder: file.s3_key ?? '',
    fileId: file.id,
    content,
  });
}

export function errorOf(
  problem: ContentProblem | 'broken',
  { category }: { category: FileCategory },
): FieldError {
  if (problem === 'broken') return { field: 'file', message: 'error.fileValidation' };
  return { field: 'file', message: `error.file.${problem}`, params: { types: typesInWords(category) } };
}

const notArrived = ({ file_name }: store.StoredFile) =>
  new AppError('invalid', {
    fields: [{ field: 'file', message: 'error.file.uploadFailed', params: { file: file_name } }],
  });

/** Looks at an upload before it becomes a file; null for one that is a file already, and while some of it has not arrived. */
export async function checkUpload(
  services: Services,
  now: Date,
  file: store.StoredFile,
): Promise<Checked | null> {
  if (file.activated_timestamp !== null) return null;
  if (!file.upload_expires_at || file.upload_expires_at <= now) throw new AppError('not-found');
  try {
    return await ofPerson(file.ownerId, () => limited(() => check(services, file)));
  } catch (error) {
    throw refusalOf(error);
  }
}

type Finishing = Pick<
  Work<unknown, unknown, unknown, Checked | null>,
  'prepared' | 'actor' | 'tx' | 'now' | 'emit' | 'auditDetails' | 'changedFields' | 'refuse'
>;

/** The staff member who does it, in the person's account or in their own; null for the person. */
const staffOf = ({ actor }: Finishing, { ownerId }: store.StoredFile): string | null => {
  if (actor.kind !== 'person') return null;
  return actor.actingStaffId ?? (actor.userId === ownerId ? null : actor.userId);
};

/** Makes a file out of an upload that was looked at. An end-of-life document takes no other one's place. */
export async function finishUpload(work: Finishing, file: store.StoredFile): Promise<Refused | store.File> {
  const { prepared: checked, actor, tx, now, emit, auditDetails, changedFields, refuse } = work;
  auditDetails({ file_id: file.id, category: file.category });
  if (file.activated_timestamp !== null) return store.getFile(tx, file.id);
  if (!checked) throw notArrived(file);
  if ('problem' in checked) {
    await store.removeFile(tx, file.id);
    emit('files.unowned', {});
    const fields = [errorOf(checked.problem, file)];
    return refuse(new AppError('invalid', { fields }), { problem: checked.problem });
  }
  // A part that was sent again while the checks ran was not looked at.
  const parts = await store.findParts(tx, file.id);
  if (parts.map(({ id }) => id).join() !== checked.parts.join()) throw new AppError('conflict');
  // Unfinished uploads take no room, so several may be too many now. The upload stays, to be finished when there is room.
  refuseFull(await store.findUsage(tx, file.ownerId), file.size ?? 0);
  const staff_id = staffOf(work, file);
  await store.activate(tx, file, now, {
    drawn: checked.drawn && { objectId: checked.drawn.id, size: checked.drawn.size },
    addedBy: staff_id,
  });
  const replaced =
    replacesTheOneBefore(file.category) && !file.is_eol ? await store.replaceDirective(tx, file, now) : null;
  await store.recordFileActivity(tx, 'FILE_UPLOADED', file, actor, now);
  emit('file.added', { user_id: file.ownerId, file_id: file.id, ...(staff_id && { staff_id }) });
  auditDetails({ replaced });
  changedFields(['files']);
  return store.getFile(tx, file.id);
}

/**
 * Makes a file out of an upload whose parts have all arrived. What is not what its name says, is locked, holds macros or may not
 * be safe is refused, and nothing of it is kept. A directive takes the place of the one before. Asked again, it changes nothing.
 * @throws AppError `invalid` at `file`, also when the person's space is full; `unavailable` while the store or the scanner is away: the
 * upload waits then
 */
export const activateFile = operation({
  name: 'activateFile',
  kind: 'write',
  input: z.strictObject({ id: fileId }),
  access: {
    action: 'files.add',
    subject: ({ id }, { tx, lock }) => store.findFileForChange(tx, id, lock),
  },
  prepare: {
    async run({ subject, actor, services, now }) {
      refuseDirective(actor, subject, subject.category);
      return checkUpload(services, now, subject);
    },
  },
  run: (work) => finishUpload(work, work.subject),
});
