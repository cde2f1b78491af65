import { relationshipKey } from '../../domain/accounts/relationships.ts';
import type { Translate } from '../../domain/i18n/texts.ts';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { mapRead, useRead, type Read } from '../api/use-read.ts';
import { planContactsText } from '../early/plan-questions.ts';

const PlanContacts = graphql(planContactsText);

/** A trusted contact as named in the plan. */
export type PlanContact = ResultOf<typeof PlanContacts>['trusted_contacts'][number];

/** A trusted contact as shown in a plan. */
export type NamedContact = Omit<PlanContact, 'created_at' | 'plan_shared' | 'status'> & {
  status: string;
};

/** Reads the person's trusted contacts, substitute decision makers first. */
export function usePlanContacts(): Read<readonly PlanContact[]> {
  const read = useRead(PlanContacts, {}, { refresh: true });
  // An empty list that is being refreshed may be out of date: it contains no contact by whose change the cache would have updated
  // it.
  const unsure = read.refreshing && read.data?.trusted_contacts.length === 0;
  return mapRead(read, (data) => (unsure ? undefined : data.trusted_contacts));
}

/** Returns the relation of a contact to the person, in words; the person's own words are unchanged. */
export function relationshipWords({ relationship }: Pick<PlanContact, 'relationship'>, t: Translate): string {
  const key = relationshipKey(relationship);
  return key ? t(key) : relationship;
}
