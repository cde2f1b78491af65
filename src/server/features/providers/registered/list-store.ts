import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import { invitationDays } from '../../../../domain/customers/invitation.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import {
  registeredProviderList,
  type RegisteredStatus,
} from '../../../../domain/lists/definitions/registered-providers.ts';
import { lacksDetails } from '../../../db/lists/lacks-details.ts';
import { containing } from '../../../db/lists/list-filters.ts';
import { listSource, readPage } from '../../../db/lists/page.ts';
import { providerInScope } from '../../../db/lists/scope.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** A provider with the state of its contact person's invitation. */
export type RegisteredProvider = {
  id: string;
  name: string;
  type: 'internal_provider' | 'external_provider';
  contact_id: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  invite_date: Date | null;
  invite_accepted_date: Date | null;
  status: RegisteredStatus;
};

/** Returns the SQL for the status of an invitation at a moment. */
const statusAt = (now: Date): RawBuilder<RegisteredStatus> => sql<RegisteredStatus>`case
  when contact.cognito_sync_status = 'external-provider' then 'external'
  when contact.status = 'invited' then
    case when contact.invite_date > ${now.toISOString()}::timestamptz - ${`${invitationDays} days`}::interval
      then 'waiting' else 'expired' end
  when ${lacksDetails} then 'incomplete'
  else 'accepted' end`;

/**
 * Returns the condition that each word occurs in the name of the provider, or in the name or the address of the contact person.
 */
const hasEachWord = (words: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words
      .split(' ')
      .map(
        (word) =>
          sql`(${containing('providers.search', word)} or ${containing('contact.search', word)} or ${containing('contact.email', word)})`,
      ),
    sql` and `,
  )})`;

const sourceAt = (now: Date) =>
  listSource(registeredProviderList, {
    rows: (tx, scope: Scope) =>
      tx
        .selectFrom('providers')
        .innerJoin('users as contact', 'contact.id', 'providers.contact_id')
        .where('providers.archived', '=', false)
        .where((where) =>
          where.or([
            where('contact.invite_date', 'is not', null),
            where('contact.cognito_sync_status', '=', 'external-provider'),
          ]),
        )
        .where(providerInScope(scope, 'providers.path'))
        .select([
          'providers.id',
          'providers.name',
          'providers.type',
          'contact.id as contact_id',
          'contact.first_name',
          'contact.last_name',
          'contact.email',
          'contact.invite_date',
          'contact.invite_accepted_date',
          statusAt(now).as('status'),
        ]),
    id: 'providers.id',
    filters: {
      search: hasEachWord,
      status: (status) => sql<boolean>`${statusAt(now)} = ${status}`,
    },
    sorts: { created_at: 'providers.created_at', name: 'providers.search' },
  });

/** Loads a page of the providers of a scope whose contact person was invited, without archived ones. */
export const findRegistered = (
  tx: Tx,
  scope: Scope,
  query: ListQuery<typeof registeredProviderList>,
  now: Date,
): Promise<Page<RegisteredProvider>> => readPage(tx, sourceAt(now), scope, query);
