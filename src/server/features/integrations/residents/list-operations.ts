import * as z from 'zod/mini';
import { activeResidentList, residentStates } from '../../../../domain/lists/definitions/integrations.ts';
import { longestSearch } from '../../../../domain/lists/filter-values.ts';
import { operation } from '../../../pipeline/operation.ts';
import { connected, providerId, readAccess } from '../subject.ts';
import { findCandidates } from './candidates.ts';
import {
  countResidents,
  findResidents,
  findTree,
  type ComparedRow,
  type ResidentCounts,
  type ResidentRow,
} from './list-store.ts';

const { pageSize } = activeResidentList;
const search = z.optional(z.string().check(z.maxLength(longestSearch)));

/** Pages count from 1. */
export const page = z.optional(z.int().check(z.gte(1), z.lte(100_000)));

/** A page of the active residents, with the numbers of each filter; `loaded_at` is null before they were loaded. */
export type ResidentPage = {
  loaded_at: Date | null;
  counts: ResidentCounts;
  count: number;
  data: ResidentRow[];
};

/** Returns the active residents as they were last loaded, ten a page (INTEG-05). */
export const getActiveResidents = operation({
  name: 'getActiveResidents',
  kind: 'read',
  input: z.strictObject({
    ...{ provider_id: providerId, search, page },
    show: z.optional(z.enum(['all', ...residentStates])),
  }),
  access: readAccess,
  async run({ input, subject, tx }): Promise<ResidentPage> {
    const integrationId = connected(subject);
    const query = {
      ...{ integrationId, tree: await findTree(tx, subject.providerId) },
      search: (input.search ?? '').trim(),
      ...{ show: input.show ?? 'all', limit: pageSize, offset: ((input.page ?? 1) - 1) * pageSize },
    } as const;
    const [connection, { counts, count }, data] = await Promise.all([
      tx
        .selectFrom('provider_integrations')
        .select('residents_loaded_at')
        .where('id', '=', integrationId)
        .executeTakeFirst(),
      countResidents(tx, query),
      findResidents(tx, query),
    ]);
    return { loaded_at: connection?.residents_loaded_at ?? null, counts, count, data };
  },
});

/** Returns customers without a link whom staff may compare with a resident, at most twenty. */
export const getLinkCandidates = operation({
  name: 'getLinkCandidates',
  kind: 'read',
  input: z.strictObject({
    ...{ provider_id: providerId, search },
    resident_id: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  access: readAccess,
  async run({ input, subject, tx }): Promise<{ data: ComparedRow[] }> {
    const data = await findCandidates(tx, {
      ...{ integrationId: connected(subject), providerId: subject.providerId },
      ...{ residentId: input.resident_id, search: (input.search ?? '').trim() },
    });
    return { data };
  },
});
