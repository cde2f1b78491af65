import type { Step } from './question.ts';
import {
  acknowledgementOptions,
  completeAllOptions,
  cprCatastrophicOptions,
  cprStopBreathingOptions,
  genderOptions,
  helpOptions,
  palliativeOptions,
  qualityOfLifeOptions,
  receiveCareOptions,
  terminalOptions,
  treatmentOptions,
} from './options.ts';

export const step1: Step = {
  id: 'step1',
  name: 'step1.name',
  questions: [
    {
      key: 'firstName',
      kind: 'letters',
      section: 'about',
      title: 'firstName.label',
      required: 'firstName.error.required',
    },
    {
      key: 'lastName',
      kind: 'name',
      section: 'about',
      title: 'lastName.label',
      required: 'lastName.error.required',
    },
    {
      key: 'hasHelp',
      kind: 'choice',
      section: 'about',
      title: 'hasHelp.title',
      options: helpOptions,
      required: 'hasHelp.error.required',
    },
    {
      key: 'helperName',
      kind: 'name',
      section: 'about',
      title: 'helperName.label',
      when: { key: 'hasHelp', value: 'Yes' },
      required: 'helperName.error.required',
    },
  ],
};

export const step2: Step = {
  id: 'step2',
  name: 'step2.name',
  questions: [
    { key: 'dob', kind: 'birthDate', section: 'about', title: 'dob.label', required: 'dob.error.required' },
    {
      key: 'gender',
      kind: 'choice',
      section: 'about',
      title: 'gender.label',
      options: genderOptions,
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

export const step3: Step = {
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
      required: 'minimumQolList.error.required',
    },
    {
      key: 'other_qolList',
      kind: 'text',
      section: 'qualityOfLife',
      title: 'other_qolList.label',
      when: { key: 'minimumQolList', value: 'Other' },
      required: 'other_qolList.error.required',
    },
  ],
};

export const step5: Step = {
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
      required: 'treatmentsSelected.error.required',
    },
  ],
};

export const step6b: Step = {
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
      options: palliativeOptions,
      note: 'palliativeCare_note',
      required: 'palliativeCare.error.required',
    },
    {
      key: 'terminalCondition',
      kind: 'choice',
      section: 'dying',
      number: 22,
      title: 'terminalCondition.title',
      onBehalfTitle: 'onBehalf.terminalCondition.title',
      options: terminalOptions,
      note: 'terminalCondition_note',
      required: 'terminalCondition.error.required',
    },
    {
      key: 'receiveCare',
      kind: 'choice',
      section: 'dying',
      number: 23,
      title: 'receiveCare.title',
      onBehalfTitle: 'onBehalf.receiveCare.title',
      options: receiveCareOptions,
      note: 'receiveCare_note',
      required: 'receiveCare.error.required',
    },
    {
      key: 'other_receiveCare',
      kind: 'text',
      section: 'dying',
      title: 'other_receiveCare.label',
      when: { key: 'receiveCare', value: 'Other' },
      required: 'other_receiveCare.error.required',
    },
  ],
};

export const step7: Step = {
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
    },
    {
      key: 'explanations',
      kind: 'text',
      section: 'else',
      number: 25,
      title: 'explanations.title',
      onBehalfTitle: 'onBehalf.explanations.title',
    },
    {
      key: 'otherCommentsOrWorries',
      kind: 'text',
      section: 'else',
      number: 26,
      title: 'otherCommentsOrWorries.title',
      onBehalfTitle: 'onBehalf.otherCommentsOrWorries.title',
    },
  ],
};

export const step8: Step = {
  id: 'step8',
  name: 'step8.name',
  maySkip: true,
  hideForProviderCustomers: true,
  questions: [],
};

export const checkout: Step = { id: 'checkout', name: 'checkout.name', questions: [] };

export const step9: Step = {
  id: 'step9',
  name: 'step9.name',
  questions: [
    {
      key: 'completeAll',
      kind: 'choices',
      section: 'signature',
      title: 'completeAll.title',
      options: completeAllOptions,
      required: 'completeAll.error.required',
    },
    {
      key: 'confirmationAcknowledgement',
      kind: 'choice',
      section: 'signature',
      title: 'confirmationAcknowledgement.title',
      onBehalfTitle: 'onBehalf.confirmationAcknowledgement.title',
      options: acknowledgementOptions,
      required: 'confirmationAcknowledgement.error.required',
    },
    {
      key: 'confirmName',
      kind: 'name',
      section: 'signature',
      title: 'confirmName.label',
      onBehalfTitle: 'onBehalf.confirmName.label',
      required: 'confirmName.error.required',
    },
    {
      key: 'signatureImage',
      kind: 'signature',
      section: 'signature',
      title: 'signatureImage.label',
      onBehalfTitle: 'onBehalf.signatureImage.label',
      required: 'signatureImage.error.required',
    },
  ],
};

export const step9b: Step = { id: 'step9b', name: 'step9b.name', questions: [] };
