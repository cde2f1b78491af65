import { mail, notice } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import './graphql.ts';
import * as jobs from './jobs.ts';
import * as operations from './operations.ts';
import { registerContactRoutes } from './rest.ts';
import * as sharedWithMe from './shared-with-me.ts';

export const feature = {
  name: 'shared-plan',
  operations: [operations, sharedWithMe],
  publicRoutes: registerContactRoutes,
  handlers: {
    'acp.completed': { contacts: mail(jobs.sendVersion) },
    'acp.updated': { contacts: mail(jobs.sendVersion) },
    'plan.rolled-back': { contacts: mail(jobs.sendVersion) },
    'contact.requested': { contact: mail(jobs.sendRequest) },
    'contact.reminder-due': { contact: mail(jobs.sendReminder) },
    'contact.expired': { mail: mail(jobs.sendExpired) },
    'contact.accepted': {
      contact: mail(jobs.sendContactWelcome),
      mail: mail(jobs.sendAccepted),
      owner: notice(jobs.announceContact('CONTACT_INVITATION_ACCEPTED')),
    },
    'contact.declined': { mail: mail(jobs.sendDeclined) },
    'contact.left': { mail: mail(jobs.sendContactLeft) },
    'contact.link-wanted': { contact: mail(jobs.sendLink) },
    'contact.named': { contact: mail(jobs.sendNamed) },
    'contact.ended': { contact: mail(jobs.sendEnded) },
    'contact.opened': {
      mail: mail(jobs.sendContactOpened),
      owner: notice(jobs.announceContact('PLAN_OPENED')),
    },
  },
} as const satisfies Feature;
