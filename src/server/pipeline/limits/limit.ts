import { sql } from 'kysely';
import { AppError, type ErrorCode } from '../../../domain/errors.ts';
import { resendAfter } from '../../../domain/accounts/sign-in/second-step.ts';
import type { Services, Tx } from '../context.ts';
import { retryConflict } from '../../db/transactions/retry-conflict.ts';
import type { Secrets } from '../../db/sealing/secrets.ts';

/**
 * `quota`: a number of attempts in a number of seconds. `growing`: after some free attempts, a wait that doubles from 1 to
 * `longest` seconds.
 */
type Rule =
  | { kind: 'quota'; count: number; seconds: number }
  | { kind: 'growing'; free: number; seconds: number; longest: number };

const quota = (count: number, minutes: number): Rule => ({ kind: 'quota', count, seconds: minutes * 60 });

/**
 * The scopes, by operation and subject: the e-mail address typed in (known or not) or the network address. Attempts at sign-in,
 * at tokens and refused sign-ups are refunded when they succeed; the others always count.
 */
const rules = {
  'sign-in:account': [{ kind: 'growing', free: 5, seconds: 15 * 60, longest: 60 }],
  'sign-in:address': [quota(50, 15)],
  /** Repeated password checks of a signed-in person. */
  'reauthenticate:account': [{ kind: 'growing', free: 5, seconds: 15 * 60, longest: 60 }],
  'sign-up:account': [quota(10, 60)],
  'sign-up:address': [quota(100, 60)],
  /** Sign-ups answered with a notice that the account exists (D-11). */
  'sign-up-refused:address': [quota(20, 15)],
  /** Medicare numbers on the profile refused because another account has them (D-11). */
  'medicare:account': [quota(5, 60)],
  'picture:account': [quota(20, 60)],
  /** Started uploads: far above normal use, far below the rate of a script. */
  'upload:account': [quota(100, 60), quota(400, 24 * 60)],
  /** Files that visitors send with their sign-up: enough for a family. */
  'guest-file:address': [quota(10, 60), quota(30, 24 * 60)],
  /** Customer lists that are sent and checked. */
  'import:account': [quota(60, 60), quota(200, 24 * 60)],
  /** Lines corrected in a sent list: each correction reads the list again. */
  'import-mend:account': [quota(600, 60)],
  'export:account': [quota(3, 24 * 60)],
  /** Attempted payments and cards: without a limit, stolen card numbers would be tested here. */
  'payment:account': [quota(20, 60), quota(40, 24 * 60)],
  'payment:address': [quota(60, 60)],
  /** Promotion code lookups, so that codes cannot be guessed. */
  'promotion:account': [quota(30, 60), quota(60, 24 * 60)],
  'promotion:address': [quota(100, 60)],
  'forgot:account': [quota(3, 15)],
  'forgot:address': [quota(30, 15)],
  /** Sign-ins at an organisation: the staff of a house begin their shift behind one address. */
  'organisation:address': [quota(300, 15)],
  /** Checks of connections, which send requests to an address that the caller chose. */
  'connection:account': [quota(20, 15), quota(100, 24 * 60)],
  'resend:account': [quota(1, 1), quota(5, 60)],
  'resend:address': [quota(30, 15)],
  'token:address': [quota(20, 15)],
  'logo:account': [quota(20, 60)],
  /** Account changes that send a mail to the user. The limit stops an account from being used to send unlimited mail. */
  'mailed:account': [quota(20, 60), quota(60, 24 * 60)],
  /** Mails with a link to their own plan that a person requests. */
  'plan-link:account': [quota(3, 60), quota(10, 24 * 60)],
  /** Messages to the help desk, by reply address and by network. */
  'help:account': [quota(5, 60)],
  'help:address': [quota(20, 60)],
  /** Requests to trusted contacts: of one person, of one person to one address, and of all persons to one address. */
  'contact-ask:account': [quota(20, 60), quota(40, 24 * 60)],
  'contact-ask:pair': [quota(3, 24 * 60)],
  'contact-ask:recipient': [quota(60, 24 * 60)],
  /** Contacts that staff suggest in one person's account; each suggestion sends a mail to the person. */
  'contact-suggest:account': [quota(10, 60), quota(20, 24 * 60)],
  /** Papers of one person that staff set aside; each time the person gets a mail. */
  'paper-aside:account': [quota(10, 60), quota(20, 24 * 60)],
  /** Actions of a contact on their own links. */
  'contact-answer:account': [quota(20, 60)],
  'contact-open:account': [quota(30, 60)],
  'contact-file:account': [quota(60, 60)],
  'contact-link:account': [quota(1, 5), quota(5, 24 * 60)],
  /** Mails that notify a contact of a change by the owner. */
  'contact-told:pair': [quota(2, 24 * 60)],
  /** Customers added by one member of staff. The form reveals whether an account or Medicare number exists (D-11). */
  'customer-add:account': [quota(200, 60), quota(1_000, 24 * 60)],
  'customer-known:account': [quota(30, 60)],
  /** Invitations: sent by one member of staff, and received by one address from all. */
  'customer-invite:account': [quota(200, 60), quota(1_000, 24 * 60)],
  'customer-invite:recipient': [quota(10, 24 * 60)],
  /** Opened links of one reader, and tries at their passcode: a document and its PDF are made for each opening. */
  'health-link:link': [quota(60, 60)],
  /** Access tokens of clinical systems: many of one network, one of a client in five minutes. */
  'clinical-token:address': [quota(300, 15)],
  'clinical-token:client': [quota(60, 15)],
  /** Changed clinical systems and keys. */
  'clinical-client:account': [quota(60, 15)],
  'mail-test:account': [quota(10, 15)],
  /** Calls of a residential-care system that staff start by hand. */
  'integration:account': [quota(60, 15)],
  /** Codes of the second step, of every kind: about a hundred wrong ones a day, without ever locking the account (D-12). */
  'second-step:account': [{ kind: 'growing', free: 5, seconds: 24 * 60 * 60, longest: 15 * 60 }],
  'second-step:address': [quota(50, 15)],
  /** Text messages sent: one in thirty seconds (GAP-12), limited because of their cost. */
  'code-send:account': [quota(1, resendAfter / 60), quota(6, 15), quota(20, 24 * 60)],
  'code-send:number': [quota(6, 60), quota(12, 24 * 60)],
  'code-send:address': [quota(30, 15)],
} as const satisfies Record<string, readonly Rule[]>;

type Scope = keyof typeof rules;

/** One counted subject: the scope, and the person, address or pair that it is counted for. */
export type Counted = readonly [scope: Scope, subject: string];

/**
 * When an attempt stays counted: always; unless the call succeeds; or only when the call fails with one of these codes. Otherwise
 * it is refunded.
 */
export type Counts = 'always' | 'unless-success' | readonly ErrorCode[];

/** Attempts of an operation, each with the condition under which it stays counted. */
export type Tries = readonly { counted: Counted; counts: Counts }[];

/** Attempts that were allowed and counted. */
export type Consumed = {
  /** Refunds the attempts in every scope, or in one. */
  refund(only?: Scope): Promise<void>;
};

/** Attempts counted for one call. */
export type CountedTries = {
  /** @throws AppError `rate-limited` */
  consume(tries: Tries): Promise<void>;
  /** Runs the work and then refunds the attempts that its outcome does not count. */
  settle<Output>(work: () => Promise<Output>): Promise<Output>;
};

/** Counts an account change that sends a mail to the user. */
export const mailedChange = (userId: string): Tries => [
  { counted: ['mailed:account', userId], counts: 'always' },
];

type Counting = Pick<Services, 'db' | 'clock' | 'secrets'>;

export function countTries(services: Counting): CountedTries {
  const open: { consumed: Consumed; tries: Tries }[] = [];
  const refund = async (isCounted: (counts: Counts) => boolean) => {
    for (const { consumed, tries } of open) {
      const back = tries.filter(({ counts }) => !isCounted(counts));
      if (back.length === tries.length) await consumed.refund();
      else for (const { counted } of back) await consumed.refund(counted[0]);
    }
  };
  return {
    async consume(tries) {
      if (tries.length === 0) return;
      const consumed = await consume(
        services,
        tries.map(({ counted }) => counted),
      );
      open.push({ consumed, tries });
    },
    async settle(work) {
      try {
        const output = await work();
        await refund((counts) => counts === 'always');
        return output;
      } catch (error) {
        const code = error instanceof AppError ? error.code : 'general_error';
        await refund((counts) => typeof counts === 'string' || counts.includes(code));
        throw error;
      }
    },
  };
}

/** Returns the subject for a network address: a whole /64 for IPv6, because one household can use any address in it. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped) return mapped[1] as string;
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = [...first, ...zeros, ...last].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}

const hashOf = (secrets: Secrets, [scope, subject]: Counted) =>
  secrets.sign('attempts', `${scope}\n${scope.endsWith(':address') ? networkOf(subject) : subject}`);

/** Maximum clock difference between two servers, in milliseconds. */
const clockTolerance = 60_000;

/**
 * Returns the seconds until the next attempt is allowed by one rule; 0 for now. `times` are those of earlier attempts, oldest
 * first.
 */
function waitBy(rule: Rule, times: readonly number[], now: number): number {
  // Later times come from a clock that has since been set back; they must not extend the wait.
  const recent = times.filter((time) => time > now - rule.seconds * 1_000 && time <= now + clockTolerance);
  if (rule.kind === 'quota') {
    const first = recent.at(-rule.count);
    if (first === undefined) return 0;
    return Math.min(rule.seconds, (first - now) / 1_000 + rule.seconds);
  }
  const last = recent.at(-1);
  if (recent.length < rule.free || last === undefined) return 0;
  const wait = Math.min(rule.longest, 2 ** (recent.length - rule.free));
  return Math.min(wait, (last - now) / 1_000 + wait);
}

/**
 * Counts an attempt before it is made, or refuses it. Attempts for the same subject wait for each other here, so that a hundred
 * simultaneous ones count as a hundred. Refused attempts are not counted.
 * @throws AppError `rate-limited` with `details.retryAfter` in seconds
 */
export async function consume(services: Counting, counted: readonly Counted[]): Promise<Consumed> {
  const { db, secrets } = services;
  const entries = counted.map((entry) => ({ scope: entry[0], subject_hash: hashOf(secrets, entry) }));
  const locks = entries.map(({ subject_hash }) => subject_hash.readBigInt64BE().toString()).sort();
  const count = async (tx: Tx) => {
    // Always in the same order, so that two attempts cannot deadlock.
    for (const lock of locks) await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(tx);
    const now = services.clock();
    let retryAfter = 0;
    for (const { scope, subject_hash } of entries) {
      const longest = Math.max(...rules[scope].map((rule) => rule.seconds));
      const rows = await tx
        .selectFrom('attempts')
        .select('at')
        .where('scope', '=', scope)
        .where('subject_hash', '=', subject_hash)
        .where('at', '>', new Date(now.getTime() - longest * 1_000))
        .orderBy('at')
        .execute();
      const times = rows.map((row) => row.at.getTime());
      for (const rule of rules[scope]) retryAfter = Math.max(retryAfter, waitBy(rule, times, now.getTime()));
    }
    if (retryAfter > 0)
      throw new AppError('rate-limited', { details: { retryAfter: Math.ceil(retryAfter) } });
    await tx
      .insertInto('attempts')
      .values(entries.map((entry) => ({ ...entry, at: now })))
      .execute();
    return now;
  };
  const at = await retryConflict(() => db.transaction().execute(count));
  return {
    async refund(only) {
      for (const { scope, subject_hash } of entries) {
        if (only && scope !== only) continue;
        await sql`
          delete from attempts where ctid = (
            select ctid from attempts
            where scope = ${scope} and subject_hash = ${subject_hash} and at = ${at} limit 1)`.execute(db);
      }
    },
  };
}

/** Moves the last attempt of a subject some seconds into the past, so that the next one waits less. */
export async function setBack({ db, secrets }: Counting, counted: Counted, seconds: number): Promise<void> {
  const [scope] = counted;
  await sql`
    update attempts set at = at - make_interval(secs => ${seconds}) where ctid = (
      select ctid from attempts
      where scope = ${scope} and subject_hash = ${hashOf(secrets, counted)} order by at desc limit 1)`.execute(
    db,
  );
}

/** Returns the number of attempts counted for a subject now, within the period of the scope's longest rule. */
export async function recentTries(tx: Tx, secrets: Secrets, now: Date, counted: Counted): Promise<number> {
  const longest = Math.max(...rules[counted[0]].map((rule) => rule.seconds));
  const { tries } = await tx
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('tries'))
    .where('scope', '=', counted[0])
    .where('subject_hash', '=', hashOf(secrets, counted))
    .where('at', '>', new Date(now.getTime() - longest * 1_000))
    .executeTakeFirstOrThrow();
  return tries;
}

/** Deletes the failures counted for a person who has now proved their identity. */
export async function forgetAttempts(tx: Tx, secrets: Secrets, counted: Counted): Promise<void> {
  await tx
    .deleteFrom('attempts')
    .where('scope', '=', counted[0])
    .where('subject_hash', '=', hashOf(secrets, counted))
    .execute();
}
