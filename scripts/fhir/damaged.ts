import type { Bundle, FhirResource, Observation, QuestionnaireResponseItem } from 'fhir/r4';

type Damage = (bundle: Bundle) => unknown;
type Type = FhirResource['resourceType'];

function resourcesIn<Wanted extends Type>(bundle: Bundle, type: Wanted) {
  return (bundle.entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === type ? [resource as Extract<FhirResource, { resourceType: Wanted }>] : [],
  );
}

/** @throws Error if there is none, so that no damage is silently left out */
function first<Found>(found: readonly Found[] | undefined): Found {
  if (found?.[0] === undefined) throw new Error('The document has nothing to damage here');
  return found[0];
}

const resourceIn = <Wanted extends Type>(bundle: Bundle, type: Wanted) => first(resourcesIn(bundle, type));

const observationAbout = (bundle: Bundle, key: string): Observation =>
  first(resourcesIn(bundle, 'Observation').filter(({ code }) => code.coding?.[0]?.code === key));

const answerTo = (bundle: Bundle, key: string): QuestionnaireResponseItem =>
  first(resourceIn(bundle, 'QuestionnaireResponse').item?.filter(({ linkId }) => linkId === key));

/** Returns a damage that writes fields, of whatever type, into a part of the document. */
const write =
  (partOf: (bundle: Bundle) => object | undefined, fields: object): Damage =>
  (bundle) =>
    Object.assign(first([partOf(bundle)]) ?? {}, fields);

/** Returns a damage that removes a field from a part of the document. */
const remove =
  (partOf: (bundle: Bundle) => object | undefined, field: string): Damage =>
  (bundle) =>
    Reflect.deleteProperty(first([partOf(bundle)]) ?? {}, field);

const composition = (bundle: Bundle) => resourceIn(bundle, 'Composition');
const patient = (bundle: Bundle) => resourceIn(bundle, 'Patient');
const narrative = (content: string): Damage =>
  write((bundle) => composition(bundle).text, {
    div: `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`,
  });
const answer = (key: string, fields: object): Damage => write((bundle) => answerTo(bundle, key), fields);
const standing = (bundle: Bundle) => first(resourceIn(bundle, 'RelatedPerson').extension);

/** Damages of a document, by name. The validator must refuse each. */
const damages: Record<string, Damage> = {
  'no-composition': (bundle) => bundle.entry?.shift(),
  'no-identifier': remove((bundle) => bundle, 'identifier'),
  'no-timestamp': remove((bundle) => bundle, 'timestamp'),
  'no-title': remove(composition, 'title'),
  'no-author': remove(composition, 'author'),
  'unknown-status': write(composition, { status: 'signed' }),
  'broken-reference': write(composition, {
    subject: { reference: 'urn:uuid:00000000-0000-4000-8000-000000000000' },
  }),
  'script-in-narrative': narrative('<script>alert(1)</script>'),
  'narrative-not-closed': narrative('<p>Plan'),
  'empty-narrative': narrative(' '),
  'birth-date-as-typed': write(patient, { birthDate: '14/05/1943' }),
  'unknown-gender': write(patient, { gender: 'Female' }),
  'field-that-does-not-exist': write(patient, { medicare: '2950101201' }),
  'two-addresses-alike': (bundle) => bundle.entry?.push(structuredClone(first(bundle.entry.slice(1)))),
  'unknown-answer-code': write(
    (bundle) => observationAbout(bundle, 'cprCatastrophic').valueCodeableConcept?.coding?.[0],
    { code: 'cprCatastrophic.maybe' },
  ),
  'unknown-treatment-state': write(
    (bundle) =>
      first(observationAbout(bundle, 'treatmentsSelected').component).valueCodeableConcept?.coding?.[0],
    { code: 'requested' },
  ),
  'value-and-reason-for-none': write((bundle) => observationAbout(bundle, 'explanations'), {
    dataAbsentReason: { text: 'Nothing written' },
  }),
  'observation-without-code': remove((bundle) => resourceIn(bundle, 'Observation'), 'code'),
  'stored-value-that-no-option-has': answer('cprCatastrophic', { answer: [{ valueString: 'do want CPR' }] }),
  'two-answers-to-one-question': answer('gender', {
    answer: [{ valueString: 'Female' }, { valueString: 'Male' }],
  }),
  'answer-to-an-unknown-question': answer('gender', { linkId: 'nationality' }),
  'answer-that-does-not-apply': answer('hasHelp', { answer: [{ valueString: 'No' }] }),
  'pdf-that-is-not-base64': write(
    (bundle) => first(resourceIn(bundle, 'DocumentReference').content).attachment,
    { data: '%PDF-1.7 é' },
  ),
  'signature-without-a-time': remove((bundle) => first(resourceIn(bundle, 'Provenance').signature), 'when'),
  'contact-standing-of-another-type': (bundle) => {
    Reflect.deleteProperty(standing(bundle), 'valueCode');
    Object.assign(standing(bundle), { valueString: 'pending' });
  },
};

/** Returns a damaged copy of a document for each damage. */
export const damagedDocuments = (document: Bundle): Record<string, Bundle> =>
  Object.fromEntries(
    Object.entries(damages).map(([name, damage]) => {
      const copy = structuredClone(document);
      damage(copy);
      return [name, copy];
    }),
  );
