import type { TextKey, Translate } from '../../../domain/i18n/texts.ts';

/** A line of the recent-activity list, as the server gives it. `metadata` holds ids and numbers. */
export type Activity = {
  id: string;
  template: string;
  metadata: unknown;
  user_id: string;
  created_at: string;
  actor: { id: string; first_name: string | null; last_name: string | null } | null;
};

/** The sentence of each template for the person whose account it is. `byOther` where somebody else did it. */
const sentences: Readonly<Record<string, { own: TextKey; byOther?: TextKey; ended?: TextKey }>> = {
  ACP_COMPLETED: {
    own: 'notification.ACP_COMPLETED.owner',
    byOther: 'notification.ACP_COMPLETED.ownerBehalf',
  },
  ACP_UPDATED: { own: 'notification.ACP_UPDATED.owner', byOther: 'notification.ACP_UPDATED.owner_other' },
  ACP_OPENED: { own: 'notification.ACP_OPENED.owner' },
  CONTACT_INVITATION_ACCEPTED: { own: 'notification.CONTACT_INVITATION_ACCEPTED.owner' },
  FILE_UPLOADED: { own: 'notification.FILE_UPLOADED.owner' },
  FILE_DELETED: { own: 'notification.FILE_DELETED.owner' },
  FILE_SHARED: { own: 'notification.FILE_SHARED.owner' },
  PLAN_OPENED: { own: 'notification.PLAN_OPENED.owner' },
  PLAN_LOCKED: { own: 'notification.PLAN_LOCKED.owner' },
  PLAN_UNLOCKED: { own: 'notification.PLAN_UNLOCKED.owner' },
  PLAN_EXTERNAL: { own: 'notification.PLAN_EXTERNAL.owner' },
  PLAN_ROLLED_BACK: { own: 'notification.PLAN_ROLLED_BACK.owner' },
  LOGIN_AS_CUSTOMER: {
    own: 'notification.LOGIN_AS_CUSTOMER.owner',
    ended: 'notification.LOGIN_AS_CUSTOMER.ownerEnded',
  },
  accountOpened: { own: 'activity.accountOpened.owner' },
  contactRequested: { own: 'activity.contactRequested.owner' },
  contactDeclined: { own: 'activity.contactDeclined.owner' },
  contactDeleted: { own: 'activity.contactDeleted.owner' },
  healthRecordConfirmed: { own: 'activity.healthRecordConfirmed.owner' },
  donorConfirmed: { own: 'activity.donorConfirmed.owner' },
  cardRenewed: { own: 'activity.cardRenewed.owner' },
  payment: { own: 'activity.payment.owner' },
};

/**
 * An activity in words for the person whose account it is, or undefined for a template that has none: a line without
 * words is left out. Where a name is not there, a word stands in its place.
 */
export function activityWords(
  { template, metadata, user_id, actor }: Activity,
  t: Translate,
): string | undefined {
  const sentence = Object.hasOwn(sentences, template) ? sentences[template] : undefined;
  if (!sentence) return undefined;
  const facts = factsOf(metadata);
  const isOther = actor !== null && actor.id !== user_id;
  const key = (facts['ended'] === 'true' && sentence.ended) || (isOther && sentence.byOther) || sentence.own;
  const someone = t('notification.part.someone');
  return t(key, {
    contact: t('notification.part.aContact'),
    file: t('notification.part.aFile'),
    amount: '',
    ...facts,
    actor: [actor?.first_name, actor?.last_name].filter(Boolean).join(' ') || someone,
  });
}

function factsOf(metadata: unknown): Record<string, string> {
  if (typeof metadata !== 'object' || metadata === null) return {};
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, String(value)]));
}
