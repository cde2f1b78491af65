import { mail } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import { makeDigestsDue } from './digests/digests.ts';
import './graphql.ts';
import { sendDigest } from './jobs.ts';
import * as operations from './operations.ts';

export const feature = {
  name: 'notifications',
  operations: [operations],
  handlers: { 'digest.due': { mail: mail(sendDigest) } },
  nightly: [
    {
      name: 'summaries',
      failed: 'The summaries could not be made and are tried again',
      run: makeDigestsDue,
    },
  ],
} as const satisfies Feature;
