import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { passwordMax } from '../../../domain/accounts/sign-in/new-password.ts';
import { hashPassword, isCommonPassword, needsRehash, passwordsOf, verifyPassword } from './passwords.ts';

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number;

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

describe('passwords', () => {
  it('are stored as argon2id with 19 MiB and two passes, each with its own salt [security 10]', async () => {
    const [one, other] = await Promise.all([hashPassword('Tram-Kettle-42'), hashPassword('Tram-Kettle-42')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it('are compared exactly as typed [security 11]', async () => {
    const kept = await hashPassword('Tram-Kettle-42');
    expect(await verifyPassword(kept, 'Tram-Kettle-42')).toBe(true);
    for (const other of ['tram-kettle-42', 'Tram-Kettle-42 ', ' Tram-Kettle-42', 'Tram-Kettle-4', '']) {
      expect(await verifyPassword(kept, other)).toBe(false);
    }
  });

  it('take as long to refuse without an account, and never match [security 12]', async () => {
    const kept = await hashPassword('Tram-Kettle-42');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      known.push(await time(() => verifyPassword(kept, 'Wrong-Guess-1')));
      unknown.push(await time(() => verifyPassword(null, 'Wrong-Guess-1')));
    }
    expect(await verifyPassword(null, '')).toBe(false);
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5);
    expect(median(unknown) / median(known)).toBeLessThan(2);
  });

  it.runIf(process.platform === 'linux')(
    'are hashed in separate threads: they do not wait for files, and files do not wait for them [S-32, security 10]',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'wattle-threads-'));
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      // Opening a pipe without a writer occupies one of libuv's threads; there are four.
      const held = Array.from({ length: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) }, () =>
        open(pipe, 'r'),
      );
      try {
        expect(await hashPassword('Tram-Kettle-42')).toContain('argon2id');
      } finally {
        const writer = openSync(pipe, 'r+');
        await Promise.all(held.map(async (opening) => (await opening).close()));
        closeSync(writer);
        rmSync(folder, { recursive: true });
      }
    },
  );

  it.runIf(process.platform === 'linux')(
    'are hashed with a lower priority than the rest of the server has [S-32]',
    async () => {
      await hashPassword('Tram-Kettle-42');
      const nicenessOf = (task: string) => {
        const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
      };
      const own = nicenessOf(String(process.pid));
      const others = readdirSync('/proc/self/task').map(nicenessOf);
      expect(others).toContain(Math.min(19, own === 0 ? 5 : Math.max(own, 5)));
    },
  );

  it('of thousands of characters are refused before hashing [security 10]', async () => {
    expect(await verifyPassword(await hashPassword('a'.repeat(5_000)), 'a'.repeat(5_000))).toBe(false);
    const longest = 'a'.repeat(passwordMax);
    expect(await verifyPassword(await hashPassword(longest), longest)).toBe(true);
  });

  it('are hashed again when the parameters have increased [security 10]', async () => {
    expect(needsRehash(await hashPassword('Tram-Kettle-42'))).toBe(false);
    expect(
      needsRehash(await hash('Tram-Kettle-42', { memoryCost: 8_192, timeCost: 2, parallelism: 1 })),
    ).toBe(true);
    expect(
      needsRehash(await hash('Tram-Kettle-42', { memoryCost: 19_456, timeCost: 1, parallelism: 1 })),
    ).toBe(true);
    expect(needsRehash('$2b$10$abcdefghijklmnopqrstuv')).toBe(true);
    expect(needsRehash('$argon2id$v=19$m=65536,t=12,p=16$c2FsdA$aGFzaA')).toBe(false);
    expect(needsRehash('{other}$argon2id$v=19$m=65536,t=12,p=16$c2FsdA$aGFzaA')).toBe(true);
  });

  it('that are common are recognised, whatever their capitals [security 11]', () => {
    for (const common of ['Password1', 'PASSWORD1', 'Qwerty123', 'Trustno1', '123456'])
      expect(isCommonPassword(common)).toBe(true);
    expect(isCommonPassword('Tram-Kettle-42')).toBe(false);
    expect(passwordsOf('# From a list\n\nqwerty\n#1fan\ntrust # 1\n')).toEqual(
      new Set(['qwerty', '#1fan', 'trust # 1']),
    );
  });

  it('are refused when too many wait, and the waiting ones are still answered [security 10]', async () => {
    const kept = await hashPassword('Tram-Kettle-42');
    const answers = await Promise.allSettled(Array.from({ length: 160 }, () => verifyPassword(kept, 'x')));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.length).toBe(58);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable' });
    expect(await verifyPassword(kept, 'Tram-Kettle-42')).toBe(true);
  });
});
