import { acknowledgementOptions, completeAllOptions } from './options.ts';
import type { Step } from './question.ts';

export const step9: Step = {
  id: 'step9',
  name: 'step9.name',
  ownLayout: true,
  questions: [
    {
      key: 'completeAll',
      kind: 'choices',
      section: 'signature',
      title: 'completeAll.title',
      options: completeAllOptions,
      required: 'completeAll.error.required',
      rowTitle: 'review.said',
      onBehalfRowTitle: 'onBehalf.review.said',
    },
    {
      key: 'confirmationAcknowledgement',
      kind: 'choice',
      section: 'signature',
      title: 'confirmationAcknowledgement.title',
      onBehalfTitle: 'onBehalf.confirmationAcknowledgement.title',
      options: acknowledgementOptions,
      required: 'confirmationAcknowledgement.error.required',
      rowTitle: 'review.capacity',
      onBehalfRowTitle: 'onBehalf.review.capacity',
    },
    {
      key: 'confirmName',
      kind: 'name',
      section: 'signature',
      title: 'confirmName.label',
      onBehalfTitle: 'onBehalf.confirmName.label',
      required: 'confirmName.error.required',
      rowTitle: 'review.name',
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
