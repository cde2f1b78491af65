import { password, person } from '../testing/people.ts';
import { openCard, reader } from './emergency.ts';
import { digits, type Figure } from './measuring/figure.ts';
import { runLoad } from './measuring/load.ts';
import { onStage } from './stage.ts';

/** Number of people who sign in at the same moment. */
const crowd = 500;
/** Number of different people. */
const accounts = 50;
const seconds = 8;

/** Signs in `crowd` times at once, repeatedly, until stopped. Refusals are expected. Resolves with the number of responses. */
async function flood(origin: string, emails: readonly string[], isOver: () => boolean): Promise<number> {
  let answers = 0;
  const signIn = async (turn: number) => {
    const response = await fetch(`${origin}/api/auth/email-password`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin,
        // Pending tries count for an address; everyone has a separate one.
        'x-forwarded-for': `203.0.${Math.floor(turn / 250)}.${turn % 250}`,
      },
      body: JSON.stringify({ email: emails[turn % emails.length], password, type: 'login' }),
    });
    await response.arrayBuffer();
    answers += 1;
  };
  while (!isOver()) await Promise.all(Array.from({ length: crowd }, (_, turn) => signIn(turn)));
  return answers;
}

/** Measures the open emergency page while 500 people sign in at once, in waves without a pause. */
export function benchSignInFlood(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const { origin } = await stage.serve('ours');
    const card = await openCard(stage, origin);
    const people = await Promise.all(Array.from({ length: accounts }, () => person(stage.services)));
    const emails = people.map(({ email }) => email);
    await stage.settle();
    const readers = [{ ...reader(card), pauseMs: 20 }];
    const alone = await runLoad(origin, readers, 3);
    const until = performance.now() + seconds * 1_000;
    const isOver = () => performance.now() > until;
    const [answers, beside] = await Promise.all([
      flood(origin, emails, isOver),
      runLoad(origin, readers, isOver),
    ]);
    return [
      {
        name: `emergency page while ${crowd} sign in, p99`,
        value: beside.p99,
        unit: 'ms',
        goal: { most: 1_000 },
        about: `half ${digits(beside.p50)} ms; alone ${digits(alone.p50)} and ${digits(alone.p99)} ms; ${answers} sign-ins answered in ${seconds} s`,
      },
    ];
  });
}
