import { createHash } from 'node:crypto';
import type { PlanState } from '../../../domain/customers/plan-state.ts';
import type { AccountStatus } from '../../../domain/customers/status.ts';
import type { DuplicateSign } from '../../../domain/duplicates/possible-duplicate.ts';
import { fullName } from '../../../domain/names.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { findFiles, findPlan, getPerson, type ActionSubject } from '../customers/api.ts';
import { findContacts } from '../sharing/api.ts';
import type { PairSubject } from './pair-subject.ts';
import { findSetAside, findSigns } from './store.ts';

/** A record as the page shows it beside the other one. */
export type ComparedRecord = {
  id: string;
  name: string;
  dob: string | null;
  customer_id: string | null;
  room: string | null;
  provider: string | null;
  email: string | null;
  status: AccountStatus;
  plan_state: PlanState | null;
  signed_at: Date | null;
  contacts: { name: string; agreed: boolean }[];
  files: number;
  last_sign_in: Date | null;
  created_at: Date;
};

/** How the Medicare numbers of the two records compare. The numbers themselves are not shown to staff. */
export type MedicareComparison = 'same' | 'different' | 'oneOnly' | 'none';

/** Two records of one organisation, to decide which one is kept. `version` changes with every fact that is shown. */
export type RecordComparison = {
  first: ComparedRecord;
  second: ComparedRecord;
  signs: DuplicateSign[];
  medicare: MedicareComparison;
  set_aside_at: Date | null;
  version: string;
};

async function recordOf(tx: Tx, services: Services, { ownerId }: ActionSubject): Promise<ComparedRecord> {
  const person = await getPerson(tx, ownerId);
  const [plan, files, contacts, { last_login_at }] = await Promise.all([
    findPlan(tx, services, person),
    findFiles(tx, ownerId),
    findContacts(tx, ownerId),
    tx.selectFrom('users').select('last_login_at').where('id', '=', ownerId).executeTakeFirstOrThrow(),
  ]);
  const { id, dob, customer_id, room, provider, email, created_at } = person;
  return {
    ...{ id, name: fullName(person), dob, customer_id, room, provider, email, created_at },
    status: person.customer_status,
    plan_state: plan?.state ?? null,
    signed_at: plan?.signed_at ?? null,
    contacts: contacts.map(({ name, status }) => ({ name, agreed: status === 'accepted' })),
    files: files.length,
    last_sign_in: last_login_at,
  };
}

async function medicareOf(tx: Tx, ids: readonly string[]): Promise<MedicareComparison> {
  const rows = await tx
    .selectFrom('users')
    .select('medicare_card')
    .where('id', 'in', [...ids])
    .execute();
  const [one, other] = rows.flatMap(({ medicare_card }) => medicare_card ?? []);
  if (!one) return 'none';
  if (!other) return 'oneOnly';
  return one.equals(other) ? 'same' : 'different';
}

/** Loads two records side by side. The caller checks access. */
export async function compare(
  tx: Tx,
  services: Services,
  { records }: PairSubject,
): Promise<RecordComparison> {
  const [one, other] = records;
  const ids = [one.ownerId, other.ownerId] as const;
  const [first, second, signs, medicare, set_aside_at] = await Promise.all([
    recordOf(tx, services, one),
    recordOf(tx, services, other),
    findSigns(tx, ...ids),
    medicareOf(tx, ids),
    findSetAside(tx, ...ids),
  ]);
  const shown = [first, second].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const version = createHash('sha256').update(JSON.stringify({ shown, medicare })).digest('base64url');
  return { first, second, signs, medicare, set_aside_at, version };
}
