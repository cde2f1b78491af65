import type { Extension, HumanName, Patient } from 'fhir/r4';

/**
 * Says that a fact is not known, in the place of a fact that AU Core requires of every Patient. Source: FHIR R4, extension
 * data-absent-reason; AU Core, au-core-pat-01 to 03.
 */
export const absent: { extension: Extension[] } = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
};

type Name = { text: string; family: string; given: string; use?: HumanName['use'] };

/** Returns the names of a person; without a family name, adds one with a data-absent reason. Blank parts count as unknown. */
export function namesOf({ text, family, given, use }: Name): HumanName[] {
  const [last, first] = [family.trim(), given.trim()];
  const named: HumanName = {
    ...(use && { use }),
    text,
    ...(last !== '' && { family: last }),
    ...(first !== '' && { given: [first] }),
  };
  return [...(text.trim() === '' ? [] : [named]), ...(last === '' ? [absent] : [])];
}

/** Returns the birth date, or that it is not known. */
export const birthDateOf = (date: string | null | undefined): Pick<Patient, 'birthDate' | '_birthDate'> =>
  date ? { birthDate: date } : { _birthDate: absent };
