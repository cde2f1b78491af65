import { notice } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import { announceToStaff } from '../notifications/api.ts';
import * as photographs from './photographs/operations.ts';
import * as activation from './uploads/activate-operation.ts';
import * as copies from './copying/copy-operation.ts';
import './graphql.ts';
import './photographs/graphql.ts';
import { checkFile, removeFileBytes } from './jobs.ts';
import * as confirming from './set-aside/confirm-operation.ts';
import * as checks from './scanning/later-check.ts';
import * as links from './sending/link-operations.ts';
import { tidyFiles } from './nightly.ts';
import { registerFileRoutes } from './rest.ts';
import * as uploads from './uploads/upload-operations.ts';

export const feature = {
  name: 'files',
  operations: [uploads, photographs, activation, copies, checks, links, confirming],
  routes: registerFileRoutes,
  handlers: {
    'account.deleted': { bytes: notice(removeFileBytes) },
    'file.added': { staff: notice(announceToStaff('FILE_UPLOADED')) },
    'file.deleted': { staff: notice(announceToStaff('FILE_DELETED')), bytes: notice(removeFileBytes) },
    'file.check-due': { check: { queue: 'checks', run: checkFile } },
    'files.unowned': { bytes: notice(removeFileBytes) },
  },
  nightly: [
    {
      name: 'files',
      failed: 'Unfinished uploads and unused files could not be removed, which is tried again',
      run: tidyFiles,
    },
  ],
} as const satisfies Feature;
