import { planBundle } from '../../../src/domain/fhir/bundle.ts';
import { documentFacts } from '../../../src/domain/fhir/document.fixture.ts';
import { completeAnswers } from '../../../src/domain/questionnaire/answers.fixture.ts';
import type { Answers } from '../../../src/domain/questionnaire/answers.ts';
import { questionOf } from '../../../src/domain/questionnaire/definition.ts';
import { treatmentOptions } from '../../../src/domain/questionnaire/questions/options.ts';
import { emergencyFacts } from '../../../src/domain/questionnaire/reading/emergency-facts.ts';
import type { ClientReading } from './interface.ts';

/** The part of fhirpath that evaluates expressions. */
type FhirPath = { compile: (path: string, model: unknown) => (resource: unknown) => unknown[] };

const system = (name: string) => `${documentFacts().baseUrl}/fhir/CodeSystem/${name}`;

const observation = (key: string) =>
  `Bundle.entry.resource.ofType(Observation).where(code.coding.where(system = '${system('questions')}' and code = '${key}').exists())`;

const choice = (key: string) =>
  `${observation(key)}.value.ofType(CodeableConcept).coding.where(system = '${system('answers')}').code`;

const treatments = (state: string) =>
  `${observation('treatmentsSelected')}.component.where(value.ofType(CodeableConcept).coding.where(system = '${system('plan')}' and code = '${state}').exists()).code.coding.where(system = '${system('treatments')}').code`;

/** FHIRPath expressions of the facts that staff need first, by their names in `EmergencyFacts`. */
const paths = {
  cprStopBreathing: choice('cprStopBreathing'),
  cprCatastrophic: choice('cprCatastrophic'),
  refused: treatments('refused'),
  notRefused: treatments('not-refused'),
  minimumQualityOfLife: `${observation('minimumQolList')}.component.code.coding.where(system = '${system('answers')}').code`,
  palliativeCare: choice('palliativeCare'),
  terminalCondition: choice('terminalCondition'),
  receiveCare: choice('receiveCare'),
} as const;

const optionValues = (key: Parameters<typeof questionOf>[0]): string[] =>
  (questionOf(key)?.options ?? []).map(({ value }) => value);

/** Returns every subset of a list. */
const subsetsOf = (values: readonly string[]): string[][] =>
  values.reduce<string[][]>((sets, value) => [...sets, ...sets.map((set) => [...set, value])], [[]]);

/** Returns every pair of a list, also of a value with itself. */
const pairsOf = (values: readonly string[]): string[][] =>
  values.flatMap((one, index) => values.slice(index).map((other) => [...new Set([one, other])]));

/** All combinations of both CPR answers, every set of refused treatments, every two needs, and each answer of other choices. */
function* combinations(): Generator<Answers> {
  const base = completeAnswers();
  for (const cprStopBreathing of optionValues('cprStopBreathing'))
    for (const cprCatastrophic of optionValues('cprCatastrophic'))
      yield { ...base, cprStopBreathing, cprCatastrophic };
  const refusable = treatmentOptions.filter(({ exclusive }) => !exclusive).map(({ value }) => value);
  for (const treatmentsSelected of subsetsOf(refusable)) yield { ...base, treatmentsSelected };
  for (const { value } of treatmentOptions.filter(({ exclusive }) => exclusive))
    yield { ...base, treatmentsSelected: [value] };
  const needs = optionValues('minimumQolList');
  for (const minimumQolList of [...pairsOf(needs), needs]) yield { ...base, minimumQolList };
  for (const key of ['palliativeCare', 'terminalCondition', 'receiveCare'] as const)
    for (const value of [...optionValues(key), undefined]) {
      const { [key]: _, ...others } = base;
      yield value === undefined ? others : { ...others, [key]: value };
    }
}

/** Returns what our own rules say, in the words of the codes. */
function factsOf(answers: Answers): Record<keyof typeof paths, string[]> {
  const facts = emergencyFacts(answers);
  const coded = (key: string, ids: readonly (string | undefined)[]) =>
    ids.flatMap((id) => (id === undefined ? [] : [`${key}.${id}`]));
  return {
    cprStopBreathing: coded('cprStopBreathing', [facts.cprStopBreathing]),
    cprCatastrophic: coded('cprCatastrophic', [facts.cprCatastrophic]),
    refused: coded('treatmentsSelected', facts.refused),
    notRefused: coded('treatmentsSelected', facts.notRefused),
    minimumQualityOfLife: coded(
      'minimumQolList',
      facts.minimumQualityOfLife.map(({ id }) => id),
    ),
    palliativeCare: coded('palliativeCare', [facts.palliativeCare]),
    terminalCondition: coded('terminalCondition', [facts.terminalCondition]),
    receiveCare: coded('receiveCare', [facts.receiveCare]),
  };
}

/**
 * Reads the emergency facts from documents of these combinations of answers with FHIRPath, and compares them with ours. Returns the
 * facts that agree in all documents, and the first difference.
 */
export function compareFacts(fhirpath: FhirPath, model: unknown): ClientReading {
  const plans = [...combinations()].map((answers) => ({
    bundle: planBundle(documentFacts({ answers })),
    facts: factsOf(answers),
  }));
  const steps: string[] = [];
  for (const fact of Object.keys(paths) as (keyof typeof paths)[]) {
    const evaluate = fhirpath.compile(paths[fact], model);
    for (const { bundle, facts } of plans) {
      const [theirs, ours] = [JSON.stringify(evaluate(bundle)), JSON.stringify(facts[fact])];
      if (theirs !== ours)
        return { steps, problem: `${fact}: the document says ${theirs}, the plan says ${ours}` };
    }
    steps.push(`${fact} agrees in ${plans.length} documents`);
  }
  return { steps, problem: null };
}
