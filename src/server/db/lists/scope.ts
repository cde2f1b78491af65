import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';

/** Where a query has the id of a person and the id of that person's provider, such as `about.id` and `about.provider_id`. */
export type ScopedColumns = { person: string; provider: string };

/**
 * The condition that keeps a list to the people of a scope: none, one, those of a provider and of the providers under it, or all.
 * `archived: false` leaves out the people of archived providers, except for those who may see all.
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
 * The condition that leaves out sign-ups whose address was not checked: they count nowhere (D-39). `person` is the name of `users` in
 * the query. An invited person is a customer before they sign up.
 */
export const isNoWaitingSignUp = (person: string): RawBuilder<boolean> => sql<boolean>`not (
  ${sql.ref(`${person}.status`)} = 'active' and ${sql.ref(`${person}.email_verified_at`)} is null
  and ${sql.ref(`${person}.password_hash`)} is not null and ${sql.ref(`${person}.invite_accepted_date`)} is null)`;

/** The condition that keeps a list of providers to those of a scope. `path` is the column with the path of each provider. */
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
