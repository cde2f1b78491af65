import type { Resident } from './house-residents.ts';
import type { ContactSpec } from '../person-factory.ts';

const kin = [
  { relationship: 'Daughter', name: 'Karen', zh: '静' },
  { relationship: 'Son', name: 'Peter', zh: '伟' },
  { relationship: 'Spouse / Partner', name: 'Lesley', zh: '明' },
  { relationship: 'General Practitioner (GP)', name: 'Dr Imran Sheikh', zh: '郑医生' },
] as const;

/** A doctor whom several residents name, with the same address for each of them. */
const sharedDoctor = 'imran.sheikh@clinic.demo.example';

/** Returns no to four trusted contacts, some of whom have not answered yet. */
export function contactsOf({ number, lastName, language, email }: Resident): ContactSpec[] {
  return kin.slice(0, number % 5).map(({ relationship, name, zh }, at) => {
    const isDoctor = at === 3;
    const own =
      language === 'zh' ? (isDoctor ? zh : `${lastName}${zh}`) : isDoctor ? name : `${name} ${lastName}`;
    return {
      name: own,
      email: isDoctor ? sharedDoctor : email.replace('@', `.contact${at + 1}@`),
      phone: `0491 570 15${6 + at}`,
      relationship,
      substitutedDecisionMaker: at === 0,
      enduringGuardian: at === 0 && number % 2 === 0,
      fullAccess: at < 2,
      on_emergency_page: at !== 2,
      accepted: (number + at) % 3 !== 0,
    };
  });
}
