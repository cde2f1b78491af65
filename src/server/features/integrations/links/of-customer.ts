import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { PlanState } from '../../../../domain/integrations/plan-state.ts';
import { operation } from '../../../pipeline/operation.ts';
import { findCustomer } from '../../../pipeline/subjects.ts';
import { planColumns, planOfRow, type PlanRow } from '../residents/plan-facts.ts';

export type CustomerLink = {
  type: 'ecase';
  resident_id: string;
  provider_id: string;
  linked_at: Date;
  plan: PlanState;
};

/**
 * Returns the links of a customer with residents of other systems (INTEG-03). The link of a provider that the customer has left is
 * not among them.
 */
export const getUserIntegrations = operation({
  name: 'getUserIntegrations',
  kind: 'read',
  input: z.strictObject({ user_id: z.string().check(z.uuid()) }),
  access: {
    action: 'integration.readCustomer',
    subject: (input, loading) => findCustomer(input.user_id, loading),
  },
  async run({ subject, tx }): Promise<{ integrations: CustomerLink[] }> {
    const { rows } = await sql<PlanRow & Omit<CustomerLink, 'plan'>>`
      select integration.type, link.resident_id, integration.provider_id, link.linked_at, ${planColumns}
      from integration_links link
      join provider_integrations integration on integration.id = link.integration_id
      left join acps on acps.user_id = link.user_id and acps.type = 'active'
      where link.user_id = ${subject.ownerId}::uuid and link.unlinked_at is null
        and integration.provider_id = any(${[...subject.providerPath]}::uuid[])`.execute(tx);
    const integrations = rows.map((row) => ({
      ...{ type: row.type, resident_id: row.resident_id, provider_id: row.provider_id },
      ...{ linked_at: row.linked_at, plan: planOfRow(row) },
    }));
    return { integrations };
  },
});
