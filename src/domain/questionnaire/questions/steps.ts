import { step4 } from './health-step.ts';
import type { Step } from './question.ts';
import { step9 } from './signing-step.ts';
import {
  cprCatastrophicOptions,
  cprStopBreathingOptions,
  helpOptions,
  options,
  personalOptions,
  qualityOfLifeOptions,
  treatmentOptions,
} from './options.ts';

/** Increases whenever a question, option or rule changes. Plans signed earlier keep their signed words. */
export const definitionVersion = 1;

const step1: Step = {
  id: 'step1',
  name: 'step1.name',
  questions: [
    {
      key: 'firstName',
      kind: 'letters',
      section: 'about',
      title: 'firstName.label',
      required: 'firstName.error.required',
      rowKey: 'name',
      rowTitle: 'review.name',
      wording: 'fullName',
    },
    {
      key: 'lastName',
      kind: 'name',
      section: 'about',
      title: 'lastName.label',
      required: 'lastName.error.required',
      mergedInto: 'firstName',
    },
    {
      key: 'hasHelp',
      kind: 'choice',
      section: 'about',
      title: 'hasHelp.title',
      options: helpOptions,
      columns: 2,
      required: 'hasHelp.error.required',
      why: 'hasHelp.why',
      rowTitle: 'review.help',
    },
    {
      key: 'helperName',
      kind: 'name',
      section: 'about',
      title: 'helperName.label',
      when: { key: 'hasHelp', value: 'Yes' },
      required: 'helperName.error.required',
      ownWords: { line: 'review.helper', onBehalfLine: 'onBehalf.review.helper' },
    },
  ],
};

const step2: Step = {
  id: 'step2',
  name: 'step2.name',
  questions: [
    { key: 'dob', kind: 'birthDate', section: 'about', title: 'dob.label', required: 'dob.error.required' },
    {
      key: 'gender',
      kind: 'choice',
      section: 'about',
      title: 'gender.label',
      options: options('gender', [
        ['male', 'Male'],
        ['female', 'Female'],
        ['other', 'Other'],
      ]),
      columns: 3,
      required: 'gender.error.required',
    },
    {
      key: 'postcode',
      kind: 'postcode',
      section: 'about',
      title: 'postcode.label',
      required: 'postcode.error.required',
    },
  ],
};

const step3: Step = {
  id: 'step3',
  name: 'step3.name',
  questions: [
    {
      key: 'minimumQolList',
      kind: 'choices',
      section: 'qualityOfLife',
      number: 1,
      title: 'minimumQolList.title',
      onBehalfTitle: 'onBehalf.minimumQolList.title',
      options: qualityOfLifeOptions,
      columns: 2,
      required: 'minimumQolList.error.required',
      why: 'minimumQolList.why',
    },
    {
      key: 'other_qolList',
      kind: 'text',
      section: 'qualityOfLife',
      title: 'other_qolList.label',
      when: { key: 'minimumQolList', value: 'Other' },
      required: 'other_qolList.error.required',
      ownWords: { line: 'review.otherText' },
    },
  ],
};

const step5: Step = {
  id: 'step5',
  name: 'step5.name',
  questions: [
    {
      key: 'cprStopBreathing',
      kind: 'choice',
      section: 'cpr',
      number: 18,
      title: 'cprStopBreathing.title',
      onBehalfTitle: 'onBehalf.cprStopBreathing.title',
      options: cprStopBreathingOptions,
      required: 'cprStopBreathing.error.required',
      why: 'cprStopBreathing.why',
    },
    {
      key: 'cprCatastrophic',
      kind: 'choice',
      section: 'cpr',
      number: 19,
      title: 'cprCatastrophic.title',
      onBehalfTitle: 'onBehalf.cprCatastrophic.title',
      options: cprCatastrophicOptions,
      required: 'cprCatastrophic.error.required',
      why: 'cprCatastrophic.why',
    },
    {
      key: 'treatmentsSelected',
      kind: 'choices',
      section: 'treatments',
      number: 20,
      title: 'treatmentsSelected.title',
      onBehalfTitle: 'onBehalf.treatmentsSelected.title',
      options: treatmentOptions,
      note: 'treatmentsSelected_note',
      noteHint: 'treatmentsSelected.noteHint',
      required: 'treatmentsSelected.error.required',
      why: 'treatmentsSelected.why',
      wording: 'refusals',
    },
  ],
};

const step6b: Step = {
  id: 'step6b',
  name: 'step6b.name',
  questions: [
    {
      key: 'palliativeCare',
      kind: 'choice',
      section: 'dying',
      number: 21,
      title: 'palliativeCare.title',
      onBehalfTitle: 'onBehalf.palliativeCare.title',
      options: personalOptions('palliativeCare', [
        ['imminent', 'death imminent in 24-72 hours'],
        ['sixMonths', 'expected in less than six months'],
        ['oneYear', 'expected in less than one year'],
        ['doNotWant', 'do not wish to receive palliative care and only want life-extending treatments'],
      ]),
      note: 'palliativeCare_note',
      required: 'palliativeCare.error.required',
      why: 'palliativeCare.why',
    },
    {
      key: 'terminalCondition',
      kind: 'choice',
      section: 'dying',
      number: 22,
      title: 'terminalCondition.title',
      onBehalfTitle: 'onBehalf.terminalCondition.title',
      options: personalOptions('terminalCondition', [
        ['toldAsMuch', 'be told as much as possible'],
        ['notTold', 'not be told'],
      ]),
      note: 'terminalCondition_note',
      required: 'terminalCondition.error.required',
      why: 'terminalCondition.why',
    },
    {
      key: 'receiveCare',
      kind: 'choice',
      section: 'dying',
      number: 23,
      title: 'receiveCare.title',
      onBehalfTitle: 'onBehalf.receiveCare.title',
      options: options(
        'receiveCare',
        [
          ['hospital', 'in a hospital or similar'],
          ['easiestForFamily', 'where easiest for family'],
          ['home', 'at home'],
          ['other', 'Other'],
        ],
        { prefix: 'receiveCare', ids: ['easiestForFamily'] },
      ),
      note: 'receiveCare_note',
      required: 'receiveCare.error.required',
      why: 'receiveCare.why',
    },
    {
      key: 'other_receiveCare',
      kind: 'text',
      section: 'dying',
      title: 'other_receiveCare.label',
      when: { key: 'receiveCare', value: 'Other' },
      required: 'other_receiveCare.error.required',
      ownWords: { line: 'review.otherText' },
    },
  ],
};

const step7: Step = {
  id: 'step7',
  name: 'step7.name',
  maySkip: true,
  questions: [
    {
      key: 'customsAndTraditions',
      kind: 'text',
      section: 'else',
      number: 24,
      title: 'customsAndTraditions.title',
      onBehalfTitle: 'onBehalf.customsAndTraditions.title',
      why: 'customsAndTraditions.why',
    },
    {
      key: 'explanations',
      kind: 'text',
      section: 'else',
      number: 25,
      title: 'explanations.title',
      onBehalfTitle: 'onBehalf.explanations.title',
      why: 'explanations.why',
    },
    {
      key: 'otherCommentsOrWorries',
      kind: 'text',
      section: 'else',
      number: 26,
      title: 'otherCommentsOrWorries.title',
      onBehalfTitle: 'onBehalf.otherCommentsOrWorries.title',
      why: 'otherCommentsOrWorries.why',
    },
  ],
};

const step8: Step = {
  id: 'step8',
  name: 'step8.name',
  ownLayout: true,
  maySkip: true,
  hideForProviderCustomers: true,
  questions: [],
};

const checkout: Step = { id: 'checkout', name: 'checkout.name', ownLayout: true, questions: [] };

const step9b: Step = { id: 'step9b', name: 'step9b.name', ownLayout: true, questions: [] };

/** Steps in order, with their questions in order (QGEN-02). They have keys, stored values and conditions, never prose. */
export const steps: readonly Step[] = [
  step1,
  step2,
  step3,
  step4,
  step5,
  step6b,
  step7,
  step8,
  checkout,
  step9,
  step9b,
];
