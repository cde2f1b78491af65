import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import Stripe from 'stripe';

/** Verifies each event with the payment company's library and inserts it once: no job follows. */
export function addBareWebhooks(app: FastifyInstance, pool: pg.Pool): void {
  let secret: string | undefined;
  void app.register(async (routes) => {
    await pool.query(
      'create table if not exists bare_events (id text primary key, type text, created_at timestamptz)',
    );
    routes.removeContentTypeParser('application/json');
    routes.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) =>
      done(null, body),
    );
    routes.post<{ Body: Buffer }>('/webhook', async ({ body, headers }) => {
      secret ??= await secretOf(pool);
      const event = Stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret);
      await pool.query({
        name: 'event',
        text: 'insert into bare_events (id, type, created_at) values ($1, $2, to_timestamp($3)) on conflict do nothing',
        values: [event.id, event.type, event.created],
      });
      return { ok: true };
    });
  });
}

/** Signing key of the payment company's stand-in, which the product created at its start. */
export async function secretOf(pool: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows } = await pool.query<{ value: string }>(
    `select value from stripe_stand_in.settings where name = 'webhookSecret'`,
  );
  const [row] = rows;
  if (!row) throw new Error('The stand-in has no key yet');
  return row.value;
}
