import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, provider } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import type { Actor, PersonActor, Role } from '../../../domain/access/actors.ts';
import { scopeOf } from '../../../domain/access/scope.ts';
import { inScope, isNoWaitingSignUp, providerInScope } from './scope.ts';

describe('a list limited to a scope', () => {
  let test: TestServices;
  const places: Record<string, string> = {};
  let ann: PersonActor;

  beforeAll(async () => {
    test = await startServices();
    const { services } = test;
    places['root'] = await provider(services, 'root');
    places['house'] = await provider(services, 'house', places['root']);
    places['ward'] = await provider(services, 'ward', places['house']);
    places['closed'] = await provider(services, 'closed', places['house']);
    places['other'] = await provider(services, 'other');
    for (const [name, providerId] of Object.entries(places))
      await person(services, { firstName: `of ${name}`, providerId });
    ann = (await person(services, { firstName: 'of none' })).actor;
    await services.db.updateTable('providers').set({ archived: true }).where('name', '=', 'closed').execute();
  });
  afterAll(() => test.close());

  const staff = (role: Role, place: string | null): Actor => ({
    ...ann,
    userId: crypto.randomUUID(),
    role,
    providerId: place === null ? null : places[place]!,
  });
  const columns = { person: 'p.id', provider: 'p.provider_id' };

  async function peopleOf(actor: Actor, options?: { archived: boolean }): Promise<string[]> {
    const rows = await test.services.db
      .selectFrom('users as p')
      .select('p.first_name')
      .where(inScope(scopeOf(actor), columns, options))
      .orderBy('p.first_name')
      .execute();
    return rows.map(({ first_name }) => (first_name ?? '').replace('of ', ''));
  }
  async function providersOf(actor: Actor): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select p.name from providers p where ${providerInScope(scopeOf(actor), 'p.path')} order by p.name`.execute(
      test.services.db,
    );
    return rows.map(({ name }) => name);
  }

  it('contains the people of a provider and of its descendants, and none of its ancestors or siblings [security 4]', async () => {
    for (const role of ['provideradmin', 'providerview'] as const) {
      expect(await peopleOf(staff(role, 'house'))).toEqual(['closed', 'house', 'ward']);
      expect(await peopleOf(staff(role, 'root'))).toEqual(['closed', 'house', 'root', 'ward']);
      expect(await peopleOf(staff(role, 'other'))).toEqual(['other']);
      expect(await providersOf(staff(role, 'house'))).toEqual(['closed', 'house', 'ward']);
    }
  });

  it('contains one person for customers, none for visitors and for staff without a provider [security 4]', async () => {
    expect(await peopleOf(ann)).toEqual(['none']);
    expect(await peopleOf({ kind: 'emergency', userId: ann.userId })).toEqual(['none']);
    for (const actor of [{ kind: 'visitor' } as const, staff('providerview', null), staff('user', 'house')]) {
      expect(await peopleOf(actor)).toEqual([]);
      expect(await providersOf(actor)).toEqual([]);
    }
    expect(await providersOf(ann)).toEqual([]);
  });

  it('contains all rows for administrators of the platform', async () => {
    const all = ['closed', 'house', 'none', 'other', 'root', 'ward'];
    for (const role of ['admin', 'tlcadmin', 'sysadmin'] as const) {
      expect(await peopleOf(staff(role, null))).toEqual(all);
      expect(await peopleOf(staff(role, null), { archived: false })).toEqual(all);
      expect(await providersOf(staff(role, null))).toEqual(all.filter((name) => name !== 'none'));
    }
  });

  it('excludes archived providers for their ancestors if the list requires it [GAP-96]', async () => {
    expect(await peopleOf(staff('provideradmin', 'house'), { archived: false })).toEqual(['house', 'ward']);
    expect(await peopleOf(staff('provideradmin', 'closed'), { archived: false })).toEqual([]);
  });

  it('excludes a sign-up with an unchecked address, and includes all other people with an unchecked address [D-39]', async () => {
    const { services } = test;
    const unchecked = { email_verified_at: null };
    const people = {
      checked: {},
      waiting: unchecked,
      invited: { ...unchecked, status: 'invited' },
      'without a password': { ...unchecked, password_hash: null },
      'who accepted': { ...unchecked, invite_accepted_date: new Date() },
      archived: { ...unchecked, status: 'archived' },
    } as const;
    const ids: string[] = [];
    for (const [firstName, change] of Object.entries(people)) {
      const { userId } = await person(services, { firstName });
      ids.push(userId);
      if (Object.keys(change).length > 0)
        await services.db.updateTable('users').set(change).where('id', '=', userId).execute();
    }
    const rows = await services.db
      .selectFrom('users as p')
      .select('p.first_name')
      .where('p.id', 'in', ids)
      .where(isNoWaitingSignUp('p'))
      .execute();
    expect(new Set(rows.map(({ first_name }) => first_name))).toEqual(
      new Set(Object.keys(people).filter((name) => name !== 'waiting')),
    );
  });

  it('uses the column `path` of the providers by default [security 4]', async () => {
    const names = async (actor: Actor) => {
      const { rows } = await sql<{ name: string }>`
        select name from providers where ${providerInScope(scopeOf(actor))} order by name`.execute(
        test.services.db,
      );
      return rows.map(({ name }) => name);
    };
    expect(await names(staff('provideradmin', 'house'))).toEqual(['closed', 'house', 'ward']);
  });
});
