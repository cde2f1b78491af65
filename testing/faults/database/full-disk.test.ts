import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeCluster } from '../../database/database-cluster.ts';
import { sql } from 'kysely';
import { updateAnswers } from '../../../src/server/features/acp/operations.ts';
import { contextFor, fullAnswers, person } from '../../people.ts';
import { startProduct, trialVariables } from '../../security/product.ts';
import { findProblems } from '../checker.ts';
import { peopleWhoSave, startEmbeddedApp } from '../embedded-app.ts';
import { startSavers, withoutSignedLimit } from '../saving.ts';

const disk = join(tmpdir(), `wattle-full-disk-${process.pid}`);
const ballast = join(disk, 'ballast');

const mount = (size: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]).status === 0;
const unmount = () => spawnSync('umount', ['-l', disk]);

/** Whether this process may mount a small disk: it needs root. */
const canMount = (() => {
  if (process.getuid?.() !== 0) return false;
  mkdirSync(disk, { recursive: true });
  const mounted = mount('1m');
  if (mounted) unmount();
  rmSync(disk, { recursive: true });
  return mounted;
})();

/** Fills the disk until this many bytes are free. */
function fill(left: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)));
}

describe.runIf(canMount)('a disk that becomes full while the product runs', () => {
  it(
    'makes saves answer 503 with the reason, damages no data, and has no effect once there is space again [fault 4]',
    { timeout: 120_000 },
    async () => {
      mkdirSync(disk, { recursive: true });
      mount('200m');
      try {
        const product = await startEmbeddedApp(disk);
        try {
          const people = await peopleWhoSave(product, 3);
          await withoutSignedLimit(product.application.services);
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
          // The full disk may have stopped the database: the reason is then `database`.
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

describe('a statement that the disk has no room for', () => {
  it.each([
    ['update', 'acps'],
    ['insert', 'acps'],
    ['insert', 'audit_log'],
    ['update', 'files'],
    ['insert', 'recent_activities'],
    ['insert', 'idempotency_keys'],
  ])(
    'makes the whole save answer "not now", whichever of its statements fails: %s, %s [fault 4]',
    { timeout: 60_000 },
    async (kind, table) => {
      const product = await startProduct(trialVariables());
      try {
        const { services } = product;
        const signed = { plan: { status: 'complete' as const, answers: fullAnswers() } };
        const people = [await person(services, signed), await person(services)];
        const statements = [
          `create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$`,
          `create trigger full_disk before ${kind} on ${table} for each row execute function full_disk()`,
        ];
        for (const statement of statements) await sql.raw(statement).execute(services.db);
        // Only a save of a signed plan keeps a revision, its file and a line of activity.
        const ofSigned =
          table !== 'audit_log' && table !== 'idempotency_keys' && kind + table !== 'updateacps';
        for (const who of ofSigned ? people.slice(0, 1) : people) {
          const call = updateAnswers.call(contextFor(services, who.actor), {
            id: who.acpId,
            answers: { explanations: 'No room for this.' },
            status: who === people[0] ? 'complete' : 'draft',
            version: who === people[0] ? 2 : 0,
            confirmed: ['explanations'],
            idempotency_key: `full-${who.userId}`,
          });
          await expect(call).rejects.toMatchObject({ code: 'unavailable', details: { reason: 'disk-full' } });
        }
        await sql.raw(`drop trigger full_disk on ${table}`).execute(services.db);
        expect(await findProblems(services, [])).toEqual([]);
      } finally {
        await product.close();
      }
    },
  );
});
