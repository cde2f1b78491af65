import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyPlace, createKeyring, newKey, parseKeys, SealError } from './seal.ts';

const today = '2026-11-21';
const [first, second] = parseKeys(`${newKey(today)},${newKey(today)}`);
const keyring = createKeyring([first!]);
const place = anyPlace('acps', 'answers_sealed', '7d1c');

describe('sealed values', () => {
  it('opens every value that was sealed for the same place [security 36]', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.string(),
        fc.string(),
        (text, table, row, column) => {
          const where = anyPlace(table, column, row);
          const wellFormed = text.toWellFormed();
          expect(keyring.open(where, keyring.seal(where, wellFormed))).toBe(wellFormed);
        },
      ),
    );
  });

  it('opens long texts too, and needs less space for them, whatever they begin with [R-93] [security 36]', () => {
    for (const text of [
      'ab\u0000',
      '\u0000',
      '\u0000\u0000ab',
      `\u0000${'临终关怀'.repeat(2_000)}`,
      '临终关怀'.repeat(2_000),
      '临'.repeat(4_095),
      'x'.repeat(300_000),
    ]) {
      const sealed = keyring.seal(place, text);
      expect(keyring.open(place, sealed) === text).toBe(true);
      if (text.length === 8_000) expect(sealed.length).toBeLessThan(500);
    }
  });

  it('returns JSON unchanged [security 36]', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const opened = keyring.openJson(place, keyring.sealJson(place, value));
        expect(opened).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('contains no part of the text, and never seals the same text to the same bytes [security 36]', () => {
    const sealed = keyring.seal(place, 'No artificial feeding');
    expect(sealed.toString('latin1')).not.toMatch(/artificial|feeding/);
    expect(keyring.seal(place, 'No artificial feeding').equals(sealed)).toBe(false);
  });

  it('does not open if any single bit was changed [security 36]', () => {
    const sealed = keyring.seal(place, 'I would want CPR');
    fc.assert(
      fc.property(fc.nat({ max: sealed.length - 1 }), fc.nat({ max: 7 }), (index, bit) => {
        const changed = Buffer.from(sealed);
        changed[index]! ^= 1 << bit;
        expect(() => keyring.open(place, changed)).toThrow(SealError);
      }),
    );
  });

  it('does not open if it is truncated or was never sealed [security 36]', () => {
    const sealed = keyring.seal(place, 'x');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => keyring.open(place, sealed.subarray(0, length))).toThrow(SealError);
    }
    expect(() => keyring.open(place, Buffer.from('{"dyingAlone":"Yes"}'))).toThrow(SealError);
  });

  it.each([
    ['row', { ...place, row: '7d1d' }],
    ['column', { ...place, column: 'snapshot_sealed' }],
    ['table', { ...place, table: 'files' }],
    ['boundary between names', anyPlace('acps7', 'answers_sealed', 'd1c')],
  ])('does not open at another %s [security 36]', (_, other) => {
    expect(() => keyring.open(other, keyring.seal(place, 'mine'))).toThrow(SealError);
  });

  it("fails without the key, with the key's id and no secret in the error [security 36] [fault 25]", () => {
    const sealed = keyring.seal(place, 'mine');
    const other = createKeyring([second!]);
    expect(() => other.open(place, sealed)).toThrow(first!.id);
    expect(() => other.open(place, sealed)).not.toThrow(first!.secret.toString('base64'));
  });
});

describe('key rotation', () => {
  const rotated = createKeyring([second!, first!]);

  it('opens old values, seals with the new key, and recognises old values [security 36]', () => {
    const old = keyring.seal(place, 'mine');
    expect(rotated.open(place, old)).toBe('mine');
    expect(rotated.needsReseal(old)).toBe(true);
    const fresh = rotated.seal(place, 'mine');
    expect(rotated.needsReseal(fresh)).toBe(false);
    expect(createKeyring([second!]).open(place, fresh)).toBe('mine');
  });

  it('finds an index made before and after [security 36]', () => {
    expect(rotated.blindIndexes('medicare', '29501012341')).toContainEqual(
      keyring.blindIndex('medicare', '29501012341'),
    );
    expect(rotated.blindIndexes('medicare', '29501012341')[0]).toEqual(
      rotated.blindIndex('medicare', '29501012341'),
    );
  });
});

describe('blind index', () => {
  it('is equal for equal text only, and differs by purpose and key [security 36] [security 37]', () => {
    const index = keyring.blindIndex('medicare', '29501012341');
    expect(index).toEqual(keyring.blindIndex('medicare', '29501012341'));
    expect(index).not.toEqual(keyring.blindIndex('medicare', '29501012342'));
    expect(index).not.toEqual(keyring.blindIndex('phone', '29501012341'));
    expect(index).not.toEqual(createKeyring([second!]).blindIndex('medicare', '29501012341'));
    expect(index).toHaveLength(32);
  });
});

describe('keys in the environment', () => {
  it('are read as a list with the current key first', () => {
    expect(
      parseKeys(` ${newKey(today)} , b:${Buffer.alloc(32).toString('base64')} `).map((key) => key.id),
    ).toEqual([expect.stringMatching(/^k20261121[0-9a-f]{4}$/), 'b']);
  });

  it.each(['', 'novalue', 'a:c2hvcnQ=', 'a b:AAAA', `a:${'A'.repeat(44)},a:${'A'.repeat(44)}`])(
    'refuses %j without repeating the secret',
    (text) => {
      expect(() => parseKeys(text)).toThrow(/key/);
      expect(() => parseKeys(text)).not.toThrow(/c2hvcnQ=|AAAA/);
    },
  );

  it('refuses two keys of one id', () => {
    const same = Buffer.alloc(32).toString('base64');
    expect(() => parseKeys(`a:${same},a:${same}`)).toThrow('same id');
    expect(() => createKeyring([])).toThrow('at least one key');
  });
});
