import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { directive, linkTo, upload } from '../../../src/server/features/files/uploads/uploads.fixture.ts';
import { SealError } from '../../../src/server/db/sealing/seal.ts';
import { TestClient } from '../../client.ts';
import { removeCluster } from '../../database/database-cluster.ts';
import { findProblems } from '../checker.ts';
import { peopleWhoSave, startEmbeddedApp } from '../embedded-app.ts';
import { startSavers } from '../saving.ts';
import { newKeys } from '../../new-keys.ts';

const readPlan = `query ($id: ID!) { getActiveAcps(id: $id) { status version answers } }`;

describe.skipIf(process.platform === 'win32')(
  'a backup of the embedded database, its files and its keys',
  () => {
    const folder = (name: string) => mkdtempSync(join(tmpdir(), `wattle-test-${process.pid}-${name}-`));
    const [lost, backup, restored] = [folder('lost'), folder('backup'), folder('restored')];
    const keys = newKeys();
    afterAll(async () => {
      for (const left of [lost, backup, restored]) await removeCluster(left);
    });

    it(
      'restores everything acknowledged before it, on another machine, and does not start without its key [fault 25]',
      { timeout: 120_000 },
      async () => {
        const before = await startEmbeddedApp(lost, keys);
        const people = await peopleWhoSave(before, 5);
        const content = directive().content;
        const [owner] = people;
        const { file } = await upload(owner!.client, directive(content));
        const savers = startSavers({ people });
        await savers.untilAcknowledged(25);
        await savers.stop();
        expect(savers.unexpected).toEqual([]);
        const plans = await Promise.all(
          people.map(({ client, person }) => client.graphql(readPlan, { id: person.acpId })),
        );
        // As docs/operations describes: stop the product, then copy the whole folder. The folder contains no keys.
        await before.close();
        execFileSync('cp', ['-a', `${lost}/.`, backup]);
        rmSync(lost, { recursive: true });

        execFileSync('cp', ['-a', `${backup}/.`, restored]);
        await expect(startEmbeddedApp(restored, newKeys())).rejects.toThrow(SealError);
        const after = await startEmbeddedApp(restored, keys);
        try {
          expect(await findProblems(after.application.services, savers.acknowledged)).toEqual([]);
          for (const [index, { person }] of people.entries()) {
            const client = new TestClient(after.url);
            await client.signIn(person.email, person.password);
            expect(await client.graphql(readPlan, { id: person.acpId })).toEqual(plans[index]);
          }
          const client = new TestClient(after.url);
          await client.signIn(owner!.person.email, owner!.person.password);
          const { link } = await linkTo(client, file.id);
          expect(Buffer.from(await (await client.fetch(link.url)).arrayBuffer()).equals(content)).toBe(true);
        } finally {
          await after.close();
        }
      },
    );
  },
);
