import { verify } from '@node-rs/argon2';
import { hashPassword } from '../src/server/pipeline/passwords.ts';
import { startSession } from '../src/server/features/sessions/api.ts';
import { actorOf } from '../src/server/features/sessions/current-session.ts';
import { TestClient } from '../testing/client.ts';
import { password, person, type TestPerson } from '../testing/people.ts';
import { digits, median, type Figure } from './figure.ts';
import { runLoad, type Client } from './load.ts';
import { onStage, type Stage } from './stage.ts';

const json = { 'content-type': 'application/json' };

/** How many people sign in at the same moment. */
const crowd = 50;

/** As many hashes at once as the product allows itself (passwords.ts). */
const hashesAtOnce = 2;

/** Processor time of this process in milliseconds for one call, over many of them, eight at once. */
async function cpuOf(call: () => Promise<unknown>, calls: number): Promise<number> {
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let count = 0; count < calls / 8; count += 1) await call();
    }),
  );
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / calls;
}

/** Finding out who asks, as every request does: token to actor, by the product's own function and connections. */
async function lookUp({ services }: Stage): Promise<Figure> {
  const { userId } = await person(services);
  const { token } = await startSession(services.db, new Date(), { id: userId, role: 'user' }, 'bench');
  const call = () => actorOf(services, token);
  const { actor } = await call();
  if (actor.kind !== 'person') throw new Error('The session was not found');
  await cpuOf(call, 4_000);
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) rounds.push(await cpuOf(call, 4_000));
  return {
    name: 'session look-up, processor time',
    value: median(rounds),
    unit: 'ms of the server',
    goal: { most: 0.3 },
    about: `median of five rounds of 4,000, from ${digits(Math.min(...rounds))} to ${digits(Math.max(...rounds))}`,
  };
}

/** Hashes a second that argon2 compares with nothing around it, as many at once as in the product. */
async function hashesPerSecond(): Promise<number> {
  const hash = await hashPassword(password);
  const started = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: hashesAtOnce }, async () => {
      while (performance.now() - started < 3_000) {
        await verify(hash, password);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - started) / 1_000);
}

/**
 * A person who signs in again and again, each time in a new browser. Each person has a network address of their own: tries
 * that are under way count, and the product lets no more than fifty of one address be.
 */
const signer = ({ email }: TestPerson, origin: string, number: number): Client => ({
  next: () => ({
    method: 'POST',
    path: '/api/auth/email-password',
    headers: { ...json, origin, 'x-forwarded-for': `203.0.113.${number}` },
    body: JSON.stringify({ email, password, type: 'login' }),
  }),
});

/** A person who is signed in and asks for a little. */
async function reader(stage: Stage, origin: string): Promise<Client> {
  const who = await person(stage.services);
  const browser = new TestClient(origin);
  await browser.signIn(who.email, who.password);
  const headers = { ...json, origin, cookie: browser.cookieHeader() };
  const body = JSON.stringify({ query: '{ currentUser { id } }' });
  return { next: () => ({ method: 'POST', path: '/api/graphql', headers, body }) };
}

/** A request now and then, as from people who read while others sign in. */
const unhurried = (client: Client): Client => ({ ...client, pauseMs: 20 });

/**
 * Finding a session, signing in against argon2 alone, and how long others wait while fifty people sign in at once.
 */
export function benchSessions(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const lookup = await lookUp(stage);
    const { origin } = await stage.serve('ours');
    const people = await Promise.all(Array.from({ length: crowd }, () => person(stage.services)));
    const signers = people.map((who, index) => signer(who, origin, index + 1));
    const readers = [await reader(stage, origin), await reader(stage, origin)].map(unhurried);

    await runLoad(origin, signers.slice(0, 8), 1);
    const ratios: { ratio: number; perSecond: number; hashes: number }[] = [];
    for (let round = 0; round < 3; round += 1) {
      const hashes = await hashesPerSecond();
      const { perSecond } = await runLoad(origin, signers.slice(0, 8), 3);
      ratios.push({ ratio: perSecond / hashes, perSecond, hashes });
    }
    const alone = await runLoad(origin, readers, 3);
    const [crowded, beside] = await Promise.all([runLoad(origin, signers, 6), runLoad(origin, readers, 6)]);
    const middle = (of: 'ratio' | 'perSecond' | 'hashes') => median(ratios.map((each) => each[of]));
    return [
      lookup,
      {
        name: 'signing in',
        value: middle('ratio'),
        unit: 'of argon2 alone',
        about: `${digits(middle('perSecond'))} a second, argon2 alone ${digits(middle('hashes'))}`,
      },
      {
        name: `others while ${crowd} sign in, p50`,
        value: beside.p50,
        unit: 'ms',
        about: `alone ${digits(alone.p50)} ms; ${digits(crowded.perSecond)} sign in a second`,
      },
      {
        name: `others while ${crowd} sign in, p99`,
        value: beside.p99,
        unit: 'ms',
        about: `alone ${digits(alone.p99)} ms`,
      },
    ];
  });
}
