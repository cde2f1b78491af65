import { mail, notice } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import { announceClosed, announceOpened, sendClosed, sendMade, sendOpened } from './jobs.ts';
import * as opening from './opening/operations.ts';
import * as operations from './operations.ts';
import { registerHealthLinkRoutes } from './rest.ts';
import { tidyLinks } from './store.ts';

export const feature = {
  name: 'health-links',
  operations: [operations, opening],
  publicRoutes: registerHealthLinkRoutes,
  handlers: {
    'health-link.made': { mail: mail(sendMade) },
    'health-link.opened': { mail: mail(sendOpened), owner: notice(announceOpened) },
    'health-link.closed': { mail: mail(sendClosed), owner: notice(announceClosed) },
  },
  nightly: [
    {
      name: 'health-links',
      failed: 'Links to plans that ended could not be deleted, which is tried again',
      run: tidyLinks,
    },
  ],
} as const satisfies Feature;
