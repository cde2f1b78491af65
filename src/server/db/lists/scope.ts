import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';

/** The columns of a query with a person's id and the id of the person's provider, such as `about.id` and `about.provider_id`. */
export type ScopedColumns = { person: string; provider: string };

/**
 * Returns the condition that limits a list to the people of a scope: none, one, those of a provider and its descendants, or all.
 * `archived: false` excludes the people of archived providers, except for callers with access to all.
 */
export function inScope(
  scope: Scope,
  { person, provider }: ScopedColumns,
  { archived = true }: { archived?: boolean } = {},
): RawBuilder<boolean> {
  switch (scope.people) {
    case 'none':
      return sql<boolean>`false`;
    case 'one':
      return sql<boolean>`${sql.ref(person)} = ${scope.userId}::uuid`;
    case 'subtree': {
      const only = archived ? sql`` : sql`not archived and`;
      return sql<boolean>`${sql.ref(provider)} in (select id from providers where ${only} ${providerInScope(scope)})`;
    }
    case 'all':
      return sql<boolean>`true`;
  }
}

/**
 * Returns the condition that excludes sign-ups with an unchecked address: they are counted nowhere (D-39). `person` is the alias
 * of `users` in the query. An invited person is a customer before they sign up.
 */
export const isNoWaitingSignUp = (person: string): RawBuilder<boolean> => sql<boolean>`not (
  ${sql.ref(`${person}.status`)} = 'active' and ${sql.ref(`${person}.email_verified_at`)} is null
  and ${sql.ref(`${person}.password_hash`)} is not null and ${sql.ref(`${person}.invite_accepted_date`)} is null)`;

/**
 * Returns the condition that limits a list of providers to those of a scope. `path` is the column with the path of each provider.
 */
export function providerInScope(scope: Scope, path = 'path'): RawBuilder<boolean> {
  switch (scope.people) {
    case 'none':
    case 'one':
      return sql<boolean>`false`;
    case 'subtree':
      return sql<boolean>`${sql.ref(path)} @> array[${scope.providerId}::uuid]`;
    case 'all':
      return sql<boolean>`true`;
  }
}

/**
 * Returns the one provider that a list is about if no provider is below it: the scope's own provider, or the requested provider
 * when the scope covers all. Null when the scope still has to be checked.
 */
export function ownHouse(scope: Scope, providerId: string | null): string | null {
  if (scope.people === 'all') return providerId;
  const isOwn = scope.people === 'subtree' && (providerId === null || providerId === scope.providerId);
  return isOwn ? scope.providerId : null;
}
