import { textOf, type Answers } from '../../../domain/questionnaire/answers.ts';
import { stepOf, steps } from '../../../domain/questionnaire/definition.ts';
import { normalise } from '../../../domain/questionnaire/answering/normalise.ts';
import { fullAnswers, fullAnswersZh } from '../demo-answers.ts';
import type { Resident } from './house-residents.ts';

const cpr = [
  'do not want CPR',
  'only if minimum quality of life is expected',
  'receive CPR regardless of expected quality of life',
];
const treatments = [
  ['None of these'],
  ['Breathing Machine', 'Kidney Machine'],
  ['Breathing Machine', 'Operations', 'Blood transfusions'],
  ['artificial feeding tube into the stomach', 'artificial feeding tube through the nose'],
];
const places = ['at home', 'in a hospital or similar', 'where easiest for family'];
const palliative = [
  'death imminent in 24-72 hours',
  'expected in less than six months',
  'expected in less than one year',
];

/** Returns every answer of a resident except the signing. */
export function allAnswersOf(resident: Resident): Answers {
  const { number, firstName, lastName, gender, dob, postcode, language } = resident;
  const {
    other_receiveCare: _,
    receiveCare_note: __,
    helperName,
    ...base
  } = language === 'zh' ? fullAnswersZh() : fullAnswers();
  const hasHelp = number % 3 === 0;
  return {
    ...base,
    ...(hasHelp && { helperName: textOf({ helperName }, 'helperName') }),
    hasHelp: hasHelp ? 'Yes' : 'No',
    firstName,
    lastName,
    gender,
    dob,
    postcode,
    cprStopBreathing: cpr[number % 3]!,
    cprCatastrophic: cpr[Math.floor(number / 3) % 3]!,
    treatmentsSelected: treatments[number % 4]!,
    palliativeCare: palliative[number % 3]!,
    receiveCare: places[Math.floor(number / 2) % 3]!,
  };
}

/** Returns the answers up to the end of a step, as saved by a person who continues with the next step. */
export function answersUpTo(answers: Answers, last: string): Answers {
  const at = steps.findIndex(({ id }) => id === last);
  const asked = steps.slice(0, at + 1).flatMap(({ id }) => stepOf(id).questions);
  const keys = new Set<string>(asked.flatMap(({ key, note }) => (note ? [key, note] : [key])));
  return normalise(Object.fromEntries(Object.entries(answers).filter(([key]) => keys.has(key))));
}

/** Returns the answers that a person adds to a signed plan later, so that each state differs from the previous one. */
export function changeOf({ language }: Resident, version: number): Answers {
  const text =
    language === 'zh'
      ? `第 ${version} 次修改：孙女出生了，我想多陪陪她。`
      : `Since the last time: I would like my granddaughter to play the violin for me. (Change ${version})`;
  return { explanations: text };
}
