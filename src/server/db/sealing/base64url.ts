/**
 * The bytes of a text that we wrote as base64url; null for any other spelling. Node reads more than it writes: the last sign may hold
 * spare bits that count for nothing, and strange signs are skipped, so that one link would have many addresses.
 */
export function readBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}
