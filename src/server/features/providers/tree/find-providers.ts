import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import { providerList } from '../../../../domain/lists/definitions/providers.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import type { ProviderTier } from '../../../../domain/providers/tiers.ts';
import { customerRole } from '../../../db/customer-role.ts';
import { containing } from '../../../db/lists/list-filters.ts';
import { listSource, readPage } from '../../../db/lists/page.ts';
import { providerInScope } from '../../../db/lists/scope.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Names of a contact person in the order of either script, as in the index `users_staff_words`. */
const contactNames = sql`lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' '
  || coalesce(last_name, '') || coalesce(first_name, ''))`;

/**
 * A contact person is a staff member. The subquery finds all staff with the word once, instead of looking up each provider's
 * contact.
 */
const hasWord = (word: string) => sql`(
  ${containing('providers.search', word)} or providers.contact_id = any(array(
    select id from users where permission_role_id <> ${customerRole} and ${containing(contactNames, word)})))`;

/** Returns the condition that each word occurs in the name of a provider or of its contact person. */
export const isNamed = (words: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(words.split(' ').map(hasWord), sql` and `)})`;

const tierConditions: Readonly<Record<ProviderTier, RawBuilder<boolean>>> = {
  root: sql<boolean>`providers.parent_id is null`,
  provider: sql<boolean>`providers.parent_id = providers.provider_root_id`,
  single: sql<boolean>`providers.parent_id <> providers.provider_root_id`,
};

/**
 * Which providers of a scope: all of them, or only those strictly below the caller's own, because other staff can manage only
 * these.
 */
type Among = { isArchived: boolean; onlyBelow: boolean };

const sourceOf = ({ isArchived, onlyBelow }: Among) =>
  listSource(providerList, {
    rows: (tx: Tx, scope: Scope) =>
      tx
        .selectFrom('providers')
        .where('providers.archived', '=', isArchived)
        .where(providerInScope(scope, 'providers.path'))
        .$if(onlyBelow && scope.people === 'subtree', (query) =>
          query.where('providers.id', '<>', scope.people === 'subtree' ? scope.providerId : null),
        )
        .select('providers.id'),
    id: 'providers.id',
    filters: {
      searchQuery: isNamed,
      tier: (tier) => tierConditions[tier],
      type: (type) => sql<boolean>`providers.type = ${type}`,
      // `rows` already applies it.
      status: () => sql<boolean>`true`,
    },
    sorts: { name: 'providers.search' },
  });

/** Returns a page of the ids of the providers of a scope; archived ones only when requested, and then alone. */
export async function findProviderIds(
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof providerList>,
  { onlyBelow }: { onlyBelow: boolean },
): Promise<{ count: number; isExact: boolean; ids: string[] }> {
  const source = sourceOf({ isArchived: query.filters.status === 'archived', onlyBelow });
  const { count, isExact, data } = await readPage(tx, source, scope, query);
  return { count, isExact, ids: data.map(({ id }) => id) };
}
