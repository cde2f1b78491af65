import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../../../../../testing/client.ts';
import { compact, readPdf } from '../../../documents/pdf-reader.fixture.ts';
import { wordsOf } from '../../../pages/emergency/emergency.fixture.ts';
import { startHouse, type House } from '../page/customer-page.fixture.ts';

const opened = { headers: { accept: 'text/html' } };

describe('the emergency sheets of several customers', () => {
  let house: House;
  // A person prints a few documents in a minute, so that each test has its own nurse.
  let client: TestClient;

  beforeAll(async () => {
    house = await startHouse();
  });
  beforeEach(async () => {
    await house.db.deleteFrom('attempts').execute();
    client = await house.newClient(await house.newStaff(house.ids.house, { role: 'providerview' }));
  });
  afterAll(() => house.close());

  const address = (ids: readonly string[]) => `/api/customers/emergency-sheets.pdf?ids=${ids.join(',')}`;
  const looksAt = (userId: string) =>
    house.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('chain', '=', userId)
      .where('action', '=', 'readCustomerEmergency')
      .execute();

  const pagesOf = async (answer: Response) =>
    // Bullets are drawn by the document.
    readPdf(new Uint8Array(await answer.arrayBuffer())).pages.map((page) =>
      compact(page).replaceAll('•', ''),
    );

  it('are one PDF with a page for each, with the words of the single sheet [N-04]', async () => {
    const [ann, bob] = [
      await house.newCustomer({ firstName: 'Ann' }),
      await house.newCustomer({ firstName: 'Bob', plan: { status: 'draft', answers: {} } }),
    ];
    const sheets = await client.fetch(address([ann.userId, bob.userId, ann.userId]), opened);
    expect([sheets.status, sheets.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(sheets.headers.get('content-type')).toBe('application/pdf');
    expect(sheets.headers.get('content-disposition')).toMatch(
      /^inline; filename="emergency-sheets-[\d-]+\.pdf"$/,
    );
    // With the policy of other pages, browsers show no PDF.
    expect(sheets.headers.get('content-security-policy')).toContain("object-src 'self'");
    const pages = await pagesOf(sheets);
    expect(pages).toHaveLength(2);
    for (const [at, { userId }] of [ann, bob].entries()) {
      const single = await client.fetch(`/api/customers/${userId}/emergency`, opened);
      const lines = wordsOf(/<main[^>]*>(.*)<\/main>/s.exec(await single.text())?.[1] ?? 'none').split('\n');
      // The time of the opening differs by the seconds between both readings.
      for (const line of lines.filter((each) => !each.startsWith('Opened')))
        expect(pages[at]).toContain(compact(line));
    }
    expect(pages.join('')).not.toContain(compact('not printed here'));
  });

  it('are recorded and announced for each customer like a single sheet [N-04] [D-17]', async () => {
    const [ann, bob] = [await house.newCustomer(), await house.newCustomer()];
    await client.fetch(address([ann.userId, bob.userId]), opened);
    for (const { userId } of [ann, bob]) {
      expect(await looksAt(userId)).toHaveLength(1);
      const lines = await house.db
        .selectFrom('recent_activities')
        .select('template')
        .where('user_id', '=', userId)
        .where('template', '=', 'PLAN_OPENED')
        .execute();
      expect(lines).toEqual([{ template: 'PLAN_OPENED' }]);
    }
  });

  it('leave out customers of other organisations, who are only counted, and do not record a look [N-04] [security 2]', async () => {
    const [ann, eve] = [
      await house.newCustomer(),
      await house.newCustomer({ firstName: 'Evelyn', providerId: house.ids.elsewhere }),
    ];
    const pages = await pagesOf(await client.fetch(address([ann.userId, eve.userId, randomUUID()]), opened));
    expect(pages).toHaveLength(1);
    expect(pages[0]).not.toContain('Evelyn');
    expect(pages[0]).toContain(compact('2 of the residents chosen are not printed here'));
    expect(await looksAt(eve.userId)).toEqual([]);
  });

  it('are refused to strangers, from another site, and for more than 60 or other texts [N-04] [security 2]', async () => {
    const { userId } = await house.newCustomer();
    for (const [who, stranger, code] of await house.strangers()) {
      const status = (await stranger.fetch(address([userId]), opened)).status;
      expect([who, status]).toEqual([who, code === 'unauthenticated' ? 401 : 404]);
    }
    const from = { headers: { ...opened.headers, 'sec-fetch-site': 'cross-site' } };
    expect((await client.fetch(address([userId]), from)).status).toBe(403);
    const many = Array.from({ length: 61 }, () => randomUUID());
    for (const ids of [many, [], ['ann']])
      expect((await client.fetch(address(ids), opened)).status).toBe(404);
    expect(await looksAt(userId)).toEqual([]);
  });
});
