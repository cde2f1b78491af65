import type { Bundle, BundleEntry, FhirResource, OperationOutcome } from 'fhir/r4';
import { uuidOf } from '../uuid.ts';

type Searchset = {
  baseUrl: string;
  /** When the search ran, in ISO 8601. */
  at: string;
  /** Address of this page, and of the next one if there is one. */
  self: string;
  next?: string | undefined;
  /** Number of all results; absent if it was not counted. */
  total?: number;
  resources: readonly FhirResource[];
  /** Notes to the reader besides the results. */
  outcome?: OperationOutcome | undefined;
};

/** Returns one page of search results. */
export function searchset({ baseUrl, at, self, next, total, resources, outcome }: Searchset): Bundle {
  const matches = resources.map((resource): BundleEntry => ({
    fullUrl: `${baseUrl}/fhir/${resource.resourceType}/${resource.id}`,
    resource,
    search: { mode: 'match' },
  }));
  const fullUrl = `urn:uuid:${uuidOf(`outcome ${self}`)}`;
  const outcomes: BundleEntry[] = outcome
    ? [{ fullUrl, resource: outcome, search: { mode: 'outcome' } }]
    : [];
  const entry = [...matches, ...outcomes];
  return {
    resourceType: 'Bundle',
    meta: { lastUpdated: at },
    type: 'searchset',
    ...(total !== undefined && { total }),
    link: [{ relation: 'self', url: self }, ...(next === undefined ? [] : [{ relation: 'next', url: next }])],
    // FHIR allows no empty list.
    ...(entry.length > 0 && { entry }),
  };
}
