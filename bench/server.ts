import fastify from 'fastify';
import pg from 'pg';
import { compose } from '../src/server/compose.ts';
import { readConfig } from '../src/server/config.ts';

/**
 * A server process of its own for the benchmarks: `ours` is the product, `bare` the least that does the same SQL:
 * Fastify, a pool and one route each. Prints its port, then serves until it is ended.
 */
const [kind = 'ours', databaseUrl = ''] = process.argv.slice(2);

async function ours() {
  const config = readConfig({ ...process.env, APP_ENV: 'test', DATABASE_URL: databaseUrl });
  const application = await compose({ config, databaseUrl, log: () => {}, requestsPerMinute: 1e9 });
  return application.app;
}

async function bare() {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  await pool.query('create table if not exists bare_plans (id uuid primary key, answers jsonb not null)');
  const app = fastify();
  app.post<{ Body: { id: string; answers: unknown } }>('/save', async (request) => {
    const { id, answers } = request.body;
    const saved = await pool.query('update bare_plans set answers = $2 where id = $1 returning answers', [id, JSON.stringify(answers)]);
    return saved.rows[0];
  });
  app.get<{ Params: { shareId: string } }>('/emergency/:shareId', async (request) => {
    const plan = await pool.query(
      `select u.id, u.first_name, u.last_name, u.dob, p.name as provider, a.answers_sealed, a.plan_version, a.completed_at
       from users u join acps a on a.user_id = u.id and a.type = 'active' left join providers p on p.id = u.provider_id
       where u.share_id = $1`,
      [request.params.shareId],
    );
    const contacts = await pool.query('select * from trusted_contacts where user_id = $1', [plan.rows[0]?.id]);
    return { plan: plan.rows[0], contacts: contacts.rows };
  });
  return app;
}

const app = await (kind === 'bare' ? bare() : ours());
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.log(typeof address === 'object' && address ? address.port : 0);
