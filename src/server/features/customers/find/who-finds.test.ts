import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folded } from '../../../../domain/customers/find/fold.ts';
import { person } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { twoHouses, type Houses } from '../list/list.fixture.ts';
import { findResidents } from './operations.ts';

const firstNames = ['Margaret', 'Zoë', 'Thuy', '国强', "D'Arcy"] as const;
const lastNames = ['McKenzie', 'Nguyen', 'O’Brien', '李', 'Müller'] as const;
const staff = ['head', 'reader', 'ward', 'room', 'other', 'lost', 'admin', 'tlc'] as const;

/** Changes one letter of a text, or none. */
const mistype = (text: string, at: number) =>
  at < text.length ? `${text.slice(0, at)}x${text.slice(at + 1)}` : text;
const word = fc
  .tuple(
    fc.constantFrom(
      ...[
        ...firstNames,
        ...lastNames,
        'guoqiang',
        'li',
        'wong',
        'elwood',
        'BH-1001',
        '1003',
        '1943',
        '14/5/43',
      ],
      ...['secret.3@mail.example', 'm', 'ng', 'mcken', '%', 'xyzw'],
    ),
    fc.nat(20),
  )
  .map(([text, at]) => mistype(text, at));
const typed = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));

describe('the customers whom each staff member finds', () => {
  let test: TestServices;
  let at: Houses;
  beforeAll(async () => {
    test = await startServices();
    at = await twoHouses(test);
    const providers = [at.house, at.ward, at.room, at.other, undefined];
    for (let index = 0; index < 40; index += 1) {
      const providerId = providers[index % 5];
      const who = await person(test.services, {
        ...(providerId && { providerId }),
        firstName: firstNames[(index * 3) % 5]!,
        lastName: lastNames[Math.floor(index / 5) % 5]!,
        email: `secret.${index}@mail.example`,
      });
      const isRemoved = index % 7 === 3;
      await at.change(who, {
        customer_id: `BH-10${String(index).padStart(2, '0')}`,
        dob: `19${40 + (index % 5)}-05-14`,
        ...(index % 6 === 2 && { status: 'archived' }),
        ...(isRemoved && { removal_requested_at: new Date(), delete_on: '2027-01-01' }),
      });
    }
  }, 60_000);
  afterAll(() => test.close());

  const find = (who: string, text: string) => findResidents.call(at.context(who), { typed: text });

  /** Returns the customers whom a staff member may see, by the rule itself. */
  async function visibleTo(who: string): Promise<string[]> {
    const { role, providerId } = at.staff[who]!;
    const isPlatform = role === 'admin' || role === 'tlcadmin';
    const { rows } = await sql<{ id: string }>`
      select u.id from users u left join providers p on p.id = u.provider_id
      where u.permission_role_id = 5 and (${isPlatform} or ${providerId}::uuid = any(p.path))`.execute(
      test.services.db,
    );
    return rows.map(({ id }) => id);
  }

  it.each(['every house is active', 'a house is archived'])(
    'are in their scope, with and without a wrong letter, and at most ten: %s [N-02, security 3, security 4, security 5]',
    async (state) => {
      const archived = state === 'a house is archived';
      await test.services.db.updateTable('providers').set({ archived }).where('id', '=', at.ward).execute();
      const visible = new Map<string, Set<string>>();
      for (const who of staff) visible.set(who, new Set(await visibleTo(who)));
      let seen = 0;
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...staff), typed, async (who, text) => {
          const { data, closest } = await find(who, text);
          for (const { id } of data) expect(visible.get(who)!.has(id), `${who} ${text}`).toBe(true);
          expect(data.length).toBeLessThanOrEqual(10);
          const order = data.map(({ set_aside }) => (set_aside === 'none' ? 0 : 1));
          expect(order).toEqual(order.toSorted((one, other) => one - other));
          if (closest !== null) expect(data.length).toBeGreaterThan(0);
          seen += data.length;
        }),
        { numRuns: 150 },
      );
      expect(seen).toBeGreaterThan(50);
      await test.services.db
        .updateTable('providers')
        .set({ archived: false })
        .where('id', '=', at.ward)
        .execute();
    },
  );

  it('are the same whether or not others of such a name, ID, birth date or address exist elsewhere [N-02, security 4]', async () => {
    const { db } = test.services;
    const texts = fc.sample(typed, { numRuns: 40, seed: 7 });
    for (const who of ['head', 'ward', 'room', 'other', 'lost']) {
      const before = [];
      for (const text of texts) before.push(await find(who, text));
      const own = await visibleTo(who);
      const elsewhere = sql`permission_role_id = 5 and not (id = any(${own}::uuid[]))`;
      await sql`create table hidden as select id, first_name, last_name, customer_id, dob, email from users where ${elsewhere}`.execute(
        db,
      );
      await sql`update users set first_name = 'Q', last_name = 'Q', customer_id = null, dob = null, email = id || '@q.example'
        where ${elsewhere}`.execute(db);
      for (const [index, text] of texts.entries())
        expect(await find(who, text), `${who} ${text}`).toEqual(before[index]);
      await sql`update users u set first_name = h.first_name, last_name = h.last_name, customer_id = h.customer_id, dob = h.dob,
        email = h.email from hidden h where h.id = u.id`.execute(db);
      await sql`drop table hidden`.execute(db);
    }
  }, 120_000);

  it('follow a customer to another provider at once [N-02, security 4]', async () => {
    const { bob } = at.customers;
    const finds = async (who: string) => (await find(who, 'elwoud')).data.length;
    expect([await finds('head'), await finds('other')]).toEqual([1, 0]);
    await at.moveTo(bob!, at.other);
    expect([await finds('head'), await finds('other')]).toEqual([0, 1]);
    await at.moveTo(bob!, at.house);
  });

  it('are found by indexes that the database can build and analyse without a search path [N-02]', async () => {
    await sql`analyze customer_list`.execute(test.services.db);
    await sql`reindex table customer_list`.execute(test.services.db);
    await sql`reindex table users`.execute(test.services.db);
    expect((await find('admin', 'guoqiang')).data).not.toEqual([]);
  });

  it('are compared without accents and apostrophes by the database as by the domain [N-02]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(..."aÀéÖßøŁđæœÑçZ'‘’ʼ‛`´＇ -ёй", 'e\u0301', 'ﬁ'), { maxLength: 20 }),
        async (letters) => {
          const text = letters.join('');
          const { rows } = await sql<{ words: string }>`select customer_find(${text}) as words`.execute(
            test.services.db,
          );
          expect(rows[0]!.words).toBe(folded(text));
        },
      ),
      { numRuns: 100 },
    );
  });
});
