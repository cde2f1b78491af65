import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBase64url } from './base64url.ts';

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a base64url text', () => {
  it('decodes to the original bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 90 }), (bytes) => {
        expect(readBase64url(Buffer.from(bytes).toString('base64url'))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('has one spelling: no other last character decodes to the same bytes [security 9] [security 16]', () => {
    for (const length of [16, 32, 48, 64]) {
      const bytes = randomBytes(length);
      const text = bytes.toString('base64url');
      const same = [...signs].filter((last) => readBase64url(text.slice(0, -1) + last)?.equals(bytes));
      expect([length, same]).toEqual([length, [text.at(-1)]]);
    }
  });

  it.each(['QQ==', 'QR', 'Q Q', 'QQ\n', 'Q', '+/+/', 'QQ.', '💥'])('is not valid as %j', (text) => {
    expect(readBase64url(text)).toBeNull();
  });
});
