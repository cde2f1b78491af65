import { mail, notice } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import { announceFileOpened, announceOpened, sendOpened, sendOpenedToContacts } from './jobs.ts';
import * as operations from './operations.ts';
import './preview/graphql.ts';
import * as preview from './preview/preview-emergency.ts';
import { registerEmergencyRoutes } from './rest.ts';

export const feature = {
  name: 'emergency',
  operations: [operations, preview],
  publicRoutes: registerEmergencyRoutes,
  handlers: {
    'emergency.opened': {
      mail: mail(sendOpened),
      contacts: mail(sendOpenedToContacts),
      owner: notice(announceOpened),
    },
    'emergency.file-opened': { owner: notice(announceFileOpened) },
  },
} as const satisfies Feature;
