import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeCluster } from '../database-cluster.ts';
import { findProblems } from './checker.ts';
import { peopleWhoSave, startEmbeddedApp } from './embedded-app.ts';
import { startSavers } from './saving.ts';

const disk = join(tmpdir(), `wattle-full-disk-${process.pid}`);
const ballast = join(disk, 'ballast');

const mount = (size: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]).status === 0;
const unmount = () => spawnSync('umount', ['-l', disk]);

/** Only the machine's administrator may make a disk as small as this. */
const canMount = (() => {
  if (process.getuid?.() !== 0) return false;
  mkdirSync(disk, { recursive: true });
  const mounted = mount('1m');
  if (mounted) unmount();
  rmSync(disk, { recursive: true });
  return mounted;
})();

/** Leaves this many bytes free on the disk. */
function fill(left: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)));
}

describe.runIf(canMount)('a disk that runs full under the running product', () => {
  it(
    'makes saves answer 503 with the reason, harms nothing, and is forgotten when there is space again [fault 4]',
    { timeout: 120_000 },
    async () => {
      mkdirSync(disk, { recursive: true });
      mount('200m');
      try {
        const product = await startEmbeddedApp(disk);
        try {
          const people = await peopleWhoSave(product, 3);
          const savers = startSavers({ people, size: 9_000 });
          await savers.untilAcknowledged(30);
          fill(64 * 1024);
          await expect
            .poll(() => savers.refusals.length + savers.unexpected.length, { timeout: 30_000 })
            .toBeGreaterThan(3);
          expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
          const whileFull = savers.refusals.length;
          rmSync(ballast);
          const before = savers.acknowledged.length;
          const from = Date.now();
          await savers.untilAcknowledged(before + 20);
          expect(Date.now() - from).toBeLessThan(20_000);
          await savers.stop();
          expect(savers.unexpected).toEqual([]);
          expect(savers.lost()).toBe(0);
          expect(whileFull).toBeGreaterThan(3);
          // The database may have stopped over it: then it is the database that is not there.
          expect(savers.refusals.map(({ reason }) => reason)).toSatisfy((reasons: unknown[]) =>
            reasons.every((reason) => reason === 'disk-full' || reason === 'database'),
          );
          expect(savers.refusals.map(({ reason }) => reason)).toContain('disk-full');
          expect(await findProblems(product.application.services, savers.acknowledged)).toEqual([]);
        } finally {
          await product.close();
        }
      } finally {
        await removeCluster(join(disk, 'nothing'));
        unmount();
        rmSync(disk, { recursive: true, force: true });
      }
    },
  );
});
