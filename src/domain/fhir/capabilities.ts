import type { CapabilityStatement, CapabilityStatementRestResource } from 'fhir/r4';
import { fhirPath } from '../clinical/addresses.ts';
import type { Publisher } from './published.ts';

/** Date of the last change of what the interface offers. */
const changedOn = '2026-11-30';

type Resource = CapabilityStatementRestResource;

const search = (
  ...parameters: [name: string, type: 'token' | 'string' | 'date' | 'reference', words: string][]
) => ({
  searchParam: parameters.map(([name, type, documentation]) => ({ name, type, documentation })),
});

const definition = (type: string): Resource => ({
  type,
  interaction: [{ code: 'read' }],
  documentation: 'Read without a token. No data about a person.',
});

const definitions: Resource[] = ['CodeSystem', 'Questionnaire', 'StructureDefinition'].map(definition);

const record = (type: string, documentation: string, more: Partial<Resource> = {}): Resource => ({
  type,
  documentation,
  interaction: [{ code: 'read' }, ...('searchParam' in more ? [{ code: 'search-type' as const }] : [])],
  versioning: 'versioned',
  conditionalRead: 'not-match',
  ...more,
});

/** Resources that a clinical system reads with an access token. */
const records: Resource[] = [
  record(
    'Patient',
    'Residents of the provider. A search is for one person: by identifier, or by birthdate together with name, or with family and given. At most 20 hits.',
    search(
      ['identifier', 'token', 'System and value of the number that the provider gave'],
      ['name', 'string', 'The whole name, exact but for case and accents; only with birthdate'],
      ['family', 'string', 'The whole family name; only with given and birthdate'],
      ['given', 'string', 'The whole given name; only with family and birthdate'],
      ['birthdate', 'date', 'The day; only with a name'],
    ),
  ),
  record(
    'DocumentReference',
    'Signed versions of plans. Without patient: of all residents of the provider. Ordered by patient and version, at most 100 on a page.',
    search(
      ['patient', 'reference', 'One Patient'],
      ['status', 'token', 'current or superseded'],
      ['_lastUpdated', 'date', 'gt, ge, lt or le, once or twice'],
    ),
  ),
  record(
    'Composition',
    'A signed version in words; its references are to entries of the Bundle with the same id.',
  ),
  record('Bundle', 'A signed version as a document, with its PDF.'),
  record('Binary', 'The PDF of a signed version, or the bytes of an uploaded form.'),
  record(
    'Consent',
    'Forms that were uploaded, with whether they are in use. What they say was not read.',
    search(['patient', 'reference', 'One Patient; required']),
  ),
  record(
    'Subscription',
    'The address to which changes of plans are announced to the calling system. Set by the provider’s administrator, not by a request. `$status` returns its state.',
    { interaction: [{ code: 'read' }, { code: 'search-type' }] },
  ),
];

const security = (baseUrl: string) => ({
  service: [
    {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
          code: 'SMART-on-FHIR',
        },
      ],
    },
  ],
  description: `SMART Backend Services, as ${baseUrl}${fhirPath}/.well-known/smart-configuration says, for everything about a person. Definitions need no token.`,
});

/** Returns what a client can read under `/fhir`: published definitions, and with an access token the plans of a provider's residents. */
export function capabilityStatementOf({
  baseUrl,
  name,
}: Pick<Publisher, 'baseUrl' | 'name'>): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    url: `${baseUrl}${fhirPath}/metadata`,
    name: 'WattlePlans',
    title: 'Plans of residents, and the definitions of their documents',
    status: 'active',
    experimental: false,
    date: changedOn,
    publisher: name,
    description:
      'Read only. Clinical systems of a care provider read the signed plans of its residents with an access token; the definitions that documents refer to need none.',
    kind: 'instance',
    implementation: { description: name, url: `${baseUrl}${fhirPath}` },
    fhirVersion: '4.0.1',
    format: ['application/fhir+json'],
    rest: [{ mode: 'server', security: security(baseUrl), resource: [...definitions, ...records] }],
  };
}
