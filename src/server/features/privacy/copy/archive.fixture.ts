import type { Services } from '../../../pipeline/context.ts';
import { writeArchive } from './archive.ts';

/** A person's copy of everything as one piece; null when the person is gone. */
export async function archiveOf(services: Services, userId: string): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  const made = await writeArchive(services, userId, new Date(), async (piece) => void pieces.push(piece));
  return made ? Buffer.concat(pieces) : null;
}
