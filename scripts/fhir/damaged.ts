import type { Bundle, FhirResource, Observation } from 'fhir/r4';

type Damage = (bundle: Bundle) => void;

/** Returns a resource of a document in a form that a damage may write anything into. */
function resourceIn(bundle: Bundle, type: string, index = 0): Record<string, any> {
  const found = (bundle.entry ?? [])
    .flatMap(({ resource }) => resource ?? [])
    .filter(({ resourceType }) => resourceType === type)[index];
  if (!found) throw new Error(`The document has no ${type}`);
  return found as FhirResource & Record<string, any>;
}

const observationIn = (bundle: Bundle, key: string): Observation & Record<string, any> => {
  for (let index = 0; ; index += 1) {
    const observation = resourceIn(bundle, 'Observation', index);
    if (observation['code'].coding[0].code === key) return observation as Observation & Record<string, any>;
  }
};

const answerIn = (bundle: Bundle, key: string): Record<string, any> =>
  resourceIn(bundle, 'QuestionnaireResponse')['item'].find(
    ({ linkId }: { linkId: string }) => linkId === key,
  );

/** Damages of a document, by name. The validator must refuse each. */
export const damages: Record<string, Damage> = {
  'no-composition': (bundle) => bundle.entry?.shift(),
  'no-identifier': (bundle) => delete bundle.identifier,
  'no-timestamp': (bundle) => delete bundle.timestamp,
  'no-title': (bundle) => delete resourceIn(bundle, 'Composition')['title'],
  'no-author': (bundle) => delete resourceIn(bundle, 'Composition')['author'],
  'unknown-status': (bundle) => (resourceIn(bundle, 'Composition')['status'] = 'signed'),
  'broken-reference': (bundle) =>
    (resourceIn(bundle, 'Composition')['subject'] = {
      reference: 'urn:uuid:00000000-0000-4000-8000-000000000000',
    }),
  'script-in-narrative': (bundle) =>
    (resourceIn(bundle, 'Composition')['text'].div =
      '<div xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></div>'),
  'narrative-not-closed': (bundle) =>
    (resourceIn(bundle, 'Composition')['text'].div =
      '<div xmlns="http://www.w3.org/1999/xhtml"><p>Plan</div>'),
  'empty-narrative': (bundle) =>
    (resourceIn(bundle, 'Composition')['text'].div = '<div xmlns="http://www.w3.org/1999/xhtml"> </div>'),
  'birth-date-as-typed': (bundle) => (resourceIn(bundle, 'Patient')['birthDate'] = '14/05/1943'),
  'unknown-gender': (bundle) => (resourceIn(bundle, 'Patient')['gender'] = 'Female'),
  'field-that-does-not-exist': (bundle) => (resourceIn(bundle, 'Patient')['medicare'] = '2950101201'),
  'two-addresses-alike': (bundle) => bundle.entry?.push(structuredClone(bundle.entry[1]!)),
  'unknown-answer-code': (bundle) =>
    (observationIn(bundle, 'cprCatastrophic').valueCodeableConcept!.coding![0]!.code =
      'cprCatastrophic.maybe'),
  'unknown-treatment-state': (bundle) =>
    (observationIn(bundle, 'treatmentsSelected').component![0]!.valueCodeableConcept!.coding![0]!.code =
      'requested'),
  'value-and-reason-for-none': (bundle) =>
    (observationIn(bundle, 'explanations').dataAbsentReason = { text: 'Nothing written' }),
  'observation-without-code': (bundle) =>
    delete (resourceIn(bundle, 'Observation') as { code?: unknown }).code,
  'stored-value-that-no-option-has': (bundle) =>
    (answerIn(bundle, 'cprCatastrophic')['answer'] = [{ valueString: 'do want CPR' }]),
  'two-answers-to-one-question': (bundle) =>
    answerIn(bundle, 'gender')['answer'].push({ valueString: 'Male' }),
  'answer-to-an-unknown-question': (bundle) => (answerIn(bundle, 'gender')['linkId'] = 'nationality'),
  'answer-that-does-not-apply': (bundle) => (answerIn(bundle, 'hasHelp')['answer'] = [{ valueString: 'No' }]),
  'pdf-that-is-not-base64': (bundle) =>
    (resourceIn(bundle, 'DocumentReference')['content'][0].attachment.data = '%PDF-1.7 é'),
  'signature-without-a-time': (bundle) => delete resourceIn(bundle, 'Provenance')['signature'][0].when,
  'contact-standing-of-another-type': (bundle) =>
    (resourceIn(bundle, 'RelatedPerson')['extension'][0] = {
      url: resourceIn(bundle, 'RelatedPerson')['extension'][0].url,
      valueString: 'pending',
    }),
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
