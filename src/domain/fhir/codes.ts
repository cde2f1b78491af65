import type { Coding } from 'fhir/r4';
import type { Question } from '../questionnaire/questions/question.ts';
import type { Option } from '../questionnaire/questions/options.ts';

/** Code systems that this site publishes, by the last part of their address (docs/decisions/0128). */
export type OwnSystem = 'questions' | 'answers' | 'treatments' | 'plan';

/** Returns the address of a resource that the site publishes. */
export const publishedAt = (baseUrl: string, type: string, id: string): string =>
  `${baseUrl}/fhir/${type}/${id}`;

/** Codes of the system `plan`, with what they mean. English is the language of code systems. */
export const planCodes = {
  refused: 'The person would not want this treatment.',
  'not-refused': 'The person did not refuse this treatment. This is not a request for it.',
  'substitute-decision-maker':
    'Named by the person as a substitute decision maker. No appointment by law was seen.',
  guardian: 'Named by the person as an enduring guardian. No appointment by law was seen.',
  contact: 'Named by the person as a trusted contact.',
  recorder: 'Recorded the plan on behalf of the person.',
  about: 'About the person, and about the plan.',
  'cpr-and-treatments': 'Answers about CPR and refused treatments.',
  'whom-to-call': 'Contacts named by the person.',
  'what-matters': 'What matters to the person, and care when dying.',
  'health-changes': 'How the person would feel in states of health. These answers refuse no treatment.',
  signature: 'What the person said when signing, and who signed when.',
  'stored-answers': 'The answers as stored, and the plan as a PDF.',
  'uploaded-form':
    'A form from elsewhere that was uploaded. Nobody here checked what it says, or whether it is valid.',
} as const;

export type PlanCode = keyof typeof planCodes;

/** Returns a code of one of the site's own systems. */
export const ownCode = (baseUrl: string, system: OwnSystem, code: string): Coding => ({
  system: publishedAt(baseUrl, 'CodeSystem', system),
  code,
});

/** Returns the code of an option of a question. */
export const optionCode = ({ key }: Pick<Question, 'key'>, { id }: Pick<Option, 'id'>): string =>
  `${key}.${id}`;

const loinc = 'http://loinc.org';
const nctis = 'https://healthterminologies.gov.au/fhir/CodeSystem/nctis-data-components-1';

/** Type of the document: the Australian code, and LOINC's. Displays are left to the owners of the systems. */
export const documentType: Coding[] = [
  { system: nctis, code: '100.16998' },
  { system: loinc, code: '81334-5' },
];

/** Class of the document. Not "Advance healthcare directives": a plan is not a directive (D-01). */
export const documentClass: Coding[] = [{ system: nctis, code: '100.16975' }];

const loincByKey: Readonly<Record<string, string>> = {
  cprStopBreathing: '75779-9',
  cprCatastrophic: '75779-9',
  minimumQolList: '81380-8',
  palliativeCare: '75776-5',
  receiveCare: '75780-7',
  customsAndTraditions: '81364-2',
};

/**
 * Returns the LOINC codes of what a question asks, none if no code has its meaning. Codes named "request for" are never used: a
 * refusal coded with one would be read as a request.
 */
export function loincOf({ key, section }: Question): Coding[] {
  const code = loincByKey[key] ?? (section === 'health' ? '81378-2' : undefined);
  return code === undefined ? [] : [{ system: loinc, code }];
}

/** The answer of these options holds only under a condition, which is the answer to another question. */
export const conditionOf: Readonly<Record<string, string>> = { onlyIfMinimum: 'minimumQolList' };
