import type { Translate } from '../../i18n/texts.ts';
import { relations } from '../../accounts/relations.ts';
import { fullName } from '../../names.ts';
import type { Answers } from '../answers.ts';

/** Voice of a plan: the person, or the writer who recorded what the person wants (D-02). */
export type Voice =
  | { kind: 'self' }
  | {
      kind: 'onBehalf';
      person: string;
      firstName: string;
      recorder: string;
      relation: string;
      /** No name is known yet: `person` and `firstName` are general words for a person. */
      unnamed?: true;
    };

/** Facts of the account that decide the voice. `account_owner` is `self`, a relation's stored value, or its own words. */
export type AccountOwner = { for_my_self: boolean; account_owner: string };

/** Returns the relation in words: one of the list, or what the person wrote. */
export function relationText(accountOwner: string, t: Translate): string {
  const known = relations.find((relation) => relation === accountOwner);
  return known ? t(`relation.${known}`) : accountOwner;
}

/** Returns the person's full name in the plan; empty while neither name is answered. */
export const fullNameOf = ({ firstName, lastName }: Pick<Answers, 'firstName' | 'lastName'>): string =>
  fullName({ first_name: firstName, last_name: lastName });

/**
 * Returns the voice of a plan: it depends on the account, from the first page on. The recorder's name is the `confirmName`
 * given at signing (D-28).
 */
export function voiceOf(owner: AccountOwner, answers: Answers, t: Translate): Voice {
  if (owner.for_my_self) return { kind: 'self' };
  const firstName = answers.firstName?.trim() ?? '';
  const said = {
    kind: 'onBehalf' as const,
    recorder: answers.confirmName ?? '',
    relation: relationText(owner.account_owner, t),
  };
  if (firstName !== '') return { ...said, person: fullNameOf(answers), firstName };
  const person = t('onBehalf.thePerson');
  return { ...said, person, firstName: person, unnamed: true };
}
