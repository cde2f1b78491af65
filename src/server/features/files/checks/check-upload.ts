import { AppError } from '../../../../domain/errors.ts';
import { typeOfName } from '../../../../domain/files/file-types.ts';
import { reencodePaper } from '../../../images/reencode.ts';
import { concurrencyLimit } from '../../../pipeline/limits/concurrency-limit.ts';
import { personLimit } from '../../../pipeline/limits/person-limit.ts';
import type { Services } from '../../../pipeline/context.ts';
import { bytesOf, openFileKey, readWhole, type Content } from '../bytes/content.ts';
import { problemOfContent } from './check-content.ts';
import { checkPhotographs } from './check-photographs.ts';
import { keepDrawn, type Checked, type Checking, type Looked } from './checked.ts';
import { refusalOf } from '../faults.ts';
import { scanWithin } from '../scanning/scan.ts';
import * as store from '../store.ts';

/** Limit on concurrent checks: each holds a document in memory. */
const limited = concurrencyLimit({ atOnce: 2, waitingAtMost: 60 });

/** Limit for one person, since all people share the limit above. */
const ofPerson = personLimit({ atOnce: 1, waitingAtMost: 10, inMinute: 30 });

const isMissing = (content: Content, size: number | null) => bytesOf(content) !== size;

/** Checks content that arrived (D-20): compares it with its name and scans it for viruses. Encodes a picture again. */
export async function checkContent(
  services: Services,
  looked: Looked,
  { limit, scan }: Checking,
): Promise<Checked> {
  const { content } = looked;
  const type = typeOfName(looked.name);
  if (!type) throw new AppError('not-found');
  const { kind } = type;
  const problem = await limit(() =>
    problemOfContent(kind, {
      size: bytesOf(content),
      read: (from, to) => readWhole(services, content, { from, to: Math.min(to, bytesOf(content)) }),
    }),
  );
  if (problem) return { problem };
  const verdict = await scan(services, content);
  if (verdict === 'infected') return { problem: 'unsafe' };
  const parts = content.parts.map(({ id }) => id);
  if (verdict === 'none') return { parts, waits: true };
  if (kind !== 'jpeg' && kind !== 'png') return { parts, drawn: null };
  return limit(async () => {
    const paper = await reencodePaper(await readWhole(services, content), `image/${kind}`);
    if ('problem' in paper) return paper;
    return { parts, drawn: await keepDrawn(services, looked, paper.content) };
  });
}

/** Checks an upload; returns null if parts of it have not arrived. */
async function check(
  services: Services,
  file: store.StoredFile,
  scan: Checking['scan'],
): Promise<Checked | null> {
  if (file.key_sealed === null) throw new AppError('not-found');
  const parts = await store.findParts(services.db, file.id);
  const content: Content = { key: openFileKey(services, file.id, file.key_sealed), parts };
  const looked = { name: file.file_name, folder: file.s3_key ?? '', fileId: file.id, content };
  if (file.pages)
    return checkPhotographs(services, looked, { pages: file.pages, parts }, { limit: limited, scan });
  if (isMissing(content, file.size)) return null;
  return checkContent(services, looked, { limit: limited, scan });
}

/**
 * Checks an upload before it becomes a file. Returns null for a finished file, for an upload that a job checks, and if parts have
 * not arrived.
 */
export async function checkUpload(
  services: Services,
  now: Date,
  file: store.StoredFile,
): Promise<Checked | null> {
  if (file.activated_timestamp !== null || file.checking_since !== null) return null;
  if (!file.upload_expires_at || file.upload_expires_at <= now) throw new AppError('not-found');
  try {
    return await ofPerson(file.ownerId, () => check(services, file, scanWithin));
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Checks an upload for a job. Returns null if parts have not arrived. @throws VirusScanError, ObjectStoreError */
export const checkForJob = (
  services: Services,
  file: store.StoredFile,
  scan: Checking['scan'],
): Promise<Checked | null> => check(services, file, scan);
