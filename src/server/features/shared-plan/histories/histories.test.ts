import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextFor, fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Context } from '../../../pipeline/context.ts';
import { deleteAccount } from '../../privacy/deletion/deletion-operations.ts';
import {
  addTrustedContact,
  deleteTrustedContact,
  insertSharedFiles,
  remindTrustedContact,
} from '../../sharing/operations.ts';
import { someStep, type AccountStep, type ContactStep, type World } from './histories.fixture.ts';
import {
  acceptContactRequest,
  askSharedLink,
  declineContactRequest,
  readSharedPlan,
  stepBack,
} from '../operations.ts';

const day = 24 * 60 * 60_000;

let test: TestServices;
let clock = Date.parse('2026-11-22T00:00:00Z');
let owner: TestPerson | null = null;
let files: string[] = [];

beforeAll(async () => {
  test = await startServices();
  test.services.clock = () => new Date(clock);
});
afterAll(() => test.close());

const as = (actor: Actor): Context => ({ ...contextFor(test.services, owner!.actor), actor });
const asOwner = () => as(owner!.actor);
const asContact = (contactId: string): Context => as({ kind: 'contact', contactId, userId: owner!.userId });

/**
 * Returns a person with a signed plan and two files, without contacts; reuses the one of the previous history if they still
 * exist.
 */
async function freshOwner(): Promise<void> {
  const { db } = test.services;
  await db.deleteFrom('attempts').execute();
  if (owner) {
    await db.deleteFrom('trusted_contacts').where('user_id', '=', owner.userId).execute();
    await db
      .updateTable('users')
      .set({ status: 'active', delete_on: null })
      .where('id', '=', owner.userId)
      .execute();
    return;
  }
  owner = await person(test.services, { plan: { status: 'complete', answers: fullAnswers() } });
  const rows = ['paper.pdf', 'letter.pdf'].map((file_name) => ({
    id: randomUUID(),
    user_id: owner!.userId,
    category: 'ADDITIONAL_DOCUMENT' as const,
    file_name,
    is_active: true,
    is_uploaded: true,
  }));
  await db.insertInto('files').values(rows).execute();
  files = rows.map(({ id }) => id);
}

const linksOf = (id: string) =>
  test.services.db
    .selectFrom('trusted_contacts')
    .select(['request_link', 'view_link'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Returns whether the product did it. Refusals are results; any other error is a fault. */
async function did(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const shares = ({ suspended, leaving, deleted }: World) => !suspended && !leaving && !deleted;

async function takeOfAccount(step: AccountStep, world: World): Promise<void> {
  const { db } = test.services;
  switch (step.kind) {
    case 'wait':
      clock += step.days * day;
      return;
    case 'suspend':
    case 'resume': {
      world.suspended = step.kind === 'suspend';
      const status = world.suspended ? ('suspended' as const) : ('active' as const);
      await db.updateTable('users').set({ status }).where('id', '=', owner!.userId).execute();
      return;
    }
    case 'askDeletion':
    case 'keepAccount': {
      world.leaving = step.kind === 'askDeletion';
      const delete_on = world.leaving ? melbourneDate(clock + 30 * day) : null;
      await db.updateTable('users').set({ delete_on }).where('id', '=', owner!.userId).execute();
      return;
    }
    case 'deleteAccount': {
      if (world.deleted) return;
      await db
        .updateTable('users')
        .set({ delete_on: melbourneDate(clock) })
        .where('id', '=', owner!.userId)
        .execute();
      expect(await deleteAccount.call(as({ kind: 'system' }), { user_id: owner!.userId })).toBe(true);
      world.deleted = true;
      for (const friend of world.friends) if (friend) world.gone.push(friend);
      world.friends = world.friends.map(() => null);
    }
  }
}

async function takeOfContact(step: ContactStep, world: World): Promise<void> {
  const { db } = test.services;
  const accountShares = shares(world);
  const friend = world.friends[step.at] ?? null;
  const leave = () => {
    if (friend) world.gone.push(friend);
    world.friends[step.at] = null;
  };
  if (step.kind === 'invite') {
    const input = {
      name: 'A Friend',
      email: `friend${'abc'[step.at]}@test.example`,
      phone: '0491 570 006',
      relationship: 'Friend',
      substitutedDecisionMaker: false,
      enduringGuardian: false,
      permissionConfirmation: true,
    };
    await db.deleteFrom('attempts').execute();
    const isNew = await did(addTrustedContact.call(asOwner(), input));
    expect(isNew).toBe(friend === null);
    if (!isNew) return;
    const { id, request_link } = await db
      .selectFrom('trusted_contacts')
      .select(['id', 'request_link'])
      .where('email', '=', input.email)
      .where('user_id', '=', owner!.userId)
      .executeTakeFirstOrThrow();
    world.friends[step.at] = {
      id,
      saidYes: false,
      askedAt: clock,
      requests: [request_link!],
      links: [],
      linkEnds: 0,
      plan: true,
      all: false,
      files: new Set(),
    };
    return;
  }
  if (!friend) return;
  await db.deleteFrom('attempts').execute();
  const canAnswer = accountShares && !friend.saidYes && clock < friend.askedAt + 30 * day;
  const canRead = accountShares && friend.saidYes && clock < friend.linkEnds;
  const request = { contact_id: friend.id, link: friend.requests.at(-1)! };
  const view = { contact_id: friend.id, link: friend.links.at(-1) ?? randomUUID() };
  switch (step.kind) {
    case 'accept': {
      const done = await did(acceptContactRequest.call(asContact(friend.id), request));
      expect(done).toBe(canAnswer);
      if (!done) return;
      friend.saidYes = true;
      friend.links.push((await linksOf(friend.id)).view_link!);
      friend.linkEnds = clock + 90 * day;
      return;
    }
    case 'acceptOldLink': {
      if (friend.requests.length < 2) return;
      const old = { contact_id: friend.id, link: friend.requests[0]! };
      expect(await did(acceptContactRequest.call(asContact(friend.id), old))).toBe(false);
      return;
    }
    case 'decline': {
      const done = await did(declineContactRequest.call(asContact(friend.id), request));
      expect(done).toBe(canAnswer);
      if (done) leave();
      return;
    }
    case 'stepBack': {
      const done = await did(stepBack.call(asContact(friend.id), view));
      expect(done).toBe(canRead);
      if (done) leave();
      return;
    }
    case 'remove':
      await deleteTrustedContact.call(asOwner(), { id: friend.id });
      leave();
      return;
    case 'remind': {
      const done = await did(remindTrustedContact.call(asOwner(), { id: friend.id }));
      expect(done).toBe(!friend.saidYes && clock >= friend.askedAt + 60 * 60_000);
      if (!done) return;
      friend.requests.push((await linksOf(friend.id)).request_link!);
      friend.askedAt = clock;
      return;
    }
    case 'newLink': {
      const done = await did(askSharedLink.call(asContact(friend.id), { contact_id: friend.id }));
      expect(done).toBe(accountShares && friend.saidYes);
      // A link that is valid for another month stays.
      if (!done || friend.linkEnds >= clock + 30 * day) return;
      friend.links.push((await linksOf(friend.id)).view_link!);
      friend.linkEnds = clock + 90 * day;
      return;
    }
    case 'share': {
      const chosen = files.filter((_, index) => step.files[index]);
      await insertSharedFiles.call(asOwner(), {
        shared_with: friend.id,
        file_ids: chosen,
        plan_shared: step.plan,
        fullAccess: step.all,
      });
      friend.plan = step.plan;
      friend.all = step.all;
      friend.files = new Set(chosen);
    }
  }
}

/** Returns what a link opens in the product: the plan and the files, or nothing. */
async function opens(contactId: string, link: string): Promise<{ plan: boolean; files: string[] } | null> {
  try {
    const found = await readSharedPlan.call(asContact(contactId), { contact_id: contactId, link });
    return { plan: found.plan !== null, files: found.files.map(({ id }) => id).toSorted() };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
}

/** Compares every link that was ever mailed with the model. */
async function compare(world: World): Promise<void> {
  const accountShares = shares(world);
  for (const friend of world.friends) {
    if (!friend) continue;
    for (const link of friend.links) {
      const isOpen =
        accountShares && friend.saidYes && link === friend.links.at(-1) && clock < friend.linkEnds;
      const seen = friend.all ? files : files.filter((id) => friend.files.has(id));
      const expected = isOpen ? { plan: friend.plan, files: seen.toSorted() } : null;
      expect(await opens(friend.id, link)).toEqual(expected);
      for (const other of world.friends)
        if (other && other !== friend) expect(await opens(other.id, link)).toBeNull();
    }
    for (const link of friend.requests) expect(await opens(friend.id, link)).toBeNull();
  }
  for (const { id, links } of world.gone) for (const link of links) expect(await opens(id, link)).toBeNull();
}

it('lets everyone read exactly what the model allows, in 200 random histories [TC-08] [SHARE-01] [GAP-66] [GAP-67] [GAP-68] [security 9]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      await freshOwner();
      const world: World = {
        friends: [null, null, null],
        gone: [],
        suspended: false,
        leaving: false,
        deleted: false,
      };
      try {
        for (const step of steps) {
          if (!('at' in step)) await takeOfAccount(step, world);
          else if (!world.deleted) await takeOfContact(step, world);
          await compare(world);
        }
      } finally {
        if (world.deleted) owner = null;
      }
    }),
    { numRuns: 200 },
  );
}, 240_000);
