import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowsScope, clinicalScopes, clinicalTypes, parseScopes } from './scopes.ts';

describe('the scopes of clinical systems', () => {
  it('are all kinds of resources for system/*.rs [X-06]', () => {
    expect(parseScopes('system/*.rs')).toEqual([
      'system/Patient.rs',
      'system/DocumentReference.rs',
      'system/Composition.rs',
      'system/Bundle.rs',
      'system/Binary.rs',
      'system/Consent.rs',
      'system/Subscription.rs',
    ]);
    expect(parseScopes('system/*.rs')).toEqual(clinicalScopes);
  });

  it.each([
    ['system/Patient.rs', ['system/Patient.rs']],
    ['system/Binary.r system/Patient.s', ['system/Patient.s', 'system/Binary.r']],
    ['system/Patient.r  system/Patient.s', ['system/Patient.rs']],
    [
      'system/*.r system/Consent.rs',
      clinicalTypes.map((type) => `system/${type}.${type === 'Consent' ? 'rs' : 'r'}`),
    ],
  ])('are narrowed to the requested ones: %s [X-06]', (requested, granted) => {
    expect(parseScopes(requested)).toEqual(granted);
  });

  it.each([
    '',
    ' ',
    'system/*.*',
    'system/*.read',
    'system/*.cruds',
    'system/Patient.sr',
    'system/Patient.c',
    'system/Observation.rs',
    'system/Patient.rs system/Observation.rs',
    'system/Patient.rs?_id=1',
    'user/Patient.rs',
    'patient/*.rs',
    'SYSTEM/Patient.rs',
    'system/Patient.rs\u0000',
    'system/Patient.rs\tsystem/Binary.rs',
    'openid',
    'system/Patient.rs '.repeat(60),
  ])('are refused as a whole with an unknown name: %j [X-06]', (requested) => {
    expect(parseScopes(requested)).toBeNull();
  });

  it('never grant more than is requested, for any request [X-06]', () => {
    const name = fc.oneof(
      fc
        .tuple(
          fc.constantFrom('*', ...clinicalTypes, 'Observation'),
          fc.constantFrom('rs', 'r', 's', 'cruds'),
        )
        .map(([type, permission]) => `system/${type}.${permission}`),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), (names) => {
        const granted = parseScopes(names.join(' '));
        if (granted === null) return;
        expect(new Set(granted.map((scope) => scope.split('.')[0])).size).toBe(granted.length);
        expect(parseScopes(granted.join(' '))).toEqual(granted);
        for (const type of clinicalTypes)
          for (const permission of ['r', 's'] as const) {
            const isAsked = names
              .flatMap((each) => each.split(' '))
              .some((each) =>
                [`system/${type}`, 'system/*'].some((start) =>
                  [`${start}.rs`, `${start}.${permission}`].includes(each),
                ),
              );
            expect([type, permission, allowsScope(granted, type, permission)]).toEqual([
              type,
              permission,
              isAsked,
            ]);
          }
      }),
    );
  });
});
