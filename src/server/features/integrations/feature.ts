import type { Feature } from '../../pipeline/feature.ts';
import * as allConnections from './connection/all-connections.ts';
import * as connection from './connection/connection-operations.ts';
import * as cleanup from './links/cleanup-operations.ts';
import * as inviting from './links/invite-operation.ts';
import * as moved from './links/moved-operation.ts';
import * as links from './links/link-operations.ts';
import * as ofCustomer from './links/of-customer.ts';
import * as jobs from './jobs.ts';
import { removeLeftResidents } from './nightly.ts';
import * as papers from './papers/paper-operations.ts';
import * as lists from './residents/list-operations.ts';
import * as loading from './residents/load-operation.ts';
import { registerIntegrationRoutes } from './rest.ts';
import * as plans from './sending/plan-operations.ts';
import * as syncLines from './sync/line-operations.ts';
import * as nightlySync from './sync/nightly-sync.ts';
import * as syncs from './sync/staff-operations.ts';

export const feature = {
  name: 'integrations',
  operations: [
    connection,
    allConnections,
    loading,
    lists,
    links,
    inviting,
    cleanup,
    moved,
    ofCustomer,
    syncs,
    syncLines,
    plans,
    papers,
    nightlySync,
  ],
  routes: registerIntegrationRoutes,
  handlers: {
    'acp.completed': { care: { queue: 'care', run: jobs.sendChangedPlan } },
    'acp.updated': { care: { queue: 'care', run: jobs.sendChangedPlan } },
    'plan.rolled-back': { care: { queue: 'care', run: jobs.sendChangedPlan } },
    'plan.unlocked': { care: { queue: 'care', run: jobs.sendChangedPlan } },
    'customer.duplicate': { care: { queue: 'care', run: jobs.sendChangedPlan } },
    'customer.moved': { care: { queue: 'care', run: jobs.endLinkAfterMove } },
    'care-sync.due': { work: { queue: 'care', run: jobs.workOnSync } },
    'care-sync.finished': { starter: { queue: 'notices', run: jobs.announceSyncResult } },
    'care-plan.due': { send: { queue: 'care', run: jobs.sendPlanAgain } },
    'care-plan.left': { withdraw: { queue: 'care', run: jobs.withdrawDeleted } },
    'care-papers.due': { fetch: { queue: 'care', run: jobs.workOnPapers } },
  },
  nightly: [
    {
      name: 'integrations',
      failed: 'Residents who left could not be removed, which is tried again',
      run: removeLeftResidents,
    },
    {
      name: 'care-systems',
      failed:
        'Plans and papers of residential-care systems could not be brought up to date, which is tried again',
      run: nightlySync.syncNightly,
    },
  ],
} as const satisfies Feature;
