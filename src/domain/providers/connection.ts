/** Why the check of a provider's sign-in connection failed (D-50). */
export const connectionProblems = [
  'address',
  'unreachable',
  'issuer',
  'pkce',
  'algorithm',
  'credentials',
] as const;

export type ConnectionProblem = (typeof connectionProblems)[number];

/** The signing algorithms that are accepted for ID tokens: asymmetric ones, and never `none`. */
export const signingAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
] as const;

/** Why a sign-in at an organisation did not lead to a session. */
export const organisationProblems = [
  'failed',
  'stopped',
  'unknown',
  'joined',
  'link',
  'unavailable',
] as const;

export type OrganisationProblem = (typeof organisationProblems)[number];

/** Time for which a session of organisation staff lasts after the issuer last confirmed the person, in milliseconds (D-50). */
export const confirmedFor = 60 * 60_000;
