import { fullName } from '../../../../domain/names.ts';
import { type TextKey, type Translate, translateMessage } from '../../../../domain/i18n/texts.ts';
import { onBehalfSentences } from './on-behalf-sentences.ts';
import { sentences, type Sentences } from './sentences.ts';

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

/** The signed-in reader. */
export type MessageReader = { id: string; for_my_self: boolean };

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
 * is replaced by a general word. The owner of an account for another person reads of "the plan", not of "your plan".
 */
export function messageText(
  source: MessageSource,
  { id: readerId, for_my_self }: MessageReader,
  t: Translate,
): string | undefined {
  const facts = factsOf(source.metadata);
  const isOwner = source.user_id === readerId;
  const chosen = sentenceFor(source, facts, isOwner);
  if (!chosen) return undefined;
  const sentence = (isOwner && !for_my_self && onBehalfSentences[chosen]) || chosen;
  const someone = t('notification.part.someone');
  const isReader = !isOwner && source.actor?.id === readerId;
  const words = translateMessage(t, sentence, {
    contact: t('notification.part.aContact'),
    reader: t('notification.part.someone'),
    system: t('notification.part.aSystem'),
    organisation: t('notification.part.aProvider'),
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
