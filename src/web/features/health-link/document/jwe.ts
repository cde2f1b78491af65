/** Returns the bytes of a base64url text. @throws for any other text */
export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export const textOfBytes = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(bytes);

/**
 * Decrypts a compact JWE of `dir` and A256GCM in the browser. `key` is the key of the link, in base64url.
 * @throws for any other JWE, another key, and changed bytes
 */
export async function decryptJwe(jwe: string, key: string): Promise<string> {
  const [header = '', wrapped, iv = '', text = '', tag = '', ...more] = jwe.trim().split('.');
  const { alg, enc, zip } = JSON.parse(textOfBytes(bytesOf(header)));
  if (alg !== 'dir' || enc !== 'A256GCM' || zip !== undefined || wrapped !== '' || more.length > 0)
    throw new Error('unknown encryption');
  const [ciphertext, seal] = [bytesOf(text), bytesOf(tag)];
  const sealed = new Uint8Array(ciphertext.length + seal.length);
  sealed.set(ciphertext);
  sealed.set(seal, ciphertext.length);
  const imported = await crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['decrypt']);
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytesOf(iv), additionalData: new TextEncoder().encode(header), tagLength: 128 },
    imported,
    sealed,
  );
  return textOfBytes(new Uint8Array(plain));
}
