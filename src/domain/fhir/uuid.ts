/** Namespace of the ids of documents. Permanent: another value would give every document other ids. */
const namespace = [0x5b0a7c1e, 0x3d525e0f, 0x9a647d1f, 0x0c2b8e41];

/**
 * Returns the UUID of a name (RFC 9562, version 5): the same name always has the same id. The domain has no Node and no
 * asynchronous hash, so SHA-1 is written here.
 * @param name ASCII characters only
 */
export function uuidOf(name: string): string {
  const length = Math.ceil((16 + name.length + 9) / 64) * 64;
  const message = new DataView(new ArrayBuffer(length));
  namespace.forEach((word, index) => message.setUint32(index * 4, word));
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index);
    if (code > 0x7f) throw new Error('The name of an id must be ASCII');
    message.setUint8(16 + index, code);
  }
  message.setUint8(16 + name.length, 0x80);
  message.setUint32(length - 4, (16 + name.length) * 8);
  const [a = 0, b = 0, c = 0, d = 0] = sha1(message);
  const words = [a, (b & 0xffff0fff) | 0x5000, (c & 0x3fffffff) | 0x80000000, d];
  const hex = words.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/** Returns the five words of the SHA-1 of a padded message. */
function sha1(message: DataView): number[] {
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let at = 0; at < message.byteLength; at += 64) state = withBlock(state, message, at);
  return state;
}

const words = new Int32Array(80);

function withBlock([h0 = 0, h1 = 0, h2 = 0, h3 = 0, h4 = 0]: number[], message: DataView, at: number) {
  let [a, b, c, d, e] = [h0, h1, h2, h3, h4];
  for (let step = 0; step < 80; step += 1) {
    words[step] =
      step < 16
        ? message.getInt32(at + step * 4)
        : rotate(words[step - 3]! ^ words[step - 8]! ^ words[step - 14]! ^ words[step - 16]!, 1);
    const next = (rotate(a, 5) + mixed(step, b, c, d) + e + words[step]!) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = next;
  }
  return [(h0 + a) | 0, (h1 + b) | 0, (h2 + c) | 0, (h3 + d) | 0, (h4 + e) | 0];
}

/** Returns the mixing function of a step with the constant of its round. */
function mixed(step: number, b: number, c: number, d: number): number {
  if (step < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (step < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (step < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}
