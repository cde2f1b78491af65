import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileAccessIds, fileAccessPart } from './file-access-path.ts';

describe('the address of the page about a contact’s access', () => {
  it('is written as {userId}|{contactId} [SHARE-02]', () => {
    expect(fileAccessPart({ userId: 'u1', contactId: 'c1' })).toBe('u1|c1');
    expect(fileAccessIds('u1|c1')).toEqual({ userId: 'u1', contactId: 'c1' });
  });

  it('can be converted back to its ids [SHARE-02]', () => {
    const id = fc.uuid();
    fc.assert(
      fc.property(id, id, (userId, contactId) => {
        expect(fileAccessIds(fileAccessPart({ userId, contactId }))).toEqual({ userId, contactId });
      }),
    );
  });

  it.each(['', 'c1', '|', 'u1|', '|c1', 'u1|c1|c2', 'u1%7Cc1'])(
    'is invalid in any other form: %j',
    (part) => {
      expect(fileAccessIds(part)).toBeNull();
    },
  );
});
