import type { TextKey } from '../../../../domain/i18n/texts.ts';

/** Sentences to the owner of an account about "your plan", each with its replacement for a writer on behalf. */
export const onBehalfSentences: Partial<Record<TextKey, TextKey>> = {
  'notification.ACP_COMPLETED.owner': 'notification.onBehalf.ACP_COMPLETED.owner',
  'notification.ACP_UPDATED.owner': 'notification.onBehalf.ACP_UPDATED.owner',
  'notification.ACP_UPDATED.owner_other': 'notification.onBehalf.ACP_UPDATED.owner_other',
  'notification.ACP_OPENED.owner': 'notification.onBehalf.ACP_OPENED.owner',
  'notification.ACP_OPENED.ownerFile': 'notification.onBehalf.ACP_OPENED.ownerFile',
  'notification.PLAN_OPENED.owner': 'notification.onBehalf.PLAN_OPENED.owner',
  'notification.PLAN_READ_BY_SYSTEM.owner': 'notification.onBehalf.PLAN_READ_BY_SYSTEM.owner',
  'notification.PLAN_READ_BY_SYSTEM.removed': 'notification.onBehalf.PLAN_READ_BY_SYSTEM.removed',
  'notification.HEALTH_LINK_OPENED.owner': 'notification.onBehalf.HEALTH_LINK_OPENED.owner',
  'notification.HEALTH_LINK_OPENED.unnamed': 'notification.onBehalf.HEALTH_LINK_OPENED.unnamed',
  'notification.HEALTH_LINK_OPENED.plain': 'notification.onBehalf.HEALTH_LINK_OPENED.plain',
  'notification.PLAN_LOCKED.owner': 'notification.onBehalf.PLAN_LOCKED.owner',
  'notification.PLAN_UNLOCKED.owner': 'notification.onBehalf.PLAN_UNLOCKED.owner',
  'notification.PLAN_EXTERNAL.owner': 'notification.onBehalf.PLAN_EXTERNAL.owner',
  'notification.PLAN_NOT_EXTERNAL.owner': 'notification.onBehalf.PLAN_NOT_EXTERNAL.owner',
  'notification.PLAN_ROLLED_BACK.owner': 'notification.onBehalf.PLAN_ROLLED_BACK.owner',
  'notification.CUSTOMER_MOVED.owner': 'notification.onBehalf.CUSTOMER_MOVED.owner',
  'activity.planStillRight.owner': 'activity.onBehalf.planStillRight.owner',
  'activity.healthLinkMade.owner': 'activity.onBehalf.healthLinkMade.owner',
  'activity.integrationPlanSent.owner': 'activity.onBehalf.integrationPlanSent.owner',
};
