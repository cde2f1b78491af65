import { plainDigits } from '../typed-text/digits.ts';
import { stateOfPostcode, type StateId } from '../fields.ts';
import type { PlainTextKey } from '../i18n/texts.ts';

/** Every state and territory, in the order of their English names. */
export const stateIds = ['act', 'nsw', 'nt', 'qld', 'sa', 'tas', 'vic', 'wa'] as const satisfies StateId[];

/** Returns the state or territory of an address such as `?state=vic`; undefined for any other value. */
export const stateIdOf = (named: unknown): StateId | undefined => stateIds.find((id) => id === named);

const advancePlanning = 'https://www.advancecareplanning.org.au/create-your-plan/create-your-plan-';

/** Address of each state's or territory's form, or of its government's page about the form. */
export const formAddress: Readonly<Record<StateId, string>> = {
  act: `${advancePlanning}act`,
  nsw: `${advancePlanning}nsw`,
  nt: 'https://nt.gov.au/law/rights/advance-personal-plan',
  qld: `${advancePlanning}qld`,
  sa: 'https://advancecaredirectives.sa.gov.au',
  tas: `${advancePlanning}tas`,
  vic: `${advancePlanning}vic`,
  wa: `${advancePlanning}wa`,
};

/**
 * Required witnesses of the signature. There is no text for New South Wales, because it still has to be checked
 * (docs/to-verify.md).
 */
export const witnessTexts: Readonly<Record<StateId, readonly PlainTextKey[]>> = {
  act: ['where.act.witness'],
  nsw: [],
  nt: ['where.nt.witness'],
  qld: ['where.qld.witness'],
  sa: ['where.sa.witness', 'where.sa.witnessNot'],
  tas: ['where.tas.witness', 'where.tas.witnessChild'],
  vic: ['where.vic.witness', 'where.vic.witnessNot'],
  wa: ['where.wa.witness', 'where.wa.witnessNot'],
};

/** Returns the rows of text about the form of a state or territory, by heading. */
export function formRows(
  state: StateId,
): readonly (readonly [heading: PlainTextKey, texts: readonly PlainTextKey[]])[] {
  const rows: (readonly [PlainTextKey, readonly PlainTextKey[]])[] = [
    ['where.page.headingDocument', [`where.${state}.document`]],
    ['where.page.headingLaw', [`where.${state}.law`]],
    ['where.page.headingEffect', [`where.${state}.effect`]],
    ['where.page.headingWitness', witnessTexts[state]],
    ['where.page.headingAge', [`where.${state}.age`]],
    ['where.page.headingDecisionMaker', [`where.${state}.decisionMaker`]],
    ['where.page.headingElectronic', state === 'nsw' ? [] : [`where.${state}.electronic`]],
  ];
  return rows.filter(([, texts]) => texts.length > 0);
}

/** Returns the next steps, in order. */
export function nextSteps(state: StateId): readonly PlainTextKey[] {
  const steps: PlainTextKey[] = [`where.${state}.next1`, `where.${state}.next2`];
  return state === 'act' ? steps : [...steps, `where.${state}.next3`];
}

/** The choice on the page, or the error and its field. A typed postcode takes precedence over the list. */
export type ChosenPlace = { state: StateId } | { field: 'state' | 'postcode'; message: PlainTextKey };

export function chosenPlace(typed: { state: StateId | undefined; postcode: string }): ChosenPlace {
  const postcode = plainDigits(typed.postcode).trim();
  if (postcode !== '') {
    const state = stateOfPostcode(postcode);
    return state ? { state } : { field: 'postcode', message: 'guest.locationPostcodeUnknown' };
  }
  return typed.state ? { state: typed.state } : { field: 'state', message: 'where.page.unknown' };
}
