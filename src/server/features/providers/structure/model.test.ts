import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scopeOf } from '../../../../domain/access/scope.ts';
import type { PersonActor } from '../../../../domain/access/actors.ts';
import { person } from '../../../../../testing/people.ts';
import { countCustomers, totalsOf } from '../../customers/api.ts';
import { makeProvider } from '../make-provider.ts';
import { archiveProvider, restoreProvider } from './archive-operations.ts';
import { readBranch } from './branch.ts';
import { deleteProvider } from './delete-operation.ts';
import { moveProvider } from './move-operations.ts';
import { as, outcome, startStructure, type StructureTest } from './structure.fixture.ts';

const customers = 8;

/** One step: the action, the provider, and the target. `to` 0 is the top, or none. */
const step = fc.record({
  what: fc.constantFrom('add', 'add', 'move', 'move', 'archive', 'restore', 'delete', 'delete', 'settle'),
  one: fc.nat(30),
  to: fc.nat(30),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The simple model: each provider with its parent, nothing precomputed. */
type Node = { parent: string | null; archived: boolean };

class Model {
  readonly nodes = new Map<string, Node>();
  /** Provider of each customer. */
  readonly people: (string | null)[] = Array.from({ length: customers }, () => null);

  ids = () => [...this.nodes.keys()];
  pathOf(id: string): string[] {
    const { parent } = this.nodes.get(id)!;
    return parent === null ? [id] : [...this.pathOf(parent), id];
  }
  branchOf = (id: string) => this.ids().filter((each) => this.pathOf(each).includes(id));
  childrenOf = (id: string) => this.ids().filter((each) => this.nodes.get(each)!.parent === id);
  heightOf = (id: string): number =>
    1 + Math.max(0, ...this.childrenOf(id).map((child) => this.heightOf(child)));
  peopleOf = (id: string) => this.people.filter((place) => place === id).length;
  /** Returns the customers that staff of a provider see: those of active providers in its branch (GAP-96). */
  seenBy = (id: string) =>
    this.branchOf(id)
      .filter((each) => !this.nodes.get(each)!.archived)
      .reduce((sum, each) => sum + this.peopleOf(each), 0);
}

describe('random histories of providers', () => {
  let tree: StructureTest;
  let people: string[];
  beforeAll(async () => {
    tree = await startStructure();
    people = [];
    for (let count = 0; count < customers; count += 1) people.push((await person(tree.test.services)).userId);
  });
  afterAll(() => tree.test.close());

  /** Does a step in the database and in the model, and returns both results. */
  async function take(model: Model, { what, one, to }: Step): Promise<[string, string]> {
    const { services } = tree.test;
    const ids = model.ids();
    const target = to === 0 ? null : (ids[to % ids.length] ?? null);
    if (what === 'add') {
      let made = '';
      const call = makeProvider(services, { name: 'Provider', parentId: target }).then((id) => (made = id));
      const isArchived = target !== null && model.nodes.get(target)!.archived;
      const isDeep = target !== null && model.pathOf(target).length >= 7;
      const expected = isArchived ? 'not-found' : isDeep ? 'invalid' : 'ok';
      const found = await outcome(call);
      if (found === 'ok') model.nodes.set(made, { parent: target, archived: false });
      return [found, expected];
    }
    const id = ids[one % ids.length];
    if (id === undefined) return ['', ''];
    const node = model.nodes.get(id)!;
    const admin = as(tree, 'admin');
    if (what === 'settle') {
      const who = to % customers;
      await services.db
        .updateTable('users')
        .set({ provider_id: id })
        .where('id', '=', people[who]!)
        .execute();
      model.people[who] = id;
      return ['ok', 'ok'];
    }
    if (what === 'archive') {
      for (const each of model.branchOf(id)) model.nodes.get(each)!.archived = true;
      return [await outcome(archiveProvider.call(admin, { id })), 'ok'];
    }
    if (what === 'restore') {
      const isHeld = node.parent !== null && model.nodes.get(node.parent)!.archived;
      if (!isHeld) node.archived = false;
      const found = await outcome(restoreProvider.call(admin, { id }));
      return [found, isHeld ? 'conflict form: error.provider.restoreParent' : 'ok'];
    }
    if (what === 'move') {
      const { version } = await readBranch(services.db, id);
      const reason =
        target !== null && model.branchOf(id).includes(target)
          ? 'ownChild'
          : target !== null && model.nodes.get(target)!.archived
            ? 'parentArchived'
            : target === node.parent
              ? 'sameParent'
              : (target === null ? 0 : model.pathOf(target).length) + model.heightOf(id) > 7
                ? 'tooDeep'
                : null;
      if (reason === null) node.parent = target;
      const found = await outcome(moveProvider.call(admin, { id, parent_id: target, version }));
      return [found, reason === null ? 'ok' : `invalid parent_id: error.provider.${reason}`];
    }
    const held = model.peopleOf(id);
    const reason =
      model.childrenOf(id).length > 0
        ? 'conflict form: error.provider.hasSubs'
        : target === id
          ? 'invalid move_to: error.provider.parentGone'
          : target !== null && model.nodes.get(target)!.archived
            ? 'invalid move_to: error.provider.parentArchived'
            : held > 0 && target === null
              ? 'conflict form: error.provider.deleteInUse'
              : null;
    if (reason === null) {
      model.nodes.delete(id);
      for (const [who, place] of model.people.entries()) if (place === id) model.people[who] = target;
    }
    return [await outcome(deleteProvider.call(admin, { provider_id: id, move_to: target })), reason ?? 'ok'];
  }

  /** Compares every provider in the database with the model. */
  async function compare(model: Model): Promise<void> {
    const { db } = tree.test.services;
    const known = new Set(Object.values(tree.ids));
    const rows = await db
      .selectFrom('providers')
      .select(['id', 'parent_id', 'path', 'provider_root_id', 'archived'])
      .execute();
    const found = rows.filter(({ id }) => !known.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(found).toEqual(
      model
        .ids()
        .sort()
        .map((id) => {
          const { parent: parent_id, archived } = model.nodes.get(id)!;
          const path = model.pathOf(id);
          return { id, parent_id, path, provider_root_id: path[0], archived };
        }),
    );
    for (const id of model.ids()) {
      const counted = await readBranch(db, id);
      const branch = model.branchOf(id);
      expect(counted).toMatchObject({
        providers: branch.length,
        customers: branch.reduce((sum, each) => sum + model.peopleOf(each), 0),
        own_customers: model.peopleOf(id),
      });
      const actor: PersonActor = { ...tree.who.banksia.actor, providerId: id };
      const { counts } = await countCustomers(db, scopeOf(actor), null);
      expect(totalsOf(counts).total).toBe(model.seenBy(id));
    }
  }

  it('of adding, moving, archiving, restoring and deleting leave every path, root, count and scope as a simple model has them [PROV-01, PROV-36, PROV-37]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 22 }), async (steps) => {
        const { db } = tree.test.services;
        const model = new Model();
        await db.updateTable('users').set({ provider_id: null }).where('id', 'in', people).execute();
        await db.deleteFrom('providers').where('id', 'not in', Object.values(tree.ids)).execute();
        for (const each of steps) {
          const [found, expected] = await take(model, each);
          expect([each, found]).toEqual([each, expected]);
          await compare(model);
        }
      }),
      { numRuns: 14 },
    );
  }, 120_000);
});
