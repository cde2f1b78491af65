/** How many bytes tell an encoding that no mark names. */
const lookedAt = 512;

/** UTF-16 without a mark: every second byte of Latin text is nought. */
function withoutMark(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const even = head.filter((byte, at) => byte === 0 && at % 2 === 0).length;
  const odd = head.filter((byte, at) => byte === 0 && at % 2 === 1).length;
  if (odd > head.length / 8 && odd > even) return 'utf-16le';
  return even > head.length / 8 ? 'utf-16be' : 'utf-8';
}

function encodingOf(head: Uint8Array) {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return withoutMark(head);
}

/**
 * The text of a list as its bytes arrive: UTF-8 or UTF-16, with or without the mark before it. What is neither becomes U+FFFD, which
 * the rules for a line refuse.
 */
export async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held: Uint8Array = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const chunk of chunks) {
    if (decoder) {
      yield decoder.decode(chunk, { stream: true });
      continue;
    }
    held = Buffer.concat([held, chunk]);
    if (held.length < lookedAt) continue;
    decoder = new TextDecoder(encodingOf(held.subarray(0, lookedAt)));
    yield decoder.decode(held, { stream: true });
  }
  if (decoder) yield decoder.decode();
  else yield new TextDecoder(encodingOf(held)).decode(held);
}
