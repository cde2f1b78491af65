import type { FhirResource } from 'fhir/r4';

type Profile = { guide: string; type: FhirResource['resourceType']; url: string };

const base = 'http://hl7.org.au/fhir/StructureDefinition/';
const core = 'http://hl7.org.au/fhir/core/StructureDefinition/';

/**
 * Profiles of Australian guides to which our resources conform. Documents claim none of them, because the profiles also require data that
 * only a provider has, such as national identifiers.
 */
const profiles: readonly Profile[] = [
  { guide: 'au-base', type: 'Patient', url: `${base}au-patient` },
  { guide: 'au-base', type: 'RelatedPerson', url: `${base}au-relatedperson` },
  { guide: 'au-base', type: 'Organization', url: `${base}au-organization` },
  { guide: 'au-base', type: 'Composition', url: `${base}au-composition` },
  { guide: 'au-core', type: 'Patient', url: `${core}au-core-patient` },
  { guide: 'au-core', type: 'RelatedPerson', url: `${core}au-core-relatedperson` },
  { guide: 'au-core', type: 'DocumentReference', url: `${core}au-core-documentreference` },
];

const patientSummary = 'http://hl7.org.au/fhir/ps/StructureDefinition/au-ps-bundle';

/** Resources to validate against profiles, by name, with the profile of each. */
export type Profiled = { documents: Record<string, FhirResource>; profiles: Record<string, string> };

/**
 * Returns the resources in documents and records for which there is a profile, each different one once, and the summaries that are in
 * the form of AU PS.
 */
export function profiledResources(documents: Readonly<Record<string, FhirResource>>): Profiled {
  const found: Profiled = { documents: {}, profiles: {} };
  const seen = new Set<string>();
  const add = (name: string, resource: FhirResource, url: string) => {
    found.documents[name] = resource;
    found.profiles[name] = url;
  };
  for (const [name, document] of Object.entries(documents)) {
    if (name.startsWith('patient-summary-')) add(`au-ps-${name}`, document, patientSummary);
    for (const resource of resourcesIn(document))
      for (const { guide, type, url } of profiles) {
        const content = url + JSON.stringify({ ...resource, id: '' });
        if (resource.resourceType !== type || seen.has(content)) continue;
        seen.add(content);
        add(`${guide}-${type}-${Object.keys(found.documents).length}-${name}`, resource, url);
      }
  }
  return found;
}

const resourcesIn = (document: FhirResource): FhirResource[] =>
  document.resourceType === 'Bundle'
    ? (document.entry ?? []).flatMap(({ resource }) => (resource ? [resource] : []))
    : [document];
