/** The kinds of resources that a clinical system may read, by the names of FHIR R4. */
export const clinicalTypes = [
  'Patient',
  'DocumentReference',
  'Composition',
  'Bundle',
  'Binary',
  'Consent',
  'Subscription',
] as const;

export type ClinicalType = (typeof clinicalTypes)[number];

/** Permissions of a scope: to read one resource by its id (`r`), to search (`s`), or both. */
const permissions = ['rs', 'r', 's'] as const;

/** A scope of SMART App Launch 2 for one kind of resource. All are read-only. */
export type ClinicalScope = `system/${ClinicalType}.${(typeof permissions)[number]}`;

/** Every scope of a clinical system, in the order in which they are granted: `system/*.rs`. */
export const clinicalScopes: readonly ClinicalScope[] = clinicalTypes.map(
  (type): ClinicalScope => `system/${type}.rs`,
);

/** The longest accepted request for scopes, in characters. */
const maxLength = 1_000;

/**
 * Reads a requested scope: names separated by blanks, such as `system/Patient.rs` or `system/*.r`. Returns the granted ones, one for
 * each kind of resource; null if one of them is unknown, or if there is none.
 */
export function parseScopes(requested: string): readonly ClinicalScope[] | null {
  if (requested.length > maxLength) return null;
  const wanted = requested.split(' ').filter((name) => name !== '');
  const letters = new Map<ClinicalType, Set<string>>();
  for (const name of wanted) {
    const [, type, permission] = /^system\/(\*|[A-Za-z]+)\.(rs|r|s)$/.exec(name) ?? [];
    const types = clinicalTypes.filter((each) => type === '*' || type === each);
    if (types.length === 0 || permission === undefined) return null;
    for (const each of types) letters.set(each, new Set([...(letters.get(each) ?? []), ...permission]));
  }
  const granted = clinicalTypes.flatMap((type): ClinicalScope[] => {
    const allowed = letters.get(type);
    const permission = permissions.find(
      (each) => each.length === allowed?.size && [...each].every((letter) => allowed.has(letter)),
    );
    return permission ? [`system/${type}.${permission}`] : [];
  });
  return granted.length === 0 ? null : granted;
}

/** Whether scopes allow reading (`r`) or searching (`s`) resources of a kind. */
export const allowsScope = (
  scopes: readonly ClinicalScope[],
  type: ClinicalType,
  permission: 'r' | 's',
): boolean => scopes.includes(`system/${type}.rs`) || scopes.includes(`system/${type}.${permission}`);
