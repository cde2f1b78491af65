import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, person, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { contactsAtMost } from '../../../../domain/contacts/request.ts';
import { activitiesOf, added, daniel, fileOf } from '../contacts.fixture.ts';
import {
  addTrustedContact,
  deleteTrustedContact,
  getMyTrustedContacts,
  getSharedFiles,
  getTrustedContact,
  insertSharedFiles,
  updateShareDate,
  remindTrustedContact,
  updateTrustedContact,
} from '../operations.ts';
import { acceptContact, renewLink } from '../store.ts';

const hour = 60 * 60_000;

let test: TestServices;
let offset = 0;

beforeAll(async () => {
  test = await startServices();
  test.services.clock = () => new Date(Date.now() + offset);
});
afterAll(() => test.close());

const as = (who: TestPerson) => contextFor(test.services, who.actor);

describe('requests to contacts are limited', () => {
  it('for one person, who cannot mail unlimited strangers [security 23] [TC-03]', async () => {
    const ann = await person(test.services);
    const outcomes: string[] = [];
    for (let each = 0; each < 45; each += 1) {
      const email = `stranger${each}@test.example`;
      const outcome = await addTrustedContact.call(as(ann), added({ email })).then(
        () => 'asked',
        (error: { code: string }) => error.code,
      );
      outcomes.push(outcome);
    }
    expect(outcomes.filter((each) => each === 'asked')).toHaveLength(20);
    expect(outcomes.slice(20).every((each) => each === 'rate-limited')).toBe(true);
    offset += hour + 1_000;
    for (let each = 20; each < 45; each += 1)
      await addTrustedContact
        .call(as(ann), added({ email: `stranger${each}@test.example` }))
        .catch((error: { code: string }) => outcomes.push(error.code));
    expect(await getMyTrustedContacts.call(as(ann), {})).toHaveLength(contactsAtMost);
    expect(outcomes.at(-1)).toMatch(/invalid|rate-limited/);
  });

  it('for one address by one person, also when the contact is deleted and added again [security 23]', async () => {
    const ann = await person(test.services);
    for (let each = 0; each < 3; each += 1) {
      const { id } = await addTrustedContact.call(as(ann), added());
      await deleteTrustedContact.call(as(ann), { id });
    }
    await expect(addTrustedContact.call(as(ann), added())).rejects.toMatchObject({ code: 'rate-limited' });
  });

  /** Asks strangers one after the other, each withdrawn at once, and returns how many were asked before the first refusal. */
  async function askUntilRefused(who: TestPerson, most: number): Promise<number> {
    for (let asked = 0; asked < most; asked += 1)
      try {
        const { id } = await addTrustedContact.call(
          as(who),
          added({ email: `${randomUUID()}@test.example` }),
        );
        await deleteTrustedContact.call(as(who), { id });
      } catch (error) {
        expect(error).toMatchObject({ code: 'rate-limited' });
        return asked;
      }
    return most;
  }

  it('to twenty in an hour and forty in a day for one person, also when each contact is withdrawn [security 23]', async () => {
    const ann = await person(test.services);
    const asked: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      asked.push(await askUntilRefused(ann, 30));
      offset += hour + 1_000;
    }
    expect(asked).toEqual([20, 20, 0]);
  });

  it('to sixty a day for one address, regardless of the sender [security 23]', async () => {
    const facts = added({ email: 'sought@test.example' });
    for (let each = 0; each < 20; each += 1) {
      const who = await person(test.services);
      for (let time = 0; time < 3; time += 1) {
        const { id } = await addTrustedContact.call(as(who), facts);
        await deleteTrustedContact.call(as(who), { id });
      }
    }
    const last = await person(test.services);
    await expect(addTrustedContact.call(as(last), facts)).rejects.toMatchObject({ code: 'rate-limited' });
  });

  it('when they are sent again: three mails in a day to one address by one person [security 23] [TC-08]', async () => {
    const ann = await person(test.services);
    const { id } = await addTrustedContact.call(as(ann), added());
    const again = () => {
      offset += hour + 1_000;
      return remindTrustedContact.call(as(ann), { id });
    };
    for (let time = 0; time < 2; time += 1) expect(await again()).toMatchObject({ id });
    await expect(again()).rejects.toMatchObject({ code: 'rate-limited' });
  });

  it('as are mails to a contact who is named as decision maker again and again [security 23] [TC-04]', async () => {
    const ann = await person(test.services);
    const { id } = await addTrustedContact.call(as(ann), added({ substitutedDecisionMaker: false }));
    const name = async () => {
      await updateTrustedContact.call(as(ann), { id, ...daniel, substitutedDecisionMaker: false });
      return updateTrustedContact.call(as(ann), { id, ...daniel });
    };
    for (let time = 0; time < 2; time += 1) expect(await name()).toMatchObject({ id });
    await expect(name()).rejects.toMatchObject({ code: 'rate-limited' });
  });

  it('but a doctor named by forty people is asked by all of them [TC-03]', async () => {
    const email = 'doctor@clinic.example';
    for (let each = 0; each < 40; each += 1) {
      const patient = await person(test.services);
      await addTrustedContact.call(as(patient), added({ email }));
    }
    const { asked } = await test.services.db
      .selectFrom('trusted_contacts')
      .select(({ fn }) => fn.countAll<number>().as('asked'))
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(asked).toBe(40);
  }, 60_000);
});

describe('what is shared with a contact', () => {
  it('is the directive in use as soon as they are added [SHARE-01] [GAP-67] [ENT-22]', async () => {
    const ann = await person(test.services);
    const directive = await fileOf(test.services, ann.userId, {
      category: 'ACP',
      file_name: 'directive.pdf',
    });
    await fileOf(test.services, ann.userId, { category: 'ACP', file_name: 'old.pdf', is_active: false });
    await fileOf(test.services, ann.userId);
    const contact = await addTrustedContact.call(as(ann), added());
    expect(contact.shared_file_ids).toEqual([directive]);
    expect(await getSharedFiles.call(as(ann), { shared_with: contact.id })).toEqual([
      {
        id: expect.any(String),
        user_id: ann.userId,
        file_id: directive,
        shared_with: contact.id,
        shared_at: expect.any(Date),
      },
    ]);
  });

  it("is exactly the owner's last choice, and no file of another person [SHARE-02] [GAP-68] [security 9]", async () => {
    const [ann, ben] = [await person(test.services), await person(test.services)];
    const [one, two, foreign] = [
      await fileOf(test.services, ann.userId),
      await fileOf(test.services, ann.userId, { file_name: 'two.pdf' }),
      await fileOf(test.services, ben.userId),
    ];
    const { id: shared_with } = await addTrustedContact.call(as(ann), added());
    const share = (file_ids: string[], more: object = {}) =>
      insertSharedFiles.call(as(ann), {
        shared_with,
        file_ids,
        plan_shared: true,
        fullAccess: false,
        ...more,
      });
    expect((await share([one, foreign, randomUUID()])).shared_file_ids).toEqual([one]);
    expect((await share([one, two, one])).shared_file_ids.toSorted()).toEqual([one, two].toSorted());
    const [kept] = await getSharedFiles.call(as(ann), { shared_with });
    expect((await share([two], { plan_shared: false, fullAccess: true })).shared_file_ids).toEqual([two]);
    expect(await getTrustedContact.call(as(ann), { id: shared_with })).toMatchObject({
      plan_shared: false,
      fullAccess: true,
    });
    expect((await share([])).shared_file_ids).toEqual([]);
    expect(kept).toBeDefined();
    const fileShares = (await activitiesOf(test.services, ann.userId)).filter(
      ([template]) => template === 'FILE_SHARED',
    );
    expect(fileShares).toEqual([
      ['FILE_SHARED', { file: 'letter.pdf', contact: 'Daniel Doyle' }],
      ['FILE_SHARED', { file: 'two.pdf', contact: 'Daniel Doyle' }],
    ]);
  });

  it('updateShareDate stores the first date that the shares show, keeps a stored one, and is refused while nothing is shared and to others [API-62, D-55]', async () => {
    const { db } = test.services;
    const ann = await person(test.services);
    const dateOf = async () =>
      (await db.selectFrom('acps').select('share_date').where('id', '=', ann.acpId).executeTakeFirstOrThrow())
        .share_date;
    const call = (actor: unknown = ann.actor) =>
      updateShareDate.call(contextFor(test.services, actor as never), { user_id: ann.userId });
    const { id } = await addTrustedContact.call(as(ann), added());
    await expect(call()).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'user_id', message: 'error.plan.notShared' }],
    });
    const first = new Date('2026-03-01T00:00:00Z');
    await acceptContact(db, id, first);
    await db.updateTable('acps').set({ share_date: null }).where('id', '=', ann.acpId).execute();
    const inside = { ...ann.actor, actingStaffId: ann.userId };
    await expect(call(inside)).rejects.toMatchObject({ code: 'forbidden' });
    for (const role of ['user', 'provideradmin', 'admin'] as const)
      await expect(call((await person(test.services, { role })).actor)).rejects.toMatchObject({
        code: 'not-found',
      });
    expect(await dateOf()).toBeNull();
    expect(await call()).toEqual(first);
    await db
      .updateTable('trusted_contacts')
      .set({ accepted_at: new Date('2025-01-01') })
      .where('id', '=', id)
      .execute();
    expect(await call()).toEqual(first);
    expect(await dateOf()).toEqual(first);
  });

  it("sets the plan's share date the first time that it is shared with anyone, and never changes it [S-47, D-55, ENT-01]", async () => {
    const { db } = test.services;
    const shareDate = async ({ acpId }: TestPerson) =>
      (await db.selectFrom('acps').select('share_date').where('id', '=', acpId).executeTakeFirstOrThrow())
        .share_date;
    const [first, later] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-04-01T00:00:00Z')];
    const ways = {
      'a file shared': async (ann: TestPerson, contact: string) => {
        const file = await fileOf(test.services, ann.userId);
        const clock = () => first;
        await insertSharedFiles.call(contextFor({ ...test.services, clock }, ann.actor), {
          ...{ shared_with: contact, file_ids: [file], plan_shared: false, fullAccess: false },
        });
      },
      'a contact who accepts': (_: TestPerson, contact: string) => acceptContact(db, contact, first),
      'a link made': (_: TestPerson, contact: string) => renewLink(db, contact, first),
    };
    for (const [way, share] of Object.entries(ways)) {
      const ann = await person(test.services);
      const { id } = await addTrustedContact.call(as(ann), added());
      expect([way, await shareDate(ann)]).toEqual([way, null]);
      await share(ann, id);
      expect([way, await shareDate(ann)]).toEqual([way, first]);
      await acceptContact(db, id, later);
      await renewLink(db, id, later);
      expect([way, await shareDate(ann)]).toEqual([way, first]);
    }
  });
});
