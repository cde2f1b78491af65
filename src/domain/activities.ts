/** No facts except the people concerned. */
type None = Record<string, never>;

/**
 * Recent activities (ENT-23), by template, with their facts: ids, numbers and, if the words need them, names that only the owner
 * may read. A template without words for its readers does not compile (`src/web/features/notifications`). An activity of staff in
 * the person's account also has `inside`; one of the person with staff beside them, `beside` with the id of the staff member.
 */
export type Activities = {
  accountOpened: None;
  /** `import`: the id of the list with which the customer was added. */
  invited: { import?: string };
  customerAdded: { import?: string };
  /** The customers of one list, for readers of several people's activities. */
  customersImported: { count: number };
  reminder: None;
  invitationCancelled: None;
  suspended: None;
  reactivated: None;
  archived: None;
  removed: None;
  removalRequested: None;
  removalTakenBack: None;
  /** Names of the houses. */
  customerMoved: { from: string; to: string };
  customerMoveUndone: { from: string; to: string };
  /** Another record of the person was archived. */
  duplicateKept: None;
  duplicateUndone: None;
  emailDesignated: None;
  eolRemoved: None;
  /** Name of the earlier file of a paper that a residential-care system changed. */
  paperChanged: { file: string };
  integrationLinked: None;
  integrationUnlinked: None;
  integrationPlanSent: None;
  providerAdded: { provider_id: string; provider: string };
  providerArchived: { provider_id: string; provider: string };
  contactMoved: { provider_id: string; provider: string };
  contactRequested: { contact: string };
  contactSuggested: { contact: string };
  contactDeclined: { contact: string };
  contactDeleted: { contact: string };
  contactLeft: { contact: string };
  CONTACT_INVITATION_ACCEPTED: { contact: string };
  healthRecordConfirmed: None;
  donorConfirmed: None;
  cardRenewed: None;
  planStillRight: None;
  healthLinkMade: { reader: string };
  healthLinkRevoked: { reader: string };
  /** `said`: what the reader said of itself; not verified. */
  HEALTH_LINK_OPENED: { reader: string; said: string };
  payment: { amount: string };
  ACP_COMPLETED: None;
  ACP_UPDATED: None;
  ACP_OPENED: None;
  FILE_UPLOADED: { file: string };
  FILE_DELETED: { file: string };
  FILE_SET_ASIDE: { file: string };
  FILE_USED_AGAIN: { file: string };
  FILE_SHARED: { file: string; contact?: string };
  PLAN_OPENED: { contact?: string };
  /** `client`: id of the clinical system; `system` and `organisation`: its name and that of its provider. */
  PLAN_READ_BY_SYSTEM: { client: string; system: string; organisation: string };
  PLAN_LOCKED: None;
  PLAN_UNLOCKED: None;
  PLAN_EXTERNAL: None;
  PLAN_NOT_EXTERNAL: None;
  PLAN_ROLLED_BACK: None;
  /** `ended` for the end; none for the start. `together`: the person used the account, with the staff member beside them. */
  LOGIN_AS_CUSTOMER: { ended?: true; together?: true };
};

export type ActivityTemplate = keyof Activities;

/** Templates of notifications (ENT-11). Those that are also activities have the same words. */
export type NotificationTemplate =
  | 'CONTACT_INVITATION_ACCEPTED'
  | 'CONTACT_SUGGESTED'
  | 'NEW_USER'
  | 'CUSTOMER_IMPORT_UNSUCCESSFUL'
  | 'CUSTOMER_IMPORT_SUCCESSFUL'
  | 'CARE_SYNC_DONE'
  | 'TEST'
  | 'ACP_COMPLETED'
  | 'ACP_UPDATED'
  | 'ACP_SIGNUP'
  | 'USER_SIGNUP'
  | 'NEW_REGISTERED_PROVIDER'
  | 'ACP_OPENED'
  | 'FILE_UPLOADED'
  | 'FILE_DELETED'
  | 'FILE_SET_ASIDE'
  | 'FILE_USED_AGAIN'
  | 'FILE_SHARED'
  | 'PLAN_OPENED'
  | 'HEALTH_LINK_OPENED'
  | 'HEALTH_LINK_CLOSED'
  | 'PLAN_LOCKED'
  | 'PLAN_UNLOCKED'
  | 'PLAN_EXTERNAL'
  | 'PLAN_NOT_EXTERNAL'
  | 'PLAN_ROLLED_BACK'
  | 'LOGIN_AS_CUSTOMER'
  | 'SECOND_STEP_RESET'
  | 'EMAIL_CHANGED'
  | 'CUSTOMER_REMOVED'
  | 'CUSTOMER_TAKEN_BACK'
  | 'CUSTOMER_MOVED'
  | 'CONVERSATION_RECORDED'
  | 'CLINICAL_SYSTEM_ADDED'
  | 'CLINICAL_SYSTEM_REMOVED'
  | 'CLINICAL_KEY_ADDED'
  | 'CLINICAL_KEY_REMOVED'
  | 'CLINICAL_WEBHOOK_SET'
  | 'CLINICAL_SECRET_REPLACED'
  | 'CLINICAL_WEBHOOK_REMOVED'
  | 'CLINICAL_WEBHOOK_STOPPED';
