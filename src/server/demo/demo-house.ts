import { aloneOrNot } from './demo-lock.ts';
import { cleanSignature } from '../features/acp/signing/signature.ts';
import type { Services } from '../pipeline/context.ts';
import { hashPassword } from '../pipeline/passwords/passwords.ts';
import { signingAnswers } from './demo-answers.ts';
import { demoPassword, findOrMakeRoot } from './demo-people.ts';
import { makeBilling } from './house/house-billing.ts';
import { homes, houseStaff, makeMember, makePlaces } from './house/house-providers.ts';
import { residents, type Resident } from './house/house-residents.ts';
import { makeResident } from './house/make-resident.ts';
import { storePaper } from './house/resident-paper.ts';

/** Number of different signatures. */
const hands = 6;

const one = (is: (resident: Resident) => boolean, about: string): readonly [string, string] => [
  residents.find(is)?.email ?? '',
  about,
];

/** Accounts to sign in with, with a description of each. */
export const houseGuide: readonly (readonly [email: string, about: string])[] = [
  ...houseStaff
    .filter(({ status }) => !status)
    .slice(0, 6)
    .map(({ email, place, template }) => [email, `${template}, ${place}`] as const),
  one(({ account, plan }) => account === 'active' && plan === 'step5', 'resident, half way'),
  one(({ versions }) => versions === 4, 'resident, plan changed three times'),
  one(({ account, plan }) => account === 'active' && plan === 'locked', 'resident, locked plan'),
  one(({ account, plan }) => account === 'active' && plan === 'external', 'resident, plan on papers'),
  one(({ accountOwner }) => accountOwner === 'child', 'child of a resident, signed on behalf'),
  one(({ language, plan }) => language === 'zh' && plan === 'signed', 'resident, in Chinese'),
  one(({ account }) => account === 'leaving', 'resident who is to be deleted'),
];

const houseLock = 928_856;

/**
 * Fills Banksia House (D-45): a tree of providers of three levels, its staff, and 80 residents in every state. Each is created in
 * its own transaction and only if missing, so that an interrupted run continues at the next start. If two processes start at
 * once, one does it. Returns whether something was created.
 * @throws Error in production
 */
export async function makeDemoHouse(services: Services): Promise<boolean> {
  if (services.config.environment === 'prod') throw new Error('The demo house is never made in production.');
  return (await aloneOrNot(services.db, houseLock, () => makeMissing(services))) ?? false;
}

async function makeMissing(services: Services): Promise<boolean> {
  const { db } = services;
  const wanted = [...houseStaff, ...residents].map(({ email }) => email);
  const found = await db.selectFrom('users').select('email').where('email', 'in', wanted).execute();
  const known = new Set(found.map(({ email }) => email));
  if (wanted.every((email) => known.has(email))) return billRoot(services);
  const now = services.clock();
  const passwordHash = await hashPassword(demoPassword);
  const signatures = await drawSignatures();
  const places = await db.transaction().execute(async (tx) => makePlaces(tx, now, await findOrMakeRoot(tx)));
  // The staff first, so that they are notified of the residents' actions.
  for (const member of houseStaff.filter(({ email }) => !known.has(email))) {
    const at = { providerId: places.get(member.place)!, passwordHash };
    await db.transaction().execute((tx) => makeMember(tx, services, member, at));
  }
  for (const resident of residents.filter(({ email }) => !known.has(email))) {
    const { number, account } = resident;
    const home = account === 'archived' ? 'Wisteria Cottage' : homes[number % homes.length]!;
    const signing = signatures[number % hands]!;
    const paper =
      resident.plan === 'external'
        ? await storePaper(services, `${resident.firstName} ${resident.lastName}`)
        : null;
    const making = { services, now, providerId: places.get(home)!, passwordHash, signing, paper };
    await db.transaction().execute((tx) => makeResident(tx, resident, making));
  }
  await billRoot(services);
  return true;
}

/** Gives the root its invoices. Returns false if it has them. */
const billRoot = (services: Services): Promise<boolean> =>
  services.db.transaction().execute(async (tx) => makeBilling(tx, services, await findOrMakeRoot(tx)));

const drawSignatures = () =>
  Promise.all(
    Array.from({ length: hands }, async (_, hand) => {
      const { confirmName: _name, ...signing } = await signingAnswers('', hand + 1);
      return { ...signing, signatureImage: await cleanSignature('demo house', signing.signatureImage ?? '') };
    }),
  );
