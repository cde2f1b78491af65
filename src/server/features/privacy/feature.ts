import { mail } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import * as consents from './consents/consent-operations.ts';
import './consents/consents-graphql.ts';
import * as exports from './copy/export-operations.ts';
import * as deletions from './deletion/deletion-operations.ts';
import './graphql.ts';
import { makeArchive, sendDeleted, sendDeletion, sendDeletionKept, sendExportReady } from './jobs.ts';
import { carryOutRequests } from './nightly.ts';
import * as openings from './openings/access-log-operations.ts';
import { registerOwnDataRoutes } from './rest.ts';

export const feature = {
  name: 'privacy',
  operations: [consents, exports, deletions, openings],
  routes: registerOwnDataRoutes,
  handlers: {
    'account.export-wanted': { archive: { queue: 'exports', run: makeArchive } },
    'account.export-ready': { mail: mail(sendExportReady) },
    'account.deletion-requested': { mail: mail(sendDeletion('deleteRequested')) },
    'account.deletion-soon': { mail: mail(sendDeletion('deleteSoon')) },
    'account.deletion-withdrawn': { mail: mail(sendDeletionKept) },
    'account.deleted': { mail: mail(sendDeleted) },
  },
  nightly: [
    {
      name: 'wishes',
      failed:
        'Expired copies of data and due deletions of accounts could not be handled, which is tried again',
      run: carryOutRequests,
    },
  ],
} as const satisfies Feature;
