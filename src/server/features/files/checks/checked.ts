import type { CheckProblem } from '../../../../domain/files/check-problems.ts';
import type { PhotographedPage } from '../../../../domain/files/photographs.ts';
import type { Services } from '../../../pipeline/context.ts';
import type { Content, FilePart } from '../bytes/content.ts';
import { sealBlocks, sealedBytes } from '../bytes/sealed-blocks.ts';
import { announceObject } from '../objects-store.ts';
import type { Verdict } from '../scanning/scan.ts';

/**
 * Result of the checks: why the file is refused; or the number of the photographed page that cannot be drawn; or the checked parts and
 * the picture or document that was drawn from them, with its photographed pages; or the parts with `waits` if the virus scanner gave no verdict in time.
 */
export type Checked =
  | { problem: CheckProblem }
  | { problem: CheckProblem; page: number }
  | { parts: readonly string[]; drawn: FilePart | null; pages?: readonly PhotographedPage[] }
  | { parts: readonly string[]; waits: true };

/** Content to check, the folder of its objects, and the file to which new objects belong. */
export type Looked = { name: string; folder: string; fileId: string | null; content: Content };

export type Checking = {
  /** Bounds how many documents are in memory at once. */
  limit: <Result>(work: () => Promise<Result>) => Promise<Result>;
  scan: (services: Services, content: Content) => Promise<Verdict>;
};

/** Stores what was drawn from the sent content, as one object. */
export async function keepDrawn(
  services: Services,
  { fileId, folder, content: { key } }: Looked,
  drawn: Uint8Array,
): Promise<FilePart> {
  const size = drawn.length;
  const object = await announceObject(services.db, { fileId, folder, size });
  const chunks = (async function* () {
    yield drawn;
  })();
  await services.objectStore.put(object.key, sealBlocks(key, object.id, chunks, size), sealedBytes(size));
  return { ...object, size };
}
