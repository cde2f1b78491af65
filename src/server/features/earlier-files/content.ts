import type { Services } from '../../pipeline/context.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import { newFileKey, openBlocks, sealBlocks } from '../files/api.ts';

type Sealing = Pick<Services, 'keyring'>;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of chunks) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}

const keyPlace = (id: string) => place('earlier_files', 'key_sealed', id);

/** Seals the bytes of a file of the earlier system with a key of their own. */
export async function sealContent(
  { keyring }: Sealing,
  id: string,
  bytes: Buffer,
): Promise<{ key_sealed: Buffer; content: Buffer }> {
  const key = newFileKey();
  return {
    key_sealed: keyring.seal(keyPlace(id), key.toString('base64')),
    content: await whole(sealBlocks(key, id, once(bytes), bytes.length)),
  };
}

/** Opens sealed bytes. @throws SealError */
export function openContent(
  { keyring }: Sealing,
  id: string,
  { key_sealed, content }: { key_sealed: Buffer; content: Buffer },
  size: number,
): Promise<Buffer> {
  const key = Buffer.from(keyring.open(keyPlace(id), key_sealed), 'base64');
  return whole(openBlocks(key, id, once(content), { size, first: 0 }));
}
