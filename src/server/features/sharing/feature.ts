import { mail, notice } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import { announceSuggested, sendSuggested } from './jobs.ts';
import { makeContactMailsDue } from './nightly.ts';
import * as operations from './operations.ts';
import * as suggestions from './suggestions/suggestion-operations.ts';

export const feature = {
  name: 'sharing',
  operations: [operations, suggestions],
  handlers: {
    'contact.suggested': { mail: mail(sendSuggested), owner: notice(announceSuggested) },
  },
  nightly: [
    {
      name: 'contacts',
      failed: 'Mails about requests to contacts could not be made due, which is tried again',
      run: makeContactMailsDue,
    },
  ],
} as const satisfies Feature;
