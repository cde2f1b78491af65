import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../testing/client.ts';
import { person, type TestPersonSpec } from '../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../testing/start-app.ts';
import { compact, readPdf } from '../../../documents/pdf-reader.fixture.ts';

describe('an invoice', () => {
  let app: TestApp;
  let numbered = 0;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function signedIn(spec: TestPersonSpec = {}) {
    const who = await person(app.services, spec);
    const client = new TestClient(app.url);
    await client.signIn(who.email, who.password);
    return { ...who, client };
  }

  async function payment(userId: string | null, changes: Record<string, unknown> = {}): Promise<string> {
    const id = randomUUID();
    numbered += 1;
    await app.services.db
      .insertInto('transactions')
      .values({
        ...{ id, user_id: userId, amount: 3_900, discount: 1_000, promotion_code: 'WELCOME10' },
        ...{ invoice_date: '2026-11-21', payment_date: '2026-11-21', status: 'paid' },
        ...{ invoice_number: `WAT-2026-${1_000 + numbered}`, card_brand: 'visa', card_last4: '4242' },
        ...changes,
      })
      .execute();
    return `/api/invoices/${id}`;
  }

  it('is a PDF named after its number, and is not cached [GAP-56] [ENT-21]', async () => {
    const { client, userId } = await signedIn();
    const response = await client.fetch(await payment(userId, { invoice_number: 'WAT-2026-0042' }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="Wattle_invoice_WAT-2026-0042.pdf"',
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { text } = readPdf(Buffer.from(await response.arrayBuffer()));
    for (const words of [
      'Margaret Doyle',
      'WAT-2026-0042',
      'Promotion WELCOME10',
      '$39.00',
      'ending in 4242',
    ])
      expect(text).toContain(compact(words));
  });

  it('is in the language of the payment, or in the requested one [GAP-56]', async () => {
    const { client, userId } = await signedIn();
    const path = await payment(userId, { language: 'zh' });
    const textOf = async (address: string) =>
      readPdf(Buffer.from(await (await client.fetch(address)).arrayBuffer())).text;
    expect(await textOf(path)).toContain('发票及收据');
    expect(await textOf(`${path}?language=en`)).toContain(compact('Invoice and receipt'));
  });

  it('is not found before it has a number, for others, or under an invalid id [BILL-01] [security 2]', async () => {
    const { client, userId } = await signedIn();
    const other = await signedIn();
    const unknown = [
      await payment(userId, { invoice_number: null }),
      await payment(other.userId),
      await payment(null),
      `/api/invoices/${randomUUID()}`,
      '/api/invoices/1',
      `/api/invoices/${'-'.repeat(36)}`,
    ];
    for (const path of unknown)
      expect([path, (await client.fetch(path)).status]).toEqual([path, expect.toBeOneOf([400, 404])]);
  });

  it('is refused to visitors; a browser that follows the link of a mail is redirected to the page [BILL-01]', async () => {
    const { userId } = await signedIn();
    const path = await payment(userId);
    const visitor = new TestClient(app.url);
    expect((await visitor.fetch(path)).status).toBe(401);
    const followed = await visitor.fetch(path, { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect([followed.status, followed.headers.get('location')]).toEqual([302, '/account-and-billing']);
  });
});
