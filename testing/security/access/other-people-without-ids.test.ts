import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../client.ts';
import { person, type TestPerson } from '../../people.ts';
import type { Ids } from './calls.ts';
import type { Product } from '../product.ts';
import { staffRoles, startStrangers, type Strangers } from './strangers.ts';

/*
 * Access without an id: PDFs, cookies, repeated calls and lists. The calls that take an id are in other-people.test.ts.
 */
describe("another person's things", () => {
  let product: Product;
  let victim: TestPerson;
  let ids: Ids;
  let customer: TestPerson;
  let providerId: string;
  let before: string;
  let clients: Strangers['clients'];
  let kept: Strangers['kept'];

  beforeAll(async () => {
    ({ product, victim, ids, providerId, customer, clients, kept } = await startStrangers());
  });
  beforeEach(async () => {
    before = await kept();
  });
  afterAll(() => product.close());

  it('are not in the PDF that another person downloads, whatever the address says [security 2]', async () => {
    const client = clients['another customer']!;
    const own = await client.fetch('/api/acp/plan.pdf');
    expect(own.status).toBe(200);
    for (const query of [
      `user_id=${victim.userId}`,
      `id=${victim.acpId}`,
      `userId=${victim.userId}`,
      `share_id=${victim.shareId}`,
    ]) {
      const response = await client.fetch(`/api/acp/plan.pdf?${query}`);
      expect(response.headers.get('content-disposition')).toBe(own.headers.get('content-disposition'));
    }
    for (const who of ['a visitor', "a reader of another person's card"]) {
      expect([who, (await clients[who]!.fetch('/api/acp/plan.pdf')).status]).toEqual([who, 401]);
    }
    expect((await clients['admin']!.fetch('/api/acp/plan.pdf')).status).toBe(404);
  });

  it("are not opened by another card's cookie, on the page or as PDF [security 2, security 20]", async () => {
    const reader = clients["a reader of another person's card"]!;
    const cookie = reader.cookieHeader();
    expect(cookie).toContain('wattle-plan=');
    for (const path of [`/acp-login/${victim.shareId}`, `/acp-login/${victim.shareId}/plan.pdf`]) {
      const response = await product.client().fetch(path, { headers: { cookie } });
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await response.text()).not.toContain('Doyle');
    }
    expect(await kept()).toBe(before);
  });

  it('are not returned to another person who repeats a call with its idempotency key [security 2]', async () => {
    const mine = await person(product.services);
    const client = product.client();
    await client.signIn(mine.email, mine.password);
    const call = `mutation { updateAnswers(id: "${mine.acpId}", answers: { explanations: "mine" }, status: draft, version: 0, idempotency_key: "${mine.acpId}") { returning { answers } } }`;
    expect((await client.graphql(call)).errors).toBeUndefined();
    for (const [who, other] of Object.entries(clients)) {
      const { data, errors } = await other.graphql(call);
      expect([who, data]).toEqual([who, null]);
      expect(JSON.stringify(errors)).not.toContain('mine');
    }
  });

  it("do not appear in other people's lists: notifications, activities, contacts, and all others [security 2]", async () => {
    const { data, errors } = await clients['another customer']!.graphql(`{
      recentActivities(limit: 20) { user_id user { id } actor { id } metadata }
      getNotifications(limit: 50) { data { id receiver_id user_id user { id } actor { id } metadata } }
      trusted_contacts { id user_id } getFiles { id user_id } sessions { id } dataExports { id } planOpenings { data { id } } staffVisits { data { id } } getMyConversations { data { id } }
      secondStep { phones { id } } }`);
    expect(errors).toBeUndefined();
    expect(JSON.stringify(data)).toContain(customer.userId);
    for (const id of Object.values({ ...ids, provider: providerId }))
      expect([id, JSON.stringify(data).includes(id)]).toEqual([id, false]);
  });

  it("are in the activities of the staff of their provider and of the platform, and in no other staff's [security 2, security 4]", async () => {
    const { db } = product.services;
    for (const { userId } of [victim, customer])
      await db
        .insertInto('recent_activities')
        .values({ template: 'TEST', metadata: JSON.stringify({ file: 'scan.pdf' }), user_id: userId })
        .execute();
    const other = await person(product.services, { role: 'provideradmin', providerId: ids.provider });
    const staff: Record<string, TestClient> = { ...clients, 'staff elsewhere': product.client() };
    await staff['staff elsewhere']!.signIn(other.email, other.password);
    const named: Record<string, [ofVictim: boolean, ofCustomer: boolean]> = {};
    for (const who of [...staffRoles, 'staff elsewhere']) {
      const { data } = await staff[who]!.graphql(
        '{ recentActivities(limit: 20) { user_id user { id } actor { id } metadata } }',
      );
      const all = JSON.stringify(data);
      named[who] = [all.includes(victim.userId), all.includes(customer.userId)];
      // The name of a file is visible to its owner only.
      expect([who, all.includes('scan.pdf')]).toEqual([who, false]);
    }
    expect(named).toEqual({
      provideradmin: [true, false],
      providerview: [true, false],
      admin: [true, true],
      tlcadmin: [true, true],
      sysadmin: [true, true],
      'staff elsewhere': [false, true],
    });
  });
});
