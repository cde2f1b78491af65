import { expect, it } from 'vitest';
import { tierOf } from './tiers.ts';

it('calls a provider without a parent a root provider [PROV-03]', () => {
  expect(tierOf({ parentId: null, rootId: 'root' })).toBe('root');
  expect(tierOf({ parentId: null, rootId: null })).toBe('root');
});

it('calls a provider directly under the root a provider [PROV-04]', () => {
  expect(tierOf({ parentId: 'root', rootId: 'root' })).toBe('provider');
});

it('calls all providers below a single provider [PROV-05]', () => {
  expect(tierOf({ parentId: 'house', rootId: 'root' })).toBe('single');
});
