import { mail } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import { sendHelpCopy, sendToDesk } from './jobs.ts';
import * as operations from './operations.ts';

export const feature = {
  name: 'help',
  operations: [operations],
  handlers: { 'help.written': { desk: mail(sendToDesk), copy: mail(sendHelpCopy) } },
} as const satisfies Feature;
