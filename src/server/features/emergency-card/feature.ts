import { sendNotice } from '../../jobs/security-notice.ts';
import { mail } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import * as operations from './operations.ts';

export const feature = {
  name: 'emergency-card',
  operations: [operations],
  handlers: { 'card.renewed': { mail: mail(sendNotice('cardRenewed')) } },
} as const satisfies Feature;
