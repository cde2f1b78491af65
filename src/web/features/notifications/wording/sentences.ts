import type { ActivityTemplate, NotificationTemplate } from '../../../../domain/activities.ts';
import type { TextKey } from '../../../../domain/i18n/texts.ts';

/** Sentences of a template: for the person that it is about, with variants, and for others. */
export type Sentences = {
  owner?: TextKey;
  /** For the owner, if a file was opened instead of the page. */
  fileOpened?: TextKey;
  /** For the owner, if a reader said nothing of itself. */
  unnamed?: TextKey;
  /** If another person did it. */
  byOther?: TextKey;
  /** If a staff member did it in the owner's account. */
  inside?: TextKey;
  /** For the end of something that has a beginning and an end. */
  ended?: TextKey;
  others?: TextKey;
  othersByOther?: TextKey;
  othersInside?: TextKey;
  othersEnded?: TextKey;
  /** If the person used the account with a staff member beside them (N-08). */
  together?: TextKey;
  togetherEnded?: TextKey;
  othersTogether?: TextKey;
  othersTogetherEnded?: TextKey;
  /** If only a part succeeded. */
  partial?: TextKey;
  /** If some customers existed already. */
  here?: TextKey;
};

const ofPlan = (
  name: 'LOCKED' | 'UNLOCKED' | 'EXTERNAL' | 'NOT_EXTERNAL' | 'ROLLED_BACK' | 'OPENED',
): Sentences => ({
  owner: `notification.PLAN_${name}.owner`,
  others: `notification.PLAN_${name}.staff`,
});

const ofFile = (name: 'UPLOADED' | 'DELETED' | 'USED_AGAIN'): Sentences => ({
  owner: `notification.FILE_${name}.owner`,
  byOther: `notification.FILE_${name}.owner_other`,
  inside: `notification.FILE_${name}.ownerInside`,
  others: `notification.FILE_${name}.staff`,
  othersByOther: `notification.FILE_${name}.staff_other`,
  othersInside: `notification.FILE_${name}.staffInside`,
});

const byStaff = (
  name:
    | 'invited'
    | 'customerAdded'
    | 'reminder'
    | 'invitationCancelled'
    | 'suspended'
    | 'reactivated'
    | 'archived'
    | 'removed'
    | 'removalRequested'
    | 'emailDesignated'
    | 'eolRemoved'
    | 'providerAdded'
    | 'providerArchived'
    | 'contactMoved',
): Sentences => ({ others: `activity.${name}.staff` });

const byOwner = (
  name:
    | 'accountOpened'
    | 'healthRecordConfirmed'
    | 'donorConfirmed'
    | 'cardRenewed'
    | 'planStillRight'
    | 'healthLinkMade'
    | 'healthLinkRevoked',
): Sentences => ({
  owner: `activity.${name}.owner`,
  others: `activity.${name}.staff`,
});

const ofClinicalSystem = (
  name:
    | 'SYSTEM_ADDED'
    | 'SYSTEM_REMOVED'
    | 'KEY_ADDED'
    | 'KEY_REMOVED'
    | 'WEBHOOK_SET'
    | 'SECRET_REPLACED'
    | 'WEBHOOK_REMOVED'
    | 'WEBHOOK_STOPPED',
): Sentences => ({ others: `notification.CLINICAL_${name}.staff` });

/** The sentences of each template. */
export const sentences: Readonly<Record<ActivityTemplate | NotificationTemplate, Sentences>> = {
  CONTACT_INVITATION_ACCEPTED: {
    owner: 'notification.CONTACT_INVITATION_ACCEPTED.owner',
    others: 'notification.CONTACT_INVITATION_ACCEPTED.staff',
  },
  CONTACT_SUGGESTED: {
    owner: 'notification.CONTACT_SUGGESTED.owner',
    others: 'notification.CONTACT_SUGGESTED.staff',
  },
  NEW_USER: { others: 'notification.NEW_USER.staff' },
  CUSTOMER_IMPORT_UNSUCCESSFUL: {
    others: 'notification.CUSTOMER_IMPORT_UNSUCCESSFUL.importer',
    partial: 'notification.CUSTOMER_IMPORT_UNSUCCESSFUL.importerPartial',
  },
  CUSTOMER_IMPORT_SUCCESSFUL: {
    others: 'notification.CUSTOMER_IMPORT_SUCCESSFUL.importer',
    partial: 'notification.CUSTOMER_IMPORT_SUCCESSFUL.importerPartial',
    here: 'notification.CUSTOMER_IMPORT_SUCCESSFUL.importerHere',
  },
  CARE_SYNC_DONE: { others: 'notification.CARE_SYNC_DONE.starter' },
  CLINICAL_SYSTEM_ADDED: ofClinicalSystem('SYSTEM_ADDED'),
  CLINICAL_SYSTEM_REMOVED: ofClinicalSystem('SYSTEM_REMOVED'),
  CLINICAL_KEY_ADDED: ofClinicalSystem('KEY_ADDED'),
  CLINICAL_KEY_REMOVED: ofClinicalSystem('KEY_REMOVED'),
  CLINICAL_WEBHOOK_SET: ofClinicalSystem('WEBHOOK_SET'),
  CLINICAL_SECRET_REPLACED: ofClinicalSystem('SECRET_REPLACED'),
  CLINICAL_WEBHOOK_REMOVED: ofClinicalSystem('WEBHOOK_REMOVED'),
  CLINICAL_WEBHOOK_STOPPED: ofClinicalSystem('WEBHOOK_STOPPED'),
  TEST: { owner: 'notification.TEST.owner', others: 'notification.TEST.staff' },
  ACP_COMPLETED: {
    owner: 'notification.ACP_COMPLETED.owner',
    byOther: 'notification.ACP_COMPLETED.ownerBehalf',
    others: 'notification.ACP_COMPLETED.staff',
  },
  ACP_UPDATED: {
    owner: 'notification.ACP_UPDATED.owner',
    byOther: 'notification.ACP_UPDATED.owner_other',
    others: 'notification.ACP_UPDATED.staff',
  },
  ACP_SIGNUP: { others: 'notification.ACP_SIGNUP.staff' },
  USER_SIGNUP: { others: 'notification.USER_SIGNUP.staff' },
  NEW_REGISTERED_PROVIDER: { others: 'notification.NEW_REGISTERED_PROVIDER.staff' },
  ACP_OPENED: {
    owner: 'notification.ACP_OPENED.owner',
    fileOpened: 'notification.ACP_OPENED.ownerFile',
    others: 'notification.ACP_OPENED.staff',
  },
  FILE_UPLOADED: ofFile('UPLOADED'),
  FILE_DELETED: ofFile('DELETED'),
  FILE_SET_ASIDE: {
    owner: 'notification.FILE_SET_ASIDE.owner',
    others: 'notification.FILE_SET_ASIDE.staff',
  },
  FILE_USED_AGAIN: ofFile('USED_AGAIN'),
  FILE_SHARED: { owner: 'notification.FILE_SHARED.owner', others: 'notification.FILE_SHARED.staff' },
  PLAN_OPENED: ofPlan('OPENED'),
  PLAN_READ_BY_SYSTEM: {
    owner: 'notification.PLAN_READ_BY_SYSTEM.owner',
    others: 'notification.PLAN_READ_BY_SYSTEM.staff',
  },
  HEALTH_LINK_OPENED: {
    owner: 'notification.HEALTH_LINK_OPENED.owner',
    unnamed: 'notification.HEALTH_LINK_OPENED.unnamed',
    others: 'notification.HEALTH_LINK_OPENED.staff',
  },
  HEALTH_LINK_CLOSED: {
    owner: 'notification.HEALTH_LINK_CLOSED.owner',
    others: 'notification.HEALTH_LINK_CLOSED.staff',
  },
  PLAN_LOCKED: ofPlan('LOCKED'),
  PLAN_UNLOCKED: ofPlan('UNLOCKED'),
  PLAN_EXTERNAL: ofPlan('EXTERNAL'),
  PLAN_NOT_EXTERNAL: ofPlan('NOT_EXTERNAL'),
  PLAN_ROLLED_BACK: ofPlan('ROLLED_BACK'),
  LOGIN_AS_CUSTOMER: {
    owner: 'notification.LOGIN_AS_CUSTOMER.owner',
    ended: 'notification.LOGIN_AS_CUSTOMER.ownerEnded',
    others: 'notification.LOGIN_AS_CUSTOMER.staff',
    othersEnded: 'notification.LOGIN_AS_CUSTOMER.staffEnded',
    together: 'notification.LOGIN_AS_CUSTOMER.ownerTogether',
    togetherEnded: 'notification.LOGIN_AS_CUSTOMER.ownerTogetherEnded',
    othersTogether: 'notification.LOGIN_AS_CUSTOMER.staffTogether',
    othersTogetherEnded: 'notification.LOGIN_AS_CUSTOMER.staffTogetherEnded',
  },
  SECOND_STEP_RESET: {
    owner: 'notification.SECOND_STEP_RESET.owner',
    others: 'notification.SECOND_STEP_RESET.staff',
  },
  EMAIL_CHANGED: { owner: 'notification.EMAIL_CHANGED.owner', others: 'notification.EMAIL_CHANGED.staff' },
  CUSTOMER_REMOVED: {
    owner: 'notification.CUSTOMER_REMOVED.owner',
    others: 'notification.CUSTOMER_REMOVED.staff',
  },
  CUSTOMER_TAKEN_BACK: {
    owner: 'notification.CUSTOMER_TAKEN_BACK.owner',
    others: 'notification.CUSTOMER_TAKEN_BACK.staff',
  },
  CUSTOMER_MOVED: { owner: 'notification.CUSTOMER_MOVED.owner', others: 'notification.CUSTOMER_MOVED.staff' },
  CONVERSATION_RECORDED: {
    owner: 'notification.CONVERSATION_RECORDED.owner',
    others: 'notification.CONVERSATION_RECORDED.staff',
  },
  accountOpened: byOwner('accountOpened'),
  invited: byStaff('invited'),
  customerAdded: byStaff('customerAdded'),
  customersImported: {
    owner: 'activity.customersImported.owner',
    others: 'activity.customersImported.staff',
  },
  reminder: byStaff('reminder'),
  invitationCancelled: byStaff('invitationCancelled'),
  contactRequested: {
    owner: 'activity.contactRequested.owner',
    others: 'activity.contactRequested.staff',
  },
  contactSuggested: {
    owner: 'activity.contactSuggested.owner',
    others: 'activity.contactSuggested.staff',
  },
  contactDeclined: { owner: 'activity.contactDeclined.owner' },
  contactDeleted: { owner: 'activity.contactDeleted.owner' },
  contactLeft: { owner: 'activity.contactLeft.owner' },
  healthRecordConfirmed: byOwner('healthRecordConfirmed'),
  donorConfirmed: byOwner('donorConfirmed'),
  cardRenewed: byOwner('cardRenewed'),
  planStillRight: byOwner('planStillRight'),
  healthLinkMade: byOwner('healthLinkMade'),
  healthLinkRevoked: byOwner('healthLinkRevoked'),
  payment: { owner: 'activity.payment.owner' },
  suspended: byStaff('suspended'),
  reactivated: byStaff('reactivated'),
  archived: byStaff('archived'),
  removed: byStaff('removed'),
  removalRequested: byStaff('removalRequested'),
  removalTakenBack: {
    owner: 'activity.removalTakenBack.owner',
    others: 'activity.removalTakenBack.staff',
  },
  customerMoved: { owner: 'activity.customerMoved.owner', others: 'activity.customerMoved.staff' },
  customerMoveUndone: {
    owner: 'activity.customerMoveUndone.owner',
    others: 'activity.customerMoveUndone.staff',
  },
  duplicateKept: { owner: 'activity.duplicateKept.owner', others: 'activity.duplicateKept.staff' },
  duplicateUndone: { owner: 'activity.duplicateUndone.owner', others: 'activity.duplicateUndone.staff' },
  emailDesignated: byStaff('emailDesignated'),
  eolRemoved: byStaff('eolRemoved'),
  paperChanged: { owner: 'activity.paperChanged.owner', others: 'activity.paperChanged.staff' },
  integrationLinked: {
    owner: 'activity.integrationLinked.owner',
    others: 'activity.integrationLinked.staff',
  },
  integrationUnlinked: {
    owner: 'activity.integrationUnlinked.owner',
    others: 'activity.integrationUnlinked.staff',
  },
  integrationPlanSent: {
    owner: 'activity.integrationPlanSent.owner',
    others: 'activity.integrationPlanSent.staff',
  },
  providerAdded: byStaff('providerAdded'),
  providerArchived: byStaff('providerArchived'),
  contactMoved: byStaff('contactMoved'),
};
