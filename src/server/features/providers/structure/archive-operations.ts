import { sql } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import { readBranch, type Branch } from './branch.ts';
import { findStructureSubject, findTarget, refuseStale } from './subject.ts';
import { customerRole } from '../../../db/customer-role.ts';

const id = z.string().check(z.uuid());
const maybeId = z.optional(z.nullable(id));
const version = z.optional(z.nullable(z.int()));

/** Counts what is under a provider and linked to it, for the confirmation before it is archived, restored or deleted. */
export const getProviderBranch = operation({
  name: 'getProviderBranch',
  kind: 'read',
  input: z.strictObject({ id }),
  access: { action: 'provider.manage', subject: (input, loading) => findStructureSubject(input.id, loading) },
  run: ({ subject, tx }): Promise<Branch> => readBranch(tx, subject.providerId),
});

/**
 * Archives a provider with all providers under it (PROV-35, PROV-36, API-42): their staff are signed out at once and cannot sign
 * in, customers keep their access (GAP-96). An archived provider stays unchanged.
 * @throws AppError `conflict` with `details.version`
 */
export const archiveProvider = operation({
  name: 'archiveProvider',
  kind: 'write',
  input: z.strictObject({ provider_id: maybeId, id: maybeId, version }),
  access: {
    action: 'provider.manage',
    subject(input, loading) {
      const named = input.provider_id ?? input.id;
      return named ? findStructureSubject(named, loading) : null;
    },
  },
  async run({ input, subject, actor, tx, now, auditDetails }): Promise<Branch> {
    refuseStale(subject, input.version);
    const { providerId, name } = subject;
    const archived = await tx
      .updateTable('providers')
      .set({ archived: true, archived_at: now, version: sql<number>`version + 1` })
      .where(sql<boolean>`path @> array[${providerId}::uuid]`)
      .where('archived', '=', false)
      .returning('id')
      .execute();
    const signedOut = await signOutStaff(
      tx,
      archived.map((one) => one.id),
    );
    const staffId = callerId(actor);
    if (archived.length > 0)
      await recordActivity(
        tx,
        { template: 'providerArchived', userId: staffId, actorId: staffId, at: now },
        { provider_id: providerId, provider: name },
      );
    auditDetails({ provider_id: providerId, providers: archived.length, sessions: signedOut });
    return readBranch(tx, providerId);
  },
});

/** Ends the sessions of the staff of some providers, also in customers' accounts. Returns their number. */
async function signOutStaff(tx: Tx, providerIds: readonly string[]): Promise<number> {
  if (providerIds.length === 0) return 0;
  const { rows } = await sql<{ ended: number }>`
    with staff as materialized (
      select id from users where permission_role_id <> ${customerRole} and provider_id = any(${[...providerIds]}::uuid[])),
    own as (delete from sessions where user_id in (select id from staff) returning 1),
    acting as (delete from sessions where acting_staff_id in (select id from staff) returning 1)
    select ((select count(*) from own) + (select count(*) from acting))::int as ended`.execute(tx);
  return rows[0]?.ended ?? 0;
}

/**
 * Restores one provider from the archive; the providers under it stay archived, to be restored one by one.
 * @throws AppError `conflict` while the provider above it is archived, and with `details.version` when it was changed meanwhile
 */
export const restoreProvider = operation({
  name: 'restoreProvider',
  kind: 'write',
  input: z.strictObject({ id, version }),
  access: { action: 'provider.manage', subject: (input, loading) => findStructureSubject(input.id, loading) },
  async run({ input, subject, tx, auditDetails }): Promise<Branch> {
    refuseStale(subject, input.version);
    const { providerId, parentId, archived } = subject;
    const parent = parentId === null ? null : await findTarget(tx, parentId);
    if (parent?.archived)
      throw new AppError('conflict', {
        fields: [{ field: 'form', message: 'error.provider.restoreParent' }],
      });
    if (archived)
      await tx
        .updateTable('providers')
        .set({ archived: false, archived_at: null, version: sql<number>`version + 1` })
        .where('id', '=', providerId)
        .execute();
    auditDetails({ provider_id: providerId, restored: archived });
    return readBranch(tx, providerId);
  },
});
