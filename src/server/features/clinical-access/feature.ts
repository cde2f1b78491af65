import type { Feature } from '../../pipeline/feature.ts';
import * as clients from './clients/client-operations.ts';
import './graphql.ts';
import * as jobs from './jobs.ts';
import { tidyClinicalAccess } from './nightly.ts';
import * as notices from './notices/notice-operations.ts';
import * as tokens from './token/token-operation.ts';
import { registerTokenRoutes } from './token/token-route.ts';
import './webhooks/webhook-graphql.ts';
import * as webhooks from './webhooks/webhook-operations.ts';

export const feature = {
  name: 'clinical-access',
  operations: [clients, tokens, webhooks, notices],
  publicRoutes: registerTokenRoutes,
  handlers: {
    'acp.completed': { clinical: { queue: 'clinical', run: jobs.announceChange('signed') } },
    'acp.updated': { clinical: { queue: 'clinical', run: jobs.announceChange('changed') } },
    'plan.rolled-back': { clinical: { queue: 'clinical', run: jobs.announceChange('restored') } },
    'plan.locked': { clinical: { queue: 'clinical', run: jobs.announceChange('locked') } },
    'plan.unlocked': { clinical: { queue: 'clinical', run: jobs.announceChange('unlocked') } },
    'customer.duplicate': { clinical: { queue: 'clinical', run: jobs.announceChange('withdrawn') } },
    'clinical-notice.due': { send: { queue: 'clinical', run: jobs.sendNotice } },
    'clinical.changed': { managers: { queue: 'notices', run: jobs.announceToManagers } },
  },
  nightly: [
    {
      name: 'clinical-access',
      failed: 'Expired tokens of clinical systems could not be deleted, which is tried again',
      run: tidyClinicalAccess,
    },
  ],
} as const satisfies Feature;
