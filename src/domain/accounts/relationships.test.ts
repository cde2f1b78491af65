import { expect, it } from 'vitest';
import { catalogue } from '../i18n/catalogue.ts';
import { relationshipKey, relationships } from './relationships.ts';

it('every relationship of the list has its own words in both languages, and no other has any [TC-10]', () => {
  const keys = relationships.map(relationshipKey);
  expect(keys).toHaveLength(17);
  for (const texts of [catalogue.en, catalogue.zh])
    expect(new Set(keys.map((key) => texts[key as keyof typeof texts]).filter(Boolean)).size).toBe(17);
  for (const other of ['Neighbour', 'brother', '', 'constructor', '__proto__'])
    expect(relationshipKey(other)).toBeNull();
});
