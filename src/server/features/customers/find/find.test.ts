import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, person } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { twoHouses, type Houses } from '../list/list.fixture.ts';
import { findResidents } from './operations.ts';

describe('finding customers by typed text', () => {
  let test: TestServices;
  let at: Houses;
  const nameOf = new Map<string, string>();
  beforeAll(async () => {
    test = await startServices();
    at = await twoHouses(test);
    const { services } = test;
    let made = 0;
    const add = async (name: string, firstName: string, lastName: string, more = {}, changes = {}) => {
      const email = `${(made += 1)}@other.example`;
      const who = await person(services, { providerId: at.house, firstName, lastName, email, ...more });
      nameOf.set(who.userId, name);
      if (Object.keys(changes).length > 0) await at.change(who, changes);
    };
    for (const [name, { userId }] of Object.entries(at.customers)) nameOf.set(userId, name);
    await add('zoe', 'Zoë', 'Müller', {}, { customer_id: 'BH-1001', dob: '1943-05-14', room: '12B' });
    await add('thuy', 'Thuy', 'McKenzie', {}, { customer_id: 'BH-1002', dob: '1943-11-02' });
    await add('kerry', 'Kerry', 'O’Connor', {}, { customer_id: 'GL 7', dob: '1920-02-03' });
    await add('li', '国强', '李', {}, { dob: '1951-08-09' });
    await add('zeng', '丽', '曾');
    await add('paul', 'Paul', 'Archer', {}, { status: 'archived' });
    await add('petra', 'Petra', 'Archer', {}, { removal_requested_at: new Date(), delete_on: '2027-01-01' });
    await add('pia', 'Pia', 'Archer', { providerId: at.ward });
    await add('pat', 'Pat', 'Archer');
    await add('hidden', 'Hana', 'Kim', { email: 'secretplace@no-email.invalid' });
  });
  afterAll(() => test.close());

  const find = (typed: string, who = 'admin') => findResidents.call(at.context(who), { typed });
  const found = async (typed: string, who = 'admin') =>
    (await find(typed, who)).data.map(({ id }) => nameOf.get(id) ?? id).join(' ');

  it.each([
    ['mckenzie', 'thuy'],
    ['thuy mckenzie', 'thuy'],
    ['McKenzie, Thuy', 'thuy'],
    ['  MCKENZIE ,THUY ', 'thuy'],
    ['mcken', 'thuy'],
    ['zoe', 'zoe'],
    ['Zoë', 'zoe'],
    ['Zoe\u0308', 'zoe'],
    ['muller', 'zoe'],
    ['Müller, Zoe', 'zoe'],
    ["O'Brien", 'dee'],
    ['O’Brien', 'dee'],
    ['O`Brien', 'dee'],
    ['OBrien', 'dee'],
    ['O Brien', 'dee'],
    ['obrien draper', 'dee'],
    ['O’Brien-Draper', 'dee'],
    ["o'connor kerry", 'kerry'],
    ['oconnor', 'kerry'],
    ['wong', 'ann eve'],
    ['ann wong', 'ann'],
  ])('finds by name in any order, accents and apostrophes either way: %j [N-02]', async (typed, names) => {
    expect(await found(typed)).toBe(names);
  });

  it.each([
    ['李国强', 'li'],
    ['国强', 'li'],
    ['强', 'li'],
    ['li guoqiang', 'li'],
    ['Guoqiang Li', 'li'],
    ['guoqiang', 'li'],
    ['liguoqiang', 'li'],
    ['guo qiang', 'li'],
    ['zeng li', 'zeng'],
    ['小明', 'cho'],
    ['wang xiaoming', 'cho'],
  ])('finds by Han characters and pinyin: %j [N-02]', async (typed, names) => {
    expect(await found(typed)).toBe(names);
  });

  it.each([
    ['BH-1001', 'zoe'],
    ['bh1001', 'zoe'],
    ['1001', 'zoe'],
    ['bh-100', 'thuy zoe'],
    ['GL7', 'kerry'],
    ['zoe 1001', 'zoe'],
    ['14/5/43', 'zoe'],
    ['14/05/1943', 'zoe'],
    ['14.5.43', 'zoe'],
    ['1943-05-14', 'zoe'],
    ['14 May 1943', 'zoe'],
    ['14 may 43', 'zoe'],
    ['1943年5月14日', 'zoe'],
    ['1943', 'thuy zoe'],
    ['thuy 1943', 'thuy'],
    ['zoe 14/5/43', 'zoe'],
    ['3/2/20', 'kerry'],
    ['guoqiang 9/8/51', 'li'],
    ['ann 14/5/43', ''],
    ['31/2/1943', ''],
    ['1/1/2099', ''],
    ['robert.elwood@mail.example', 'bob'],
    ['robert.el', 'bob'],
    ['secretplace', ''],
    ['secretplace@no-email.invalid', ''],
  ])('finds by customer ID, birth date and e-mail: %j [N-02]', async (typed, names) => {
    expect(await found(typed)).toBe(names);
  });

  it.each([
    ['12B', 'zoe'],
    ['12b', 'zoe'],
    ['Room 12B', 'zoe'],
    ['room: 012b', 'zoe'],
    ['房间 12B', 'zoe'],
    ['Müller, room 12B', 'zoe'],
    ['thuy room 12B', ''],
    ['room 12', ''],
  ])('finds by room as it is printed: %j [N-02] [N-09]', async (typed, names) => {
    expect(await found(typed)).toBe(names);
  });

  it('finds a room in the caller’s own houses only, before customers whose text contains the number [N-02] [N-09] [security 4]', async () => {
    const { services } = test;
    for (let number = 0; number < 12; number += 1)
      await person(services, { providerId: at.ward, email: `4${number}x@ward.example`, lastName: 'Aaron' });
    const roomed = async (providerId: string, name: string) => {
      const who = await person(services, { providerId, firstName: name, lastName: 'Zuber' });
      await at.change(who, { room: '4' });
      nameOf.set(who.userId, name);
    };
    await roomed(at.ward, 'Inside');
    await roomed(at.other, 'Elsewhere');
    for (const typed of ['4', 'room 4']) {
      expect((await found(typed, 'ward')).split(' ')[0]).toBe('Inside');
      expect(await found(typed, 'ward')).not.toContain('Elsewhere');
      expect((await find(typed, 'ward')).data[0]).toMatchObject({ room: '4', provider: 'Banksia North' });
      expect(await found(typed, 'other')).not.toContain('Inside');
    }
    expect((await found('room 4')).split(' ').toSorted()).toEqual(['Elsewhere', 'Inside']);
  });

  it.each([
    ['mckenzei', 'thuy', 'McKenzie'],
    ['mckenze', 'thuy', 'McKenzie'],
    ['mckenziee', 'thuy', 'McKenzie'],
    ['nckenzie', 'thuy', 'McKenzie'],
    ['thuy mckemzie', 'thuy', 'McKenzie'],
    ['muler', 'zoe', 'Müller'],
    ['wang', 'cho', null],
    ['mckemzei', '', null],
    ['zoa', '', null],
  ])('forgives one wrong letter and names the word: %j [N-02]', async (typed, names, closest) => {
    expect([await found(typed), (await find(typed)).closest]).toEqual([names, closest]);
  });

  it('returns the birth date and the customer ID, by which two people of one name differ [N-02]', async () => {
    const { data, closest, more } = await find('bh1001');
    expect({ data, closest, more }).toEqual({
      data: [
        {
          id: expect.any(String),
          first_name: 'Zoë',
          last_name: 'Müller',
          customer_id: 'BH-1001',
          room: '12B',
          provider_id: at.house,
          provider: 'Banksia House',
          birth_date: '1943-05-14',
          plan_state: 'none',
          customer_status: 'active',
          set_aside: 'none',
        },
      ],
      closest: null,
      more: false,
    });
  });

  it('lists archived customers, those to be removed and those of archived providers after current ones [N-02]', async () => {
    const archive = (archived: boolean) =>
      test.services.db.updateTable('providers').set({ archived }).where('id', '=', at.ward).execute();
    await archive(true);
    for (const who of ['admin', 'head']) {
      const { data } = await find('archer', who);
      expect(data.map(({ id, set_aside }) => [nameOf.get(id), set_aside])).toEqual([
        ['pat', 'none'],
        ['paul', 'archived'],
        ['petra', 'removing'],
        ['pia', 'archived_house'],
      ]);
    }
    await archive(false);
  });

  it('finds archived customers and those of archived providers by their room, after current ones [N-02] [N-09]', async () => {
    const { db } = test.services;
    const rooms = db.updateTable('users').set({ room: '77' }).where('last_name', '=', 'Archer');
    await rooms.execute();
    const archive = (archived: boolean) =>
      db.updateTable('providers').set({ archived }).where('id', '=', at.ward).execute();
    await archive(true);
    for (const who of ['admin', 'head']) {
      expect((await find('room 77', who)).data.map(({ id }) => nameOf.get(id))).toEqual([
        'pat',
        'paul',
        'petra',
        'pia',
      ]);
      expect(await found('paul, room 77', who)).toBe('paul');
    }
    expect(await found('room 77', 'other')).toBe('');
    await archive(false);
    await db.updateTable('users').set({ room: null }).where('last_name', '=', 'Archer').execute();
  });

  it('returns ten, the best first, and says that there are more [N-02]', async () => {
    for (let index = 0; index < 14; index += 1)
      await person(test.services, {
        providerId: at.other,
        firstName: index === 13 ? 'Quinn' : 'Ada',
        lastName: `Quinnell`,
        email: `q${index}@q.example`,
      });
    for (const typed of ['quinnell', 'quinn', 'qui']) {
      const { data, more } = await find(typed);
      expect([data.length, more]).toEqual([10, true]);
    }
    expect((await find('quinn', 'other')).data).toHaveLength(10);
    expect((await find('quinn quinnell')).data[0]).toMatchObject({ first_name: 'Quinn' });
  });

  it.each(['', ' ', '...', ',', "'", '%', '_', '\u0000', '\u202e\u2066', '\ud800', '🙂', '\\'])(
    'finds nothing by %j [N-02]',
    async (typed) => {
      expect(await find(typed)).toEqual({ data: [], closest: null, more: false });
    },
  );

  it('takes wildcards, control characters and halves of characters beside a word as nothing [N-02]', async () => {
    for (const typed of ['mckenzie\u0000', '\u202emckenzie', 'mckenzie \ud800', 'mckenzie %', 'mckenzie _'])
      expect(await found(typed)).toBe('thuy');
    for (const typed of ['m_kenzie', 'mck%', 'mck%zie', String.raw`mck\enzie`])
      expect(await found(typed)).toBe('');
  });

  it('refuses more than 200 characters, and searches many words in bounded work [N-02]', async () => {
    await expect(find('x'.repeat(201))).rejects.toMatchObject({ code: 'invalid' });
    expect(await found('a '.repeat(100))).not.toBe('');
    expect(await found('1943 '.repeat(40))).toBe('');
  });

  it('records nothing, and refuses everyone but staff who work with customers [N-02]', async () => {
    const entries = async () =>
      Number(
        (
          await test.services.db
            .selectFrom('audit_log')
            .select(({ fn }) => fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    const before = await entries();
    await find('mckenzie');
    expect(await entries()).toBe(before);
    const head = at.staff['head']!;
    const customer = await person(test.services, { providerId: at.house });
    for (const [actor, code] of [
      [{ ...head, flags: { ...head.flags, can_manage_acp: false } }, 'forbidden'],
      [customer.actor, 'forbidden'],
      [{ ...customer.actor, actingStaffId: head.userId }, 'forbidden'],
      [{ ...head, secondStepDue: true }, 'forbidden'],
      [{ kind: 'visitor' }, 'unauthenticated'],
      [{ kind: 'emergency', userId: customer.userId }, 'unauthenticated'],
    ] as const)
      await expect(
        findResidents.call({ ...contextFor(test.services, head), actor }, { typed: 'mckenzie' }),
      ).rejects.toMatchObject({ code });
  });
});
