import { mail, notice } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import { announceToStaff } from '../notifications/api.ts';
import * as acpUser from './acp-user.ts';
import './graphql.ts';
import { sendCompleted, sendPlanLink } from './jobs.ts';
import * as mailPlanLink from './document/mail-plan-link.ts';
import * as namedSaves from './saving/named-saves.ts';
import * as operations from './operations.ts';
import * as planFhir from './fhir/plan-fhir-operation.ts';
import * as planPdf from './document/plan-pdf-operation.ts';
import { registerPlanRoutes } from './rest.ts';
import * as stillRight from './saving/still-right.ts';
import * as signedWords from './versions/signed-words.ts';

export const feature = {
  name: 'acp',
  operations: [operations, namedSaves, stillRight, planPdf, planFhir, signedWords, acpUser, mailPlanLink],
  routes: registerPlanRoutes,
  handlers: {
    'acp.completed': { mail: mail(sendCompleted), staff: notice(announceToStaff('ACP_COMPLETED')) },
    'acp.link-wanted': { mail: mail(sendPlanLink) },
    'acp.updated': { staff: notice(announceToStaff('ACP_UPDATED')) },
  },
} as const satisfies Feature;
