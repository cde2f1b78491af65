import { randomUUID } from 'node:crypto';
import type { PersonActor } from '../src/domain/access/actors.ts';
import type { Answers } from '../src/domain/questionnaire/answers.ts';
import type { Services } from '../src/server/pipeline/context.ts';
import {
  makePerson,
  makeProvider,
  savePlan,
  signedPlan,
  type PersonSpec,
} from '../src/server/demo/person-factory.ts';
import { pinPlace } from '../src/server/db/sealing/account-secrets.ts';
import { hashPassword } from '../src/server/pipeline/passwords/passwords.ts';

export { contextFor } from '../src/server/demo/person-factory.ts';
export { fullAnswers, fullAnswersZh, halfAnswers, signingAnswers } from '../src/server/demo/demo-answers.ts';

/** Password of every person that a test makes. */
export const password = 'Correct-horse-7';

let passwordHash: Promise<string> | undefined;

export type TestPersonSpec = Partial<Omit<PersonSpec, 'passwordHash'>> & {
  /** The plan to save: `draft` keeps the answers, `complete` signs them with a drawn signature. Absent: an empty draft. */
  plan?: { status: 'draft' | 'complete'; answers: Answers };
};

export type TestPerson = {
  userId: string;
  acpId: string;
  email: string;
  password: string;
  pin: string;
  shareId: string;
  actor: PersonActor;
};

/** Inserts a person for a test directly into the database, with a unique address. The plan goes through the operation. */
export async function person(services: Services, spec: TestPersonSpec = {}): Promise<TestPerson> {
  const { plan, ...own } = spec;
  passwordHash ??= hashPassword(password);
  const { db, keyring } = services;
  const full: PersonSpec = {
    email: `${randomUUID()}@test.example`,
    firstName: 'Margaret',
    lastName: 'Doyle',
    ...own,
    passwordHash: await passwordHash,
  };
  const { userId, actor } = await db.transaction().execute((tx) => makePerson(tx, services, full));
  if (plan)
    await savePlan(services, actor, plan.status === 'draft' ? [plan] : await signedPlan(plan.answers));
  const user = await db
    .selectFrom('users')
    .select(['pin_sealed', 'share_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const acp = await db
    .selectFrom('acps')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', 'active')
    .executeTakeFirst();
  return {
    userId,
    acpId: acp?.id ?? '',
    email: full.email,
    password,
    pin: keyring.open(pinPlace(userId), user.pin_sealed),
    shareId: user.share_id,
    actor,
  };
}

/** Makes a provider under another one, or as the root of its own tree. */
export const provider = (
  services: Pick<Services, 'db'>,
  name = 'Banksia House',
  parentId: string | null = null,
): Promise<string> => makeProvider(services.db, name, parentId);
