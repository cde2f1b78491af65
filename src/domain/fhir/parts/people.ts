import type { Identifier, Organization, Patient, RelatedPerson } from 'fhir/r4';
import { relationshipKey } from '../../accounts/relationships.ts';
import { isoOfDate, medicareProblem, stateOfPostcode } from '../../fields.ts';
import { textOf } from '../../questionnaire/answers.ts';
import { fullNameOf, relationText } from '../../questionnaire/reading/voice.ts';
import { absent, birthDateOf, namesOf } from '../absent.ts';
import { ownCode, publishedAt, type PlanCode } from '../codes.ts';
import type { DocumentContact } from '../facts.ts';
import { concept, type Part, type Writing } from './writing.ts';

const genders: Readonly<Record<string, Patient['gender']>> = {
  Male: 'male',
  Female: 'female',
  Other: 'other',
};

const isText = (text: string): boolean => text.trim() !== '';

/** Returns the person, the operator, the contacts, and the recorder of a plan written on behalf of the person. */
export function peopleParts(writing: Writing): Part[] {
  const { facts } = writing;
  return [
    { key: 'patient', resource: patientOf(writing) },
    { key: 'operator', resource: operatorOf(writing) },
    ...(facts.owner.for_my_self ? [] : [{ key: 'recorder', resource: recorderOf(writing) }]),
    ...facts.contacts.map((contact) => ({
      key: `contact/${contact.id}`,
      resource: contactOf(contact, writing),
    })),
  ];
}

function patientOf({ facts, en, idOf, refTo }: Writing): Patient {
  const { answers, language } = facts;
  const [given, family, postcode] = (['firstName', 'lastName', 'postcode'] as const).map((key) =>
    textOf(answers, key),
  ) as [string, string, string];
  const birthDate = isoOfDate(textOf(answers, 'dob'));
  const state = stateOfPostcode(postcode)?.toUpperCase();
  const name = fullNameOf(answers);
  return {
    resourceType: 'Patient',
    id: idOf('patient'),
    identifier: [medicareIdentifier(facts.owner.for_my_self ? facts.medicare : null)],
    name: namesOf({ text: name, family, given }),
    gender: genders[textOf(answers, 'gender')] ?? 'unknown',
    ...birthDateOf(birthDate),
    ...(isText(postcode) && {
      address: [{ ...(state && { state }), postalCode: postcode, country: 'AU' }],
    }),
    communication: [
      {
        language: concept(en.t(`fhir.language.${language}`), undefined, [
          { system: 'urn:ietf:bcp:47', code: language },
        ]),
      },
    ],
    managingOrganization: refTo('operator'),
  };
}

/** Returns the Medicare number, or that it is unknown. A number that is not one is never sent. */
function medicareIdentifier(number: string | null): Identifier {
  const type = {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MC' }],
    text: 'Medicare number',
  };
  const system = 'http://ns.electronichealth.net.au/id/medicare-number';
  if (number !== null && number !== '' && medicareProblem(number) === undefined)
    return { type, system, value: number };
  return absent;
}

function operatorOf({ facts, idOf }: Writing): Organization {
  const { name, phone } = facts.operator;
  return {
    resourceType: 'Organization',
    id: idOf('operator'),
    name: isText(name) ? name : 'Wattle',
    telecom: [
      ...(isText(phone) ? [{ system: 'phone', value: phone } as const] : []),
      { system: 'url', value: facts.baseUrl },
    ],
  };
}

function recorderOf({ facts, en, zh, idOf, refTo }: Writing): RelatedPerson {
  const name = textOf(facts.answers, 'confirmName');
  const relation = (t: typeof en.t) => relationText(facts.owner.account_owner, t);
  return {
    resourceType: 'RelatedPerson',
    id: idOf('recorder'),
    patient: refTo('patient'),
    relationship: [
      ...(isText(relation(en.t)) ? [concept(relation(en.t), zh ? relation(zh.t) : undefined)] : []),
      concept(en.t('fhir.role.recorder'), zh?.t('fhir.role.recorder'), [
        ownCode(facts.baseUrl, 'plan', 'recorder'),
      ]),
    ],
    ...(isText(name) && { name: [{ text: name }] }),
  };
}

/** Returns a contact as the person named it: no role in it is an appointment by law. */
function contactOf(contact: DocumentContact, { facts, en, zh, idOf, refTo }: Writing): RelatedPerson {
  const key = relationshipKey(contact.relationship);
  const roles: Exclude<PlanCode, 'refused' | 'not-refused'>[] = [
    ...(contact.substitute ? (['substitute-decision-maker'] as const) : []),
    ...(contact.guardian ? (['guardian'] as const) : []),
  ];
  const role = (code: 'substitute-decision-maker' | 'guardian' | 'contact') =>
    concept(en.t(`fhir.role.${code}`), zh?.t(`fhir.role.${code}`), [ownCode(facts.baseUrl, 'plan', code)]);
  return {
    resourceType: 'RelatedPerson',
    id: idOf(`contact/${contact.id}`),
    extension: [
      {
        url: publishedAt(facts.baseUrl, 'StructureDefinition', 'contact-standing'),
        valueCode: contact.pending ? 'pending' : 'accepted',
      },
    ],
    patient: refTo('patient'),
    relationship: [
      ...(key
        ? [concept(en.t(key), zh?.t(key))]
        : isText(contact.relationship)
          ? [concept(contact.relationship, undefined)]
          : []),
      ...(roles.length === 0 ? [role('contact')] : roles.map((code) => role(code as 'guardian'))),
      ...(contact.pending ? [concept(en.t('emergency.call.pending'), zh?.t('emergency.call.pending'))] : []),
    ],
    ...(isText(contact.name) && { name: [{ text: contact.name }] }),
    ...(isText(contact.phone) && { telecom: [{ system: 'phone', value: contact.phone }] }),
  };
}
