import { verify } from '@node-rs/argon2';
import { hashPassword } from '../src/server/pipeline/passwords/passwords.ts';
import { startSession } from '../src/server/features/sessions/api.ts';
import { actorOf } from '../src/server/features/sessions/current-session.ts';
import { TestClient } from '../testing/client.ts';
import { password, person, type TestPerson } from '../testing/people.ts';
import { digits, median, type Figure } from './measuring/figure.ts';
import { runLoad, type Client } from './measuring/load.ts';
import { onStage, type Stage } from './stage.ts';

const json = { 'content-type': 'application/json' };

/** Number of people who sign in at the same moment. */
const crowd = 50;

/** Number of concurrent hashes that the product allows (passwords.ts). */
const hashesAtOnce = 2;

/** Processor time of this process per call in milliseconds, over many calls, eight at once. */
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

/** Authenticates the caller as every request does: token to actor, through the product's own function and connections. */
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

/** Verifications per second by argon2 alone, with the product's concurrency. */
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
 * A person who signs in repeatedly, each time in a new browser. Each person has a separate network address, since pending tries
 * count and the product allows at most fifty of one address.
 */
const signer = ({ email }: TestPerson, origin: string, number: number): Client => ({
  next: () => ({
    method: 'POST',
    path: '/api/auth/email-password',
    headers: { ...json, origin, 'x-forwarded-for': `203.0.113.${number}` },
    body: JSON.stringify({ email, password, type: 'login' }),
  }),
});

/** A signed-in person who makes a small request. */
async function reader(stage: Stage, origin: string): Promise<Client> {
  const who = await person(stage.services);
  const browser = new TestClient(origin);
  await browser.signIn(who.email, who.password);
  const headers = { ...json, origin, cookie: browser.cookieHeader() };
  const body = JSON.stringify({ query: '{ currentUser { id } }' });
  return { next: () => ({ method: 'POST', path: '/api/graphql', headers, body }) };
}

/** An occasional request, like those of signed-in readers. */
const unhurried = (client: Client): Client => ({ ...client, pauseMs: 20 });

/**
 * Measures finding a session, signing in compared with argon2 alone, and the delay of others while fifty people sign in at once.
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
