/** Path at which clinical systems get access tokens, and the `aud` of their assertions with the public address before it. */
export const tokenPath = '/api/clinical/token';

/** Path of the FHIR interface. */
export const fhirPath = '/fhir';

/** Maximum number of clinical systems of a provider. */
export const maxClients = 5;
