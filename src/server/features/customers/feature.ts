import { mail, notice } from '../../jobs/task.ts';
import type { Feature } from '../../pipeline/feature.ts';
import { announceToStaff } from '../notifications/api.ts';
import * as addresses from './actions/inviting/designate-operation.ts';
import './actions/graphql.ts';
import * as invitations from './actions/inviting/invitation-operations.ts';
import * as inviting from './actions/inviting/invite-operation.ts';
import * as actionJobs from './actions/jobs.ts';
import * as archiveUndo from './actions/many/archive-undo-operation.ts';
import * as checks from './actions/many/check-operation.ts';
import './actions/many/many-graphql.ts';
import * as many from './actions/many/many-operations.ts';
import './actions/moving/move-graphql.ts';
import * as moveJobs from './actions/move-jobs.ts';
import * as moves from './actions/moving/move-operations.ts';
import * as removalJobs from './actions/removal-jobs.ts';
import * as removal from './actions/removing/remove-operation.ts';
import * as status from './actions/status-operations.ts';
import './conversations/graphql.ts';
import { announceConversation } from './conversations/jobs.ts';
import * as conversations from './conversations/operations.ts';
import * as handover from './handover/operations.ts';
import { registerHandoverRoutes } from './handover/rest.ts';
import './hospital/graphql.ts';
import * as hospitalJobs from './hospital/jobs.ts';
import * as hospital from './hospital/operations.ts';
import * as hospitalReading from './hospital/reading-operation.ts';
import { registerHospitalRoutes } from './hospital/rest.ts';
import * as importLines from './import/checking/line-operations.ts';
import * as importMends from './import/checking/mend-operations.ts';
import './find/graphql.ts';
import * as find from './find/operations.ts';
import './import/graphql.ts';
import * as importInvitations from './import/invitations/invitation-operations.ts';
import * as importJobs from './import/jobs.ts';
import * as imports from './import/operations.ts';
import { registerCustomerImportRoutes } from './import/rest.ts';
import * as importBatches from './import/running/batch-operations.ts';
import { tidyImports } from './import/running/run-import.ts';
import * as importUploads from './import/upload/upload-operations.ts';
import './list/chosen/chosen-graphql.ts';
import * as chosen from './list/chosen/chosen-operations.ts';
import './list/graphql.ts';
import * as lists from './list/operations.ts';
import { registerCprRoutes } from './cpr/rest.ts';
import * as documents from './page/document-operations.ts';
import './page/graphql.ts';
import * as planJobs from './page/jobs.ts';
import * as page from './page/operations.ts';
import './page/papers/set-aside-graphql.ts';
import * as papersSetAside from './page/papers/set-aside-operations.ts';
import './page/plan/plan-graphql.ts';
import * as plans from './page/plan/plan-operations.ts';
import * as reading from './page/reading/reading-operations.ts';
import { registerCustomerPageRoutes } from './page/rest.ts';
import { registerCustomerListRoutes } from './rest.ts';
import { registerSheetRoutes } from './sheets/rest.ts';
import './today/graphql.ts';
import * as today from './today/operations.ts';
import { sendReview } from './reviews/jobs.ts';
import { makeReviewsDue } from './reviews/nightly.ts';

export const feature = {
  name: 'customers',
  operations: [
    imports,
    importBatches,
    importInvitations,
    importLines,
    importMends,
    importUploads,
    page,
    plans,
    papersSetAside,
    reading,
    handover,
    hospital,
    hospitalReading,
    documents,
    inviting,
    status,
    addresses,
    invitations,
    moves,
    many,
    checks,
    archiveUndo,
    removal,
    conversations,
    lists,
    chosen,
    today,
    find,
  ],
  routes(app, services) {
    registerCustomerListRoutes(app);
    registerCustomerPageRoutes(app, services);
    registerHandoverRoutes(app, services);
    registerHospitalRoutes(app, services);
    registerSheetRoutes(app, services);
    registerCprRoutes(app);
    registerCustomerImportRoutes(app);
  },
  handlers: {
    'customer.plan-read': { owner: notice(planJobs.announcePlanChange('PLAN_OPENED')) },
    'customer.handed-over': { contacts: mail(hospitalJobs.sendHandedOver) },
    'file.set-aside': {
      mail: mail(planJobs.sendSetAside),
      owner: notice(planJobs.announcePlanChange('FILE_SET_ASIDE')),
      staff: notice(announceToStaff('FILE_SET_ASIDE')),
    },
    'file.used-again': {
      owner: notice(planJobs.announceUsedAgain),
      staff: notice(announceToStaff('FILE_USED_AGAIN')),
    },
    'plan.locked': {
      mail: mail(planJobs.sendLocked),
      owner: notice(planJobs.announcePlanChange('PLAN_LOCKED')),
    },
    'plan.unlocked': {
      mail: mail(planJobs.sendUnlocked),
      owner: notice(planJobs.announcePlanChange('PLAN_UNLOCKED')),
    },
    'plan.external': { owner: notice(planJobs.announcePlanChange('PLAN_EXTERNAL')) },
    'plan.not-external': { owner: notice(planJobs.announcePlanChange('PLAN_NOT_EXTERNAL')) },
    'plan.rolled-back': {
      mail: mail(planJobs.sendRolledBack),
      owner: notice(planJobs.announcePlanChange('PLAN_ROLLED_BACK')),
    },
    'customer.invited': { mail: mail(actionJobs.sendInvitation) },
    'customer.imported': { mail: { queue: 'invitations', run: importJobs.inviteImported } },
    'customer-import.started': { work: { queue: 'imports', run: importJobs.workOnImport } },
    'customer-import.finished': {
      mail: mail(importJobs.sendImportResult),
      importer: notice(importJobs.announceImportResult),
    },
    'customer-import.invitations-due': { release: notice(importJobs.sendImportInvitations) },
    'customer-import.taken-back': { work: { queue: 'imports', run: importJobs.removeTakenBack } },
    'customer.invitation-cancelled': { mail: mail(actionJobs.sendInvitationCancelled) },
    'customer.suspended': { mail: mail(actionJobs.sendAccountStatus('suspended')) },
    'customer.reactivated': { mail: mail(actionJobs.sendAccountStatus('reactivated')) },
    'customer.archived': { mail: mail(actionJobs.sendAccountStatus('archived')) },
    'customer.removed': {
      mail: mail(removalJobs.sendRemoved),
      contacts: mail(removalJobs.sendRemovedToContacts),
      managers: mail(removalJobs.sendRemovedToManagers),
      people: notice(removalJobs.announceRemoved),
    },
    'customer.taken-back': {
      mail: mail(removalJobs.sendTakenBack),
      contacts: mail(removalJobs.sendTakenBackToContacts),
      people: notice(removalJobs.announceTakenBack),
    },
    'plan.review-due': { mail: mail(sendReview) },
    'customer.moved': { mail: mail(moveJobs.sendMoved), people: notice(moveJobs.announceMoved) },
    'customer.conversation': { owner: notice(announceConversation) },
    'customer.email-moved': { mail: mail(actionJobs.sendEmailMoved) },
  },
  nightly: [
    {
      name: 'plan-reviews',
      failed: 'Mails to look at a plan again could not be made due, which is tried again',
      run: (services) => makeReviewsDue(services),
    },
    {
      name: 'files',
      failed: 'Unfinished uploads and unused files could not be removed, which is tried again',
      run: tidyImports,
    },
  ],
} as const satisfies Feature;
