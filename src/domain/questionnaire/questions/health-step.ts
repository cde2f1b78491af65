import type { PlainTextKey } from '../../i18n/texts.ts';
import { healthKeys, type HealthKey } from '../answers.ts';
import { healthOptions } from './options.ts';
import type { Group, Question, Step } from './question.ts';

const healthQuestions: Question[] = healthKeys.map((key, index) => ({
  key,
  kind: 'choice',
  section: 'health',
  number: index + 2,
  title: `${key}.title`,
  onBehalfTitle: `onBehalf.${key}.title`,
  options: healthOptions,
  columns: 3,
  note: `${key}_note`,
  required: 'step4.error.required',
}));

const healthGroup = (id: string, title: PlainTextKey, first: HealthKey, last: HealthKey): Group => ({
  id,
  title,
  keys: healthKeys.slice(healthKeys.indexOf(first), healthKeys.indexOf(last) + 1),
});

export const step4: Step = {
  id: 'step4',
  name: 'step4.name',
  questions: healthQuestions,
  groups: [
    healthGroup('senses', 'step4.group.senses', 'cannotHear', 'cannotTalk'),
    healthGroup('symptoms', 'step4.group.symptoms', 'mildPainMedication', 'nauseaMedication'),
    healthGroup('body', 'step4.group.body', 'cannotEat', 'bowelControl'),
    healthGroup('daily', 'step4.group.daily', 'dependentDaily', 'conditionImpact'),
    healthGroup('memory', 'step4.group.memory', 'dontRecognise', 'ivTherapy'),
  ],
};
