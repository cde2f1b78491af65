import { catalogue } from '../i18n/catalogue.ts';
import type { Language, PlainTextKey } from '../i18n/texts.ts';
import { translatorOf } from '../i18n/translator.ts';
import { listAnswerKeys, noteKeys, textAnswerKeys, type AnswerKey, type Answers } from './answers.ts';
import { currentDefinition, defineQuestions } from './definition.ts';
import type { Question, Step } from './questions/question.ts';

/** Question of the trial: an optional text in step 3, for people who need their family around them. */
export const trialKey = 'familyNames' as AnswerKey;

/** Stored value of the option that the question depends on. */
export const familyValue = 'Having my family around me';

const trialQuestion: Question = {
  key: trialKey,
  kind: 'text',
  section: 'qualityOfLife',
  title: 'familyNames.label' as PlainTextKey,
  onBehalfTitle: 'onBehalf.familyNames.label' as PlainTextKey,
  when: { key: 'minimumQolList', value: familyValue },
};

const texts: Record<Language, Record<string, string>> = {
  en: {
    'familyNames.label': 'Who in my family matters most to me',
    'onBehalf.familyNames.label': 'Who in the family matters most to {firstName}',
    'familyNames.hint': 'Write as many names as you like.',
  },
  zh: {
    'familyNames.label': '家里谁对我最重要',
    'onBehalf.familyNames.label': '家里谁对{firstName}最重要',
    'familyNames.hint': '想写几位都可以。',
  },
};

export const trialTexts = {
  en: { ...catalogue.en, ...texts.en },
  zh: { ...catalogue.zh, ...texts.zh },
};

export const trialTranslators = {
  en: translatorOf('en', trialTexts.en),
  zh: translatorOf('zh', trialTexts.zh),
};

export const trialKeys = { text: [...textAnswerKeys, trialKey], note: noteKeys, list: listAnswerKeys };

/** Returns the steps with more questions at the end of one of them. */
export const stepsWith = (id: Step['id'], ...more: Question[]): Step[] =>
  currentDefinition.steps.map((step) =>
    step.id === id ? { ...step, questions: [...step.questions, ...more] } : step,
  );

/** Definition with the question of the trial, under the next version. */
export const trialDefinition = defineQuestions(
  currentDefinition.version + 1,
  stepsWith('step3', trialQuestion),
);

/** Returns answers with the trial's answer, and with the option that it depends on, in addition to others of the list. */
export const withTrialAnswer = (answers: Answers, text = 'My son Tom'): Answers => ({
  ...answers,
  minimumQolList: ['Having independence', familyValue],
  [trialKey]: text,
});
