import { sql } from 'kysely';
import * as z from 'zod/mini';
import { connectionList } from '../../../../domain/lists/definitions/integrations.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { page } from '../residents/list-operations.ts';
import type { ConnectionState } from './connection-store.ts';

/** The connection of one provider in the list of all. */
export type ConnectionRow = {
  provider_id: string;
  provider: string;
  state: ConnectionState;
  checked_at: Date | null;
  failed_at: Date | null;
  linked: number;
  last_sync_at: Date | null;
};

const { pageSize } = connectionList;

/** Returns the connections of all providers, by name, for the platform's administrators (INTEG-04, PROD-16). */
export const getIntegrations = operation({
  name: 'getIntegrations',
  kind: 'read',
  input: z.strictObject({ page }),
  access: { action: 'integrations.read', subject: nothing },
  async run({ input, tx }): Promise<{ count: number; data: ConnectionRow[] }> {
    const [counted, { rows: data }] = await Promise.all([
      sql<{ count: number }>`select count(*)::int as count from provider_integrations`.execute(tx),
      sql<ConnectionRow>`
        select integration.provider_id, providers.name as provider, integration.checked_at, integration.failed_at,
          case when integration.failed_at is not null then 'failed'
            when integration.checked_at is null then 'notChecked' else 'connected' end as state,
          (select count(*)::int from integration_links link
            where link.integration_id = integration.id and link.unlinked_at is null) as linked,
          (select max(ended_at) from integration_syncs sync where sync.integration_id = integration.id) as last_sync_at
        from provider_integrations integration join providers on providers.id = integration.provider_id
        order by lower(providers.name), providers.id
        limit ${pageSize} offset ${((input.page ?? 1) - 1) * pageSize}`.execute(tx),
    ]);
    return { count: counted.rows[0]?.count ?? 0, data };
  },
});
