import { fullName } from '../../../../domain/names.ts';
import type { ActivityTemplate, NotificationTemplate } from '../../../../domain/activities.ts';
import { type TextKey, type Translate, translateMessage } from '../../../../domain/i18n/texts.ts';

export type NamedPerson = { id: string; first_name: string | null; last_name: string | null };

/**
 * Common data of a notification and a line of the recent activity. `user` is the person that it is about, `actor` the person who
 * did it. `metadata` has ids and numbers, and a few names.
 */
export type MessageSource = {
  template: string;
  metadata: unknown;
  user_id: string | null;
  user: NamedPerson | null;
  actor: NamedPerson | null;
  provider?: string | null;
};

/** Sentences of a template: for the person that it is about, with variants, and for others. */
type Sentences = {
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

const ofFile = (name: 'UPLOADED' | 'DELETED'): Sentences => ({
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

type Named<Key, As extends string> = Key extends `activity.${infer Name}.${As}` ? Name : never;

/** Sentences of an activity for its owner and for others. */
const byOwner = (name: Named<TextKey, 'owner'> & Named<TextKey, 'staff'>): Sentences => ({
  owner: `activity.${name}.owner`,
  others: `activity.${name}.staff`,
});

const sentences: Readonly<Record<ActivityTemplate | NotificationTemplate, Sentences>> = {
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
  FILE_SHARED: { owner: 'notification.FILE_SHARED.owner', others: 'notification.FILE_SHARED.staff' },
  PLAN_OPENED: ofPlan('OPENED'),
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
  customersImported: byOwner('customersImported'),
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
  healthLinkMade: byOwner('healthLinkMade'),
  healthLinkRevoked: byOwner('healthLinkRevoked'),
  payment: { owner: 'activity.payment.owner' },
  suspended: byStaff('suspended'),
  reactivated: byStaff('reactivated'),
  archived: byStaff('archived'),
  removed: byStaff('removed'),
  removalRequested: byStaff('removalRequested'),
  removalTakenBack: byOwner('removalTakenBack'),
  customerMoved: byOwner('customerMoved'),
  customerMoveUndone: byOwner('customerMoveUndone'),
  duplicateKept: byOwner('duplicateKept'),
  duplicateUndone: byOwner('duplicateUndone'),
  emailDesignated: byStaff('emailDesignated'),
  eolRemoved: byStaff('eolRemoved'),
  paperChanged: byOwner('paperChanged'),
  integrationLinked: byOwner('integrationLinked'),
  integrationUnlinked: byOwner('integrationUnlinked'),
  integrationPlanSent: byOwner('integrationPlanSent'),
  providerAdded: byStaff('providerAdded'),
  providerArchived: byStaff('providerArchived'),
  contactMoved: byStaff('contactMoved'),
};

function factsOf(metadata: unknown): Record<string, string> {
  if (typeof metadata !== 'object' || metadata === null) return {};
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, String(value)]));
}

const nameOf = (person: NamedPerson | null) => (person ? fullName(person) : '');

/** Data from the server may be of a newer version. */
const sentencesOf: Readonly<Record<string, Sentences>> = sentences;

/** Returns the sentence for an import that succeeded only in part. */
function extentOf(facts: Record<string, string>, { partial, here }: Sentences): TextKey | undefined {
  const isAny = (fact: string) => Number(facts[fact]) > 0;
  if (isAny('failed')) return isAny('count') ? partial : undefined;
  return isAny('here') ? here : undefined;
}

function sentenceFor(
  source: MessageSource,
  facts: Record<string, string>,
  isOwner: boolean,
): TextKey | undefined {
  const known = Object.hasOwn(sentences, source.template) ? sentencesOf[source.template] : undefined;
  if (!known) return undefined;
  const ended = facts['ended'] === 'true';
  if (facts['together'] === 'true') {
    const { together, togetherEnded, othersTogether, othersTogetherEnded } = known;
    if (isOwner) return ended ? togetherEnded : together;
    return ended ? othersTogetherEnded : othersTogether;
  }
  const isOther = source.actor !== null && source.actor.id !== source.user_id;
  // The account of the staff member may have been deleted. The activity is still not the owner's.
  const inside = facts['inside'] === 'true';
  if (!isOwner)
    return (
      (ended && known.othersEnded) ||
      extentOf(facts, known) ||
      (inside && known.othersInside) ||
      (isOther && known.othersByOther) ||
      known.others
    );
  if (facts['file_opened'] === 'true' && known.fileOpened) return known.fileOpened;
  if (!facts['said'] && known.unnamed) return known.unnamed;
  return (
    (ended && known.ended) ||
    (inside && known.inside) ||
    (isOther && known.byOther) ||
    known.owner ||
    known.others
  );
}

/** Returns the words for an actor without a name: "Someone" only if the account was deleted. */
function namelessActor({ actor, user_id }: MessageSource, isOwner: boolean, t: Translate): string {
  if (!actor) return t('notification.part.someone');
  if (actor.id !== user_id) return t('notification.part.staff');
  return t(isOwner ? 'activity.you' : 'notification.part.aCustomer');
}

/**
 * Returns the event in words for the reader, or undefined if it has no words for them: then the line is left out. A missing name
 * is replaced by a general word.
 */
export function messageText(source: MessageSource, readerId: string, t: Translate): string | undefined {
  const facts = factsOf(source.metadata);
  const isOwner = source.user_id === readerId;
  const sentence = sentenceFor(source, facts, isOwner);
  if (!sentence) return undefined;
  const someone = t('notification.part.someone');
  const isReader = !isOwner && source.actor?.id === readerId;
  const words = translateMessage(t, sentence, {
    contact: t('notification.part.aContact'),
    reader: t('notification.part.someone'),
    file: t('notification.part.aFile'),
    amount: '',
    count: '0',
    total: '0',
    failed: '0',
    ...facts,
    customer: nameOf(source.user) || t('notification.part.aCustomer'),
    user: nameOf(source.user) || (source.user ? t('notification.part.staff') : someone),
    provider: source.provider || facts['provider'] || t('notification.part.aProvider'),
    actor: isReader
      ? t('activity.you')
      : nameOf(source.actor) ||
        (facts['inside'] !== 'true' && facts['contact']) ||
        namelessActor(source, isOwner, t),
  });
  const { beside } = facts;
  if (beside === undefined) return words;
  return t(isOwner ? 'notification.part.besideYou' : 'notification.part.beside', {
    words,
    staff: beside || someone,
  });
}
