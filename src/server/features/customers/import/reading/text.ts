import type { ImportEncoding } from '../../../../../domain/customers/import/encodings.ts';
import { eightBitOf, headBytes, utf16Of } from './detect-encoding.ts';

/** Text of a list, with the encoding as far as the text that was read shows it. */
export type ReadText = { texts: AsyncGenerator<string>; encoding: () => ImportEncoding };

/**
 * Decodes a list as its bytes arrive. An unknown encoding is guessed: UTF-16 by the first bytes, otherwise UTF-8 or Windows-1252
 * by the first non-ASCII bytes. Bytes that are invalid in the encoding become U+FFFD, which the rules for a line refuse.
 */
export function textOf(chunks: AsyncIterable<Uint8Array>, known: ImportEncoding | null = null): ReadText {
  let encoding = known;
  async function* decode() {
    let held: Uint8Array = new Uint8Array();
    let isBegun = false;
    let decoder: InstanceType<typeof TextDecoder> | null = known && new TextDecoder(known);
    for await (const chunk of chunks) {
      if (decoder) {
        yield decoder.decode(chunk, { stream: true });
        continue;
      }
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      if (!isBegun && held.length < headBytes) continue;
      encoding = (isBegun ? null : utf16Of(held.subarray(0, headBytes))) ?? eightBitOf(held);
      if (encoding) decoder = new TextDecoder(encoding);
      // All bytes so far are ASCII, which both 8-bit encodings decode alike. The next letters decide.
      yield decoder ? decoder.decode(held, { stream: true }) : Buffer.from(held).toString('latin1');
      held = new Uint8Array();
      isBegun = true;
    }
    if (decoder) yield decoder.decode();
    else if (held.length > 0) {
      encoding = utf16Of(held) ?? eightBitOf(held) ?? 'utf-8';
      yield new TextDecoder(encoding).decode(held);
    }
  }
  return { texts: decode(), encoding: () => encoding ?? 'utf-8' };
}
