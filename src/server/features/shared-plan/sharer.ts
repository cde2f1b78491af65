import type { Language, Translate } from '../../../domain/i18n/texts.ts';
import { fullName } from '../../../domain/names.ts';
import { relationText, type AccountOwner } from '../../../domain/questionnaire/reading/voice.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { findActiveOf } from '../acp/api.ts';

/** The person who shares a plan, as contacts see them. */
export type Sharer = AccountOwner & {
  id: string;
  language: Language;
  /** Name of the plan's person; empty while none is given. */
  name: string;
  /** Name of the person who records the plan (D-02); null for one's own. */
  recorder: string | null;
};

/**
 * Loads the person of an account, with the name of the person who records the plan for them. The address replaces a missing name.
 */
export async function findSharer(
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  userId: string,
): Promise<Sharer | null> {
  const row = await tx
    .selectFrom('users')
    .select(['id', 'email', 'language', 'first_name', 'last_name', 'for_my_self', 'account_owner'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { id, email, language, for_my_self, account_owner } = row;
  const name = fullName(row);
  const facts = { id, language, for_my_self, account_owner };
  if (for_my_self) return { ...facts, name: name || email, recorder: null };
  const plan = await findActiveOf(tx, services, userId);
  return { ...facts, name, recorder: plan?.answers.confirmName?.trim() || email };
}

/** Names for the texts of contacts, in a language. `owner` has the account: the person, or the person who records for them. */
export type SharerNames = { person: string; recorder: string; relation: string; owner: string };

export function sharerNames(sharer: Sharer, t: Translate): SharerNames {
  const person = sharer.name || t('onBehalf.thePerson');
  return {
    person,
    recorder: sharer.recorder ?? '',
    relation: sharer.recorder === null ? '' : relationText(sharer.account_owner, t),
    owner: sharer.recorder ?? person,
  };
}
