/**
 * Returns the bytes of a base64url text in exactly the form that we write; null for any other spelling. Node's decoder is
 * lenient: it ignores spare bits of the last character and skips invalid characters, so that one link would have many addresses.
 */
export function readBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}
