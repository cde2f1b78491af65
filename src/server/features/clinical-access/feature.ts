import type { Handler } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import * as clients from './clients/client-operations.ts';
import './graphql.ts';
import * as jobs from './jobs.ts';
import { tidyClinicalAccess } from './nightly.ts';
import * as moves from './notices/move-operations.ts';
import * as notices from './notices/notice-operations.ts';
import * as tokens from './token/token-operation.ts';
import { registerTokenRoutes } from './token/token-route.ts';
import './webhooks/webhook-graphql.ts';
import * as secrets from './webhooks/secret-operations.ts';
import * as webhooks from './webhooks/webhook-operations.ts';

/** Systems of others are in a queue of their own, because some are slow. */
const clinical = <Payload>(run: Handler<Payload>) => ({ queue: 'clinical', run }) as const;

export const feature = {
  name: 'clinical-access',
  operations: [clients, tokens, webhooks, secrets, notices, moves],
  publicRoutes: registerTokenRoutes,
  handlers: {
    'acp.completed': { clinical: clinical(jobs.announceChange('signed')) },
    'acp.updated': { clinical: clinical(jobs.announceChange('changed')) },
    'plan.rolled-back': { clinical: clinical(jobs.announceChange('restored')) },
    'plan.locked': { clinical: clinical(jobs.announceChange('locked')) },
    'plan.unlocked': { clinical: clinical(jobs.announceChange('unlocked')) },
    'plan.external': { clinical: clinical(jobs.announceChange('external')) },
    'plan.not-external': { clinical: clinical(jobs.announceChange('not-external')) },
    'file.set-aside': { clinical: clinical(jobs.announceChange('papers')) },
    'file.used-again': { clinical: clinical(jobs.announceChange('papers')) },
    'file.added': { clinical: clinical(jobs.announcePaper) },
    'file.deleted': { clinical: clinical(jobs.announcePaper) },
    'customer.duplicate': { clinical: clinical(jobs.announceChange('withdrawn')) },
    'customer.archived': { clinical: clinical(jobs.announceChange('archived')) },
    'customer.unarchived': { clinical: clinical(jobs.announceChange('returned')) },
    'customer.removed': { clinical: clinical(jobs.announceChange('removed')) },
    'customer.taken-back': { clinical: clinical(jobs.announceChange('returned')) },
    'customer.rehoused': { clinical: clinical(jobs.announceMove) },
    'provider.moved': { clinical: clinical(jobs.announceBranch) },
    'clinical-notice.due': { send: clinical(jobs.sendNotice) },
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
