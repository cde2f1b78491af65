import { sql } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import { melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import type { UploadedForm } from '../../../domain/fhir/records/consent.ts';
import type { SignedVersion } from '../../../domain/fhir/records/document-reference.ts';
import type { DocumentSearch } from '../../../domain/fhir/records/document-search.ts';
import type { PatientSearch } from '../../../domain/fhir/records/patient-search.ts';
import { isSameName } from '../../../domain/fhir/records/same-name.ts';
import { typeOfName } from '../../../domain/files/file-types.ts';
import { customerRole } from '../../db/customer-role.ts';
import { inScope, providerInScope } from '../../db/lists/scope.ts';
import type { Tx } from '../../pipeline/context.ts';
import { residents, type ResidentSubject } from './resident.ts';

/** People of one birth date whose names are compared. In a tree of 100,000 about three people share a birth date. */
const comparedAtMost = 500;

const listed = { person: 'customer_list.user_id', provider: 'customer_list.provider_id' };

type Row = Omit<ResidentSubject, 'kind' | 'ownerId'>;

const asSubject = (row: Row): ResidentSubject => ({ kind: 'customer', ownerId: row.id, ...row });

/** Returns the residents that a search finds, in the scope of the clinical system; null if there are too many people to compare. */
export async function findResidents(
  tx: Tx,
  scope: Scope,
  search: PatientSearch,
): Promise<ResidentSubject[] | null> {
  const inTree = residents(tx)
    .where(inScope(scope, listed))
    .where('permission_roles.role', '=', 'user')
    .orderBy('users.id');
  if (search.by === 'number') {
    const rows = await inTree
      .where('users.provider_id', '=', search.providerId)
      .where('users.customer_id', '=', search.number)
      .execute();
    return rows.map(asSubject);
  }
  const rows = await inTree
    .where('users.dob', '=', search.birthDate)
    .where('users.permission_role_id', '=', customerRole)
    .limit(comparedAtMost + 1)
    .execute();
  if (rows.length > comparedAtMost) return null;
  return rows
    .filter(({ first_name, last_name }) =>
      isSameName({ given: first_name ?? '', family: last_name ?? '' }, search.name),
    )
    .map(asSubject);
}

/** The last result of a page, after which the next one begins. */
export type Position = { userId: string; version: number };

/** The first page begins before every id. */
export const beginning: Position = { userId: '00000000-0000-0000-0000-000000000000', version: 0 };

type Wanted = Pick<DocumentSearch, 'status' | 'changed' | 'count'> & {
  after: Position;
  /** Limits the result to this resident, or to this version of the resident's plan. */
  only?: { userId: string; version?: number };
};

type VersionRow = {
  user_id: string;
  plan_id: string;
  plan_version: number;
  is_current: boolean;
  at: Date;
  changed_at: Date;
  paper_at: Date | null;
  is_locked: boolean;
  is_external: boolean;
};

/** Selects the signed versions of the person `p`, as `v`. */
const versionsOfPerson = sql`
  cross join lateral (
    select d.user_id, active.id as plan_id, d.plan_version, d.at,
      d.type = 'active' and link.archived_id is null as is_current,
      greatest(d.changed_at, paper.at, paper.answered_at, moved.at, link.linked_at,
        case when d.type = 'active' then greatest(active.locked_at, announced.changed_at) end) as changed_at,
      paper.at as paper_at, d.type = 'active' and active.locked as is_locked, d.type = 'active' and active.external as is_external
    from acps active
    cross join lateral (
      select distinct on (a.plan_version) a.user_id, a.plan_version, a.type,
        greatest(coalesce(a.completed_at, a.updated_at), a.updated_at) as at,
        greatest(a.updated_at, a.restored_at, a.kept_at) as changed_at
      from (
        -- Each kind has an index of its own.
        select * from acps where user_id = p.user_id and type = 'active'
        union all select * from acps where user_id = p.user_id and type = 'revision'
      ) a
      where a.status = 'complete'
      order by a.plan_version, a.type = 'active' desc, a.version desc
    ) d
    left join duplicate_links link on link.archived_id = p.user_id
    left join clinical_changes announced on announced.user_id = p.user_id
    cross join lateral (
      select max(greatest(m.moved_at, m.undone_at)) as at from customer_moves m where m.user_id = p.user_id
    ) moved
    cross join lateral (
      select max(f.activated_timestamp) filter (where f.is_active) as at,
        max(greatest(f.set_aside_at, f.owner_confirmed_at)) as answered_at
      from files f
      where f.user_id = p.user_id and d.type = 'active' and f.category = 'ACP' and f.is_uploaded
    ) paper
    where active.user_id = p.user_id and active.type = 'active' and active.status = 'complete'
  ) v`;

/**
 * Returns signed versions of residents in the order of their ids, without answers: a page, and one more if there is another page. A
 * person whose plan in force is not signed has none, as everywhere else. The people of the tree are read first, from their narrow
 * rows; plans only of as many as the page needs.
 */
export async function findSignedVersions(
  tx: Tx,
  scope: Scope,
  { status, changed, count, after, only }: Wanted,
): Promise<SignedVersion[]> {
  const { from, before } = changed;
  const isWanted = only ? sql`user_id = ${only.userId}::uuid` : sql`user_id >= ${after.userId}::uuid`;
  const version = only?.version === undefined ? sql`` : sql`and v.plan_version = ${only.version}`;
  const { rows } = await sql<VersionRow>`
    with people as materialized (
      select listed.user_id from providers cross join lateral (
        -- Archived customers have an index of their own. Not merged with the outer query, so that each house is read along an index.
        (select user_id from customer_list where provider_id = providers.id and status <> 'archived' and ${isWanted} offset 0)
        union all (select user_id from customer_list where provider_id = providers.id and status = 'archived' and ${isWanted} offset 0)
      ) listed
      where ${providerInScope(scope)}
    )
    select v.* from (select user_id from people order by user_id) p
    ${versionsOfPerson}
    where (v.user_id > ${after.userId}::uuid or v.plan_version > ${after.version}) ${version}
      and (${status}::text is null or v.is_current = (${status} = 'current'))
      and (${from === null ? null : new Date(from)}::timestamptz is null or v.changed_at >= ${from === null ? null : new Date(from)})
      and (${before === null ? null : new Date(before)}::timestamptz is null or v.changed_at < ${before === null ? null : new Date(before)})
    order by p.user_id, v.plan_version
    limit ${count + 1}`.execute(tx);
  return rows.map((row) => ({
    patientId: row.user_id,
    planId: row.plan_id,
    version: row.plan_version,
    isCurrent: row.is_current,
    at: row.at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    paperAdded: row.paper_at && melbourneDate(row.paper_at),
    isLocked: row.is_locked,
    isExternal: row.is_external,
  }));
}

/** Forms of one person that a search returns, the newest first. More than these are not in use for years. */
const formsAtMost = 100;

const forms = (tx: Tx) =>
  tx
    .selectFrom('files')
    .select(['id', 'user_id', 'file_name', 'size', 'activated_timestamp', 'replaced_at', 'is_active'])
    .where('category', '=', 'ACP')
    .where('is_uploaded', '=', true)
    .where('is_questionnaire', '=', false)
    // A paper that staff set aside is about another person.
    .where('set_aside_at', 'is', null)
    .where('activated_timestamp', 'is not', null);

type FormRow = {
  id: string;
  user_id: string;
  file_name: string;
  size: number | null;
  activated_timestamp: Date | null;
  replaced_at: Date | null;
  is_active: boolean;
};

const asForm = ({ activated_timestamp, replaced_at, ...row }: FormRow): UploadedForm => ({
  id: row.id,
  patientId: row.user_id,
  name: row.file_name,
  contentType: typeOfName(row.file_name)?.contentType ?? 'application/octet-stream',
  size: row.size,
  addedAt: (activated_timestamp ?? new Date(0)).toISOString(),
  replacedAt: replaced_at && replaced_at.toISOString(),
  isInUse: row.is_active,
});

/** Returns a person's uploaded forms, the newest first, with those that are no longer in use. */
export async function findForms(tx: Tx, userId: string): Promise<UploadedForm[]> {
  const rows = await forms(tx)
    .where('user_id', '=', userId)
    .orderBy('activated_timestamp', 'desc')
    .orderBy('id')
    .limit(formsAtMost)
    .execute();
  return rows.map(asForm);
}

/** Returns an uploaded form; null for an unknown id, and for any other file. */
export async function findForm(tx: Tx, id: string): Promise<UploadedForm | null> {
  const row = await forms(tx).where('id', '=', id).executeTakeFirst();
  return row ? asForm(row) : null;
}

/** Returns the day on which the newest form in use was added; null without one. */
export async function findNewestForm(tx: Tx, userId: string): Promise<IsoDate | null> {
  const row = await forms(tx)
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .orderBy('activated_timestamp', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.activated_timestamp ? melbourneDate(row.activated_timestamp) : null;
}

/** Returns the names of a clinical system and of its provider, for the person whose plan it reads. */
export async function getSystemNames(
  tx: Tx,
  clientId: string,
): Promise<{ system: string; provider: string }> {
  return tx
    .selectFrom('clinical_clients')
    .innerJoin('providers', 'providers.id', 'clinical_clients.provider_id')
    .select(['clinical_clients.name as system', 'providers.name as provider'])
    .where('clinical_clients.id', '=', clientId)
    .executeTakeFirstOrThrow();
}
