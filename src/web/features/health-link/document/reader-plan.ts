import type { Bundle, Composition, DocumentReference, Patient, RelatedPerson, Resource } from 'fhir/r4';

/** Parts of the document that the page shows, with those that staff need first at the start. */
export const shownParts = [
  'cpr-and-treatments',
  'whom-to-call',
  'what-matters',
  'health-changes',
  'about',
  'signature',
] as const;

export type ShownPart = (typeof shownParts)[number];

/** A plan as a reader sees it. `xhtml` are the words of the document. */
export type ReaderPlan = {
  name: string;
  /** ISO date; null if it is not in the document. */
  dob: string | null;
  version: string;
  /** When it was signed or last changed. */
  at: string;
  opening: string;
  parts: readonly { id: ShownPart; xhtml: string }[];
  phones: readonly string[];
  pdf: { base64: string; name: string } | null;
};

const versionUrl = 'http://hl7.org/fhir/StructureDefinition/composition-clinicaldocument-versionNumber';

/**
 * Returns the plan in a FHIR document of this product.
 * @throws for anything else
 */
export function readerPlanOf(json: string): ReaderPlan {
  const bundle = JSON.parse(json) as Bundle;
  const resources = (bundle.entry ?? []).flatMap(({ resource }) => (resource ? [resource] : []));
  const all = <Type extends Resource>(type: string) =>
    resources.filter((each) => each.resourceType === type) as unknown as Type[];
  const [composition] = all<Composition>('Composition');
  const [patient] = all<Patient>('Patient');
  if (bundle.type !== 'document' || !composition || !patient) throw new Error('not a plan');
  const sections = composition.section ?? [];
  const parts = shownParts.map((id) => {
    const section = sections.find(({ code }) => code?.coding?.some((coding) => coding.code === id));
    if (!section?.text) throw new Error('not a plan');
    return { id, xhtml: section.text.div };
  });
  const attachment = all<DocumentReference>('DocumentReference')[0]?.content[0]?.attachment;
  return {
    name: patient.name?.[0]?.text ?? '',
    dob: patient.birthDate ?? null,
    version: composition.extension?.find(({ url }) => url === versionUrl)?.valueString ?? '',
    at: composition.date,
    opening: composition.text?.div ?? '',
    parts,
    phones: all<RelatedPerson>('RelatedPerson').flatMap(({ telecom = [] }) =>
      telecom.flatMap(({ system, value }) => (system === 'phone' && value ? [value] : [])),
    ),
    pdf: attachment?.data
      ? { base64: attachment.data, name: attachment.title ?? 'advance care plan.pdf' }
      : null,
  };
}
