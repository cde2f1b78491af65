import type { Services } from '../../../pipeline/context.ts';
import { writeArchive } from './archive.ts';

/** Returns a person's copy of all data as one buffer; null if the person is deleted. */
export async function archiveOf(services: Services, userId: string): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  const made = await writeArchive(services, userId, new Date(), async (piece) => void pieces.push(piece));
  return made ? Buffer.concat(pieces) : null;
}
