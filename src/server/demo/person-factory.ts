import { randomUUID } from 'node:crypto';
import type { PersonActor, Role } from '../../domain/access/actors.ts';
import { linkEnds } from '../../domain/contacts/request.ts';
import { isoOfDate } from '../../domain/fields.ts';
import type { Language } from '../../domain/i18n/texts.ts';
import type { Answers, StepId } from '../../domain/questionnaire/answers.ts';
import type { StaffJob } from '../../domain/staff/jobs.ts';
import { consentVersions } from '../pipeline/consents/consent-versions.ts';
import type { Context, Services, Tx } from '../pipeline/context.ts';
import { signingAnswers } from './demo-answers.ts';
import { newPin, newShareId, pinPlace } from '../db/sealing/account-secrets.ts';
import { createAccount } from '../features/sign-up/create-account.ts';
import { updateAnswers } from '../features/acp/operations.ts';

/** A trusted contact to create. Accepted contacts accepted when the person was created. */
export type ContactSpec = {
  name: string;
  email: string;
  phone: string;
  relationship: string;
  substitutedDecisionMaker?: boolean;
  enduringGuardian?: boolean;
  fullAccess?: boolean;
  on_emergency_page?: boolean;
  accepted?: boolean;
};

/** A person to create, with a verified address. */
export type PersonSpec = {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  role?: Role;
  /** The job of a member of staff at the provider (PUSER-01). */
  job?: StaffJob;
  providerId?: string;
  language?: Language;
  /** DD/MM/YYYY. */
  dob?: string;
  gender?: 'Male' | 'Female' | 'Other';
  postcode?: string;
  medicareNumber?: string;
  /** Absent for one's own account; else the recorder of the plan (D-02). */
  accountOwner?: string;
  contacts?: readonly ContactSpec[];
};

export type MadePerson = { userId: string; actor: PersonActor };

const roleIds: Readonly<Record<Role, number>> = {
  provideradmin: 1,
  providerview: 3,
  admin: 4,
  user: 5,
  tlcadmin: 6,
  sysadmin: 7,
};

/** Returns a signed-in person for access rules, with the flags of the role's default template. */
export function actorOf(userId: string, role: Role, providerId?: string): PersonActor {
  const manages = role !== 'user';
  const flags = {
    can_manage_acp: manages,
    can_manage_all: manages && role !== 'providerview',
    can_manage_user: manages,
  };
  return {
    kind: 'person',
    userId,
    role,
    providerId: providerId ?? null,
    ...(manages && { permissionRoleId: roleIds[role] }),
    flags,
    actingStaffId: null,
    secondStepDue: false,
    consentDue: false,
  };
}

/** Creates an account: a customer's with an empty plan and contacts, or a staff account. Part of the caller's transaction. */
export async function makePerson(tx: Tx, services: Services, spec: PersonSpec): Promise<MadePerson> {
  const now = services.clock();
  const role = spec.role ?? 'user';
  const userId =
    role === 'user'
      ? await makeCustomer(tx, services, spec, now)
      : await makeStaff(tx, services, spec, role, now);
  for (const { accepted = false, ...contact } of spec.contacts ?? []) {
    await tx
      .insertInto('trusted_contacts')
      .values({
        ...contact,
        user_id: userId,
        status: accepted ? 'accepted' : 'pending',
        accepted_at: accepted ? now : null,
        permission_confirmed_at: now,
        created_at: now,
        asked_at: now,
        request_link: randomUUID(),
        ...(accepted && { view_link: randomUUID(), view_link_until: linkEnds(now) }),
      })
      .execute();
  }
  return { userId, actor: actorOf(userId, role, spec.providerId) };
}

async function makeCustomer(tx: Tx, services: Services, spec: PersonSpec, now: Date): Promise<string> {
  const userId = await createAccount(
    { tx, services, now },
    {
      email: spec.email,
      passwordHash: spec.passwordHash,
      firstName: spec.firstName,
      lastName: spec.lastName,
      accountOwner: spec.accountOwner ?? 'self',
      forMySelf: spec.accountOwner === undefined,
      medicareNumber: spec.medicareNumber ?? '',
      birthDate: isoOfDate(spec.dob ?? '01/01/1950') ?? '1950-01-01',
      gender: spec.gender ?? 'Other',
      language: spec.language ?? 'en',
      invitation: spec.providerId ? { provider_id: spec.providerId } : null,
      emailProven: true,
    },
  );
  if (spec.postcode)
    await tx.updateTable('users').set({ postcode: spec.postcode }).where('id', '=', userId).execute();
  return userId;
}

async function makeStaff(
  tx: Tx,
  { config, keyring }: Services,
  spec: PersonSpec,
  role: Role,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto('users')
    .values({
      id,
      email: spec.email,
      password_hash: spec.passwordHash,
      password_changed_at: now,
      email_verified_at: now,
      permission_role_id: roleIds[role],
      role: spec.job ?? null,
      provider_id: spec.providerId ?? null,
      first_name: spec.firstName,
      last_name: spec.lastName,
      language: spec.language ?? 'en',
      pin_sealed: keyring.seal(pinPlace(id), newPin()),
      share_id: newShareId(),
      eusa_read_version: consentVersions(config).eusa,
      eusa_read_at: now,
      privacy_policy_read_version: consentVersions(config).privacy,
      privacy_policy_read_at: now,
      created_at: now,
    })
    .execute();
  return id;
}

/** Creates a provider under another one, or as the root of its own tree. */
export async function makeProvider(tx: Tx, name: string, parentId: string | null = null): Promise<string> {
  const id = randomUUID();
  const parent =
    parentId === null
      ? null
      : await tx.selectFrom('providers').select('path').where('id', '=', parentId).executeTakeFirstOrThrow();
  const path = [...(parent?.path ?? []), id];
  await tx
    .insertInto('providers')
    .values({ id, name, path, provider_root_id: path[0]!, parent_id: parentId, contact_id: null })
    .execute();
  return id;
}

/** Returns the context for a call by one person, as if from this machine. */
export function contextFor(services: Services, actor: PersonActor, language: Language = 'en'): Context {
  return {
    services,
    actor,
    meta: { requestId: 'made', address: '127.0.0.1', userAgent: null, language, sessionId: null },
  };
}

/** One save of a plan, as the web sends it. */
export type Save = { answers: Answers; status: 'draft' | 'complete'; step?: StepId };

/**
 * Saves a person's plan through the operation of the web, one save after the other. Saves that the plan already has are skipped,
 * so that an interrupted run continues.
 */
export async function savePlan(
  services: Services,
  actor: PersonActor,
  saves: readonly Save[],
): Promise<void> {
  const { db } = services;
  const plan = await db
    .selectFrom('acps')
    .select(['id', 'version'])
    .where('user_id', '=', actor.userId)
    .where('type', '=', 'active')
    .executeTakeFirstOrThrow();
  let { version } = plan;
  for (const save of saves.slice(version)) {
    const { returning } = await updateAnswers.call(contextFor(services, actor), {
      id: plan.id,
      version,
      ...save,
      confirmed: Object.keys(save.answers),
    });
    version = returning[0]?.version ?? version;
  }
}

/** Returns the saves from an empty plan to a signed one. */
export async function signedPlan(answers: Answers, hand = 1): Promise<Save[]> {
  const confirmName = `${answers.firstName} ${answers.lastName}`;
  return [
    { answers, status: 'draft' },
    { answers: await signingAnswers(confirmName, hand), status: 'complete', step: 'step9' },
  ];
}
