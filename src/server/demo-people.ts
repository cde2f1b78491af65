import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PersonActor, Role } from '../domain/access.ts';
import { isoOfDate } from '../domain/fields.ts';
import type { Language } from '../domain/i18n/texts.ts';
import type { Answers, StepId } from '../domain/questionnaire/answers.ts';
import type { Context, Services, Tx } from './context.ts';
import { fullAnswers, fullAnswersZh, halfAnswers, signingAnswers } from './demo-answers.ts';
import { newPin, newShareId, pinPlace } from './features/accounts/card-secrets.ts';
import { hashPassword } from './features/accounts/passwords.ts';
import { createAccount } from './features/accounts/sign-up.ts';
import { updateAnswers } from './features/acp/operations.ts';

/** A trusted contact to make. Accepted contacts said yes when the person was made. */
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

/** A person to make, with an address that is verified already. */
export type PersonSpec = {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  role?: Role;
  providerId?: string;
  language?: Language;
  /** DD/MM/YYYY. */
  dob?: string;
  gender?: 'Male' | 'Female' | 'Other';
  postcode?: string;
  medicareNumber?: string;
  /** Absent for one's own account; else who records the plan (D-02). */
  accountOwner?: string;
  contacts?: readonly ContactSpec[];
};

export type MadePerson = { userId: string; actor: PersonActor };

function actorOf(userId: string, role: Role, providerId?: string): PersonActor {
  const manages = role !== 'user';
  const flags = { can_manage_acp: manages, can_manage_all: manages && role !== 'providerview', can_manage_user: manages };
  return { kind: 'person', userId, role, providerId: providerId ?? null, flags, actingStaffId: null };
}

const roleIds: Readonly<Record<Role, number>> = { provideradmin: 1, providerview: 3, admin: 4, user: 5, tlcadmin: 6, sysadmin: 7 };

/** Makes an account: a customer's with an empty plan and contacts, or one of the staff. Part of the caller's transaction. */
export async function makePerson(tx: Tx, services: Services, spec: PersonSpec): Promise<MadePerson> {
  const now = services.clock();
  const role = spec.role ?? 'user';
  const userId = role === 'user' ? await makeCustomer(tx, services, spec, now) : await makeStaff(tx, services, spec, role, now);
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
  if (spec.postcode) await tx.updateTable('users').set({ postcode: spec.postcode }).where('id', '=', userId).execute();
  return userId;
}

async function makeStaff(tx: Tx, { keyring }: Services, spec: PersonSpec, role: Role, now: Date): Promise<string> {
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
      provider_id: spec.providerId ?? null,
      first_name: spec.firstName,
      last_name: spec.lastName,
      language: spec.language ?? 'en',
      pin_sealed: keyring.seal(pinPlace(id), newPin()),
      share_id: newShareId(),
      created_at: now,
    })
    .execute();
  return id;
}

/** Makes a provider at the top of its own tree. */
export async function makeProvider(tx: Tx, name: string): Promise<string> {
  const id = randomUUID();
  await tx.insertInto('providers').values({ id, name, path: [id], provider_root_id: id, parent_id: null, contact_id: null }).execute();
  return id;
}

/** A call by one person, as if from this machine. */
export function contextFor(services: Services, actor: PersonActor, language: Language = 'en'): Context {
  return { services, actor, meta: { requestId: 'made', address: '127.0.0.1', userAgent: null, language, sessionId: null } };
}

type Save = { answers: Answers; status: 'draft' | 'complete'; step?: StepId };

/**
 * Saves a person's plan through the operation that the web uses, one save after the other. Saves that the plan has had
 * already are left out, so that what was broken off goes on where it stopped.
 */
export async function savePlan(services: Services, actor: PersonActor, saves: readonly Save[]): Promise<void> {
  const { db } = services;
  const plan = await db
    .selectFrom('acps')
    .select(['id', 'version'])
    .where('user_id', '=', actor.userId)
    .where('type', '=', 'active')
    .executeTakeFirstOrThrow();
  let { version } = plan;
  for (const save of saves.slice(version)) {
    const { returning } = await updateAnswers.call(contextFor(services, actor), { id: plan.id, version, ...save });
    version = returning[0]?.version ?? version;
  }
}

/** The saves that lead from an empty plan to a signed one. */
export async function signedPlan(answers: Answers, hand = 1): Promise<Save[]> {
  const confirmName = `${answers.firstName} ${answers.lastName}`;
  return [
    { answers, status: 'draft' },
    { answers: await signingAnswers(confirmName, hand), status: 'complete', step: 'step9' },
  ];
}

function halfPlan(): Save[] {
  const { step1, step2, step3, step4 } = halfAnswers();
  return [
    { answers: step1, status: 'draft', step: 'step1' },
    { answers: step2, status: 'draft', step: 'step2' },
    { answers: step3, status: 'draft', step: 'step3' },
    { answers: step4, status: 'draft' },
  ];
}

/** The password of all demo people. */
export const demoPassword = 'Wattle-demo-1';

type DemoPerson = Omit<PersonSpec, 'passwordHash' | 'providerId'> & {
  /** For the person who tries the product. */
  about: string;
  inProvider?: true;
  plan?: () => Promise<Save[]> | Save[];
};

const providerName = 'Banksia House';

/** Who is there to try the product with. All are made up; the telephone numbers are kept free for such use. */
export const demoPeople: readonly DemoPerson[] = [
  {
    email: 'newcomer@demo.example',
    about: 'customer, has not begun',
    firstName: 'Alan',
    lastName: 'Fraser',
    dob: '30/03/1955',
    gender: 'Male',
  },
  {
    email: 'draft@demo.example',
    about: 'customer, half way through the questions',
    firstName: 'George',
    lastName: 'Papadakis',
    dob: '23/11/1951',
    gender: 'Male',
    postcode: '5000',
    plan: halfPlan,
  },
  {
    email: 'complete@demo.example',
    about: 'customer with a signed plan and trusted contacts',
    firstName: 'Margaret',
    lastName: 'Doyle',
    dob: '14/05/1943',
    gender: 'Female',
    postcode: '3280',
    medicareNumber: '2123456701',
    plan: () => signedPlan(fullAnswers(), 1),
    contacts: [
      {
        name: 'Daniel Doyle',
        email: 'daniel.doyle@demo.example',
        phone: '0491 570 006',
        relationship: 'Son',
        substitutedDecisionMaker: true,
        enduringGuardian: true,
        fullAccess: true,
        accepted: true,
      },
      { name: 'Dr Anita Rao', email: 'anita.rao@demo.example', phone: '0491 570 156', relationship: 'General Practitioner (GP)', accepted: true },
      { name: 'Susan Doyle', email: 'susan.doyle@demo.example', phone: '0491 570 157', relationship: 'Daughter' },
    ],
  },
  {
    email: 'resident@demo.example',
    about: `customer of ${providerName}, in Chinese, with a signed plan`,
    firstName: 'Lin Mei',
    lastName: 'Chen',
    dob: '02/09/1938',
    gender: 'Female',
    postcode: '3150',
    language: 'zh',
    inProvider: true,
    plan: () => signedPlan(fullAnswersZh(), 2),
    contacts: [
      {
        name: '陈伟',
        email: 'wei.chen@demo.example',
        phone: '0491 570 158',
        relationship: 'Son',
        substitutedDecisionMaker: true,
        accepted: true,
      },
      { name: '陈静', email: 'jing.chen@demo.example', phone: '0491 570 159', relationship: 'Daughter', accepted: true },
    ],
  },
  { email: 'provider@demo.example', about: `runs ${providerName}`, firstName: 'Priya', lastName: 'Nair', role: 'provideradmin', inProvider: true },
  { email: 'viewer@demo.example', about: `nurse at ${providerName}, reads only`, firstName: 'Tom', lastName: 'Wallace', role: 'providerview', inProvider: true },
  { email: 'admin@demo.example', about: 'administrator', firstName: 'Helen', lastName: 'Marsh', role: 'admin' },
  { email: 'tlcadmin@demo.example', about: 'TLC administrator', firstName: 'Ruth', lastName: 'Okafor', role: 'tlcadmin' },
  { email: 'sysadmin@demo.example', about: 'system administrator', firstName: 'Sam', lastName: 'Keller', role: 'sysadmin' },
];

const demoLock = 928_855;

/**
 * Makes the demo people that are not there yet; changes nothing on those who are. Where two processes start at once, one does it.
 * @throws Error in production
 */
export async function makeDemoPeople(services: Services): Promise<void> {
  if (services.config.environment === 'prod') throw new Error('Demo people are never made in production.');
  await services.db.connection().execute(async (held) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${demoLock}) as mine`.execute(held);
    if (!rows[0]?.mine) return;
    try {
      await makeMissing(services);
    } finally {
      await sql`select pg_advisory_unlock(${demoLock})`.execute(held);
    }
  });
}

async function makeMissing(services: Services): Promise<void> {
  const { db } = services;
  const idOf = async (email: string) =>
    (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id;
  let passwordHash = '';
  for (const { about: _, inProvider, plan: __, ...spec } of demoPeople) {
    if (await idOf(spec.email)) continue;
    passwordHash ||= await hashPassword(demoPassword);
    const whole = { ...spec, passwordHash, ...(inProvider && { providerId: await findOrMakeProvider(db) }) };
    await db.transaction().execute((tx) => makePerson(tx, services, whole));
  }
  // Only now, so that the staff are there to be told of the signed plans.
  for (const { email, plan } of demoPeople) {
    const userId = plan && (await idOf(email));
    if (plan && userId) await savePlan(services, actorOf(userId, 'user'), await plan());
  }
}

async function findOrMakeProvider(db: Tx): Promise<string> {
  const known = await db.selectFrom('providers').select('id').where('name', '=', providerName).executeTakeFirst();
  return known?.id ?? makeProvider(db, providerName);
}
