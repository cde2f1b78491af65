import type { Services, Tx } from '../pipeline/context.ts';
import { fullAnswers, fullAnswersZh, halfAnswers } from './demo-answers.ts';
import { subscribeCustomer } from '../features/billing/operations/pay-operations.ts';
import { aloneOrNot } from './demo-lock.ts';
import { hashPassword } from '../pipeline/passwords/passwords.ts';
import { makeFacilities } from './demo-facilities.ts';
import { rootName } from './house/house-providers.ts';
import {
  actorOf,
  contextFor,
  makePerson,
  makeProvider,
  savePlan,
  signedPlan,
  type PersonSpec,
  type Save,
} from './person-factory.ts';

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
  /** A description for the person who tries the product. */
  about: string;
  inProvider?: true;
  plan?: () => Promise<Save[]> | Save[];
  /** Pays for the care plan, with a card of the payment company's stand-in. */
  pays?: true;
};

/** The demo accounts. All are invented; the telephone numbers are reserved for fiction. */
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
    about: 'customer with a signed plan, trusted contacts and a paid care plan',
    firstName: 'Margaret',
    lastName: 'Doyle',
    dob: '14/05/1943',
    gender: 'Female',
    postcode: '3280',
    medicareNumber: '2123456701',
    plan: () => signedPlan(fullAnswers(), 1),
    pays: true,
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
      {
        name: 'Dr Anita Rao',
        email: 'anita.rao@demo.example',
        phone: '0491 570 156',
        relationship: 'General Practitioner (GP)',
        accepted: true,
      },
      {
        name: 'Susan Doyle',
        email: 'susan.doyle@demo.example',
        phone: '0491 570 157',
        relationship: 'Daughter',
      },
    ],
  },
  {
    email: 'resident@demo.example',
    about: `customer of ${rootName}, in Chinese, with a signed plan`,
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
      {
        name: '陈静',
        email: 'jing.chen@demo.example',
        phone: '0491 570 159',
        relationship: 'Daughter',
        accepted: true,
      },
    ],
  },
  {
    email: 'provider@demo.example',
    about: `runs ${rootName}`,
    firstName: 'Priya',
    lastName: 'Nair',
    role: 'provideradmin',
    job: 'manager',
    inProvider: true,
  },
  {
    email: 'viewer@demo.example',
    about: `nurse at ${rootName}, reads only`,
    firstName: 'Tom',
    lastName: 'Wallace',
    role: 'providerview',
    job: 'nurse',
    inProvider: true,
  },
  {
    email: 'admin@demo.example',
    about: 'administrator',
    firstName: 'Helen',
    lastName: 'Marsh',
    role: 'admin',
  },
  {
    email: 'tlcadmin@demo.example',
    about: 'TLC administrator',
    firstName: 'Ruth',
    lastName: 'Okafor',
    role: 'tlcadmin',
  },
  {
    email: 'sysadmin@demo.example',
    about: 'system administrator',
    firstName: 'Sam',
    lastName: 'Keller',
    role: 'sysadmin',
  },
];

const demoLock = 928_855;

/**
 * Creates the missing demo people; does not change existing ones. If two processes start at once, one does it.
 * @throws Error in production
 */
export async function makeDemoPeople(services: Services): Promise<void> {
  if (services.config.environment === 'prod') throw new Error('Demo people are never made in production.');
  await aloneOrNot(services.db, demoLock, () => makeMissing(services));
}

async function makeMissing(services: Services): Promise<void> {
  const { db } = services;
  const idOf = async (email: string) =>
    (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id;
  let passwordHash = '';
  for (const { about: _, inProvider, plan: __, pays: ___, ...spec } of demoPeople) {
    if (await idOf(spec.email)) continue;
    passwordHash ||= await hashPassword(demoPassword);
    const whole = { ...spec, passwordHash, ...(inProvider && { providerId: await findOrMakeRoot(db) }) };
    await db.transaction().execute((tx) => makePerson(tx, services, whole));
  }
  await db.transaction().execute((tx) => makeFacilities(tx, services.clock(), 'complete@demo.example'));
  // Only after the staff exist, so that they are notified of the signed plans.
  for (const { email, plan, pays } of demoPeople) {
    const userId = plan && (await idOf(email));
    if (!plan || !userId) continue;
    await savePlan(services, actorOf(userId, 'user'), await plan());
    if (pays) await payForCare(services, userId);
  }
}

/** Pays in the same way as the page; only if the stand-in takes the payment, and only once. */
async function payForCare(services: Services, userId: string): Promise<void> {
  const { config, db, payments } = services;
  if (!payments?.isStandIn) return;
  const paid = await db
    .selectFrom('payment_plans')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (paid) return;
  await subscribeCustomer.call(contextFor(services, actorOf(userId, 'user')), {
    paymentMethodId: 'pm_card_visa',
    yearlyPriceId: config.payments.priceIds.careYearly,
    idempotency_key: `demo-${userId}`,
  });
}

/** Returns the provider of the demo people. */
export async function findOrMakeRoot(db: Tx): Promise<string> {
  const known = await db.selectFrom('providers').select('id').where('name', '=', rootName).executeTakeFirst();
  return known?.id ?? makeProvider(db, rootName);
}
