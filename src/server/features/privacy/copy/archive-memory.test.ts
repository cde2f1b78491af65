import { randomBytes, randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullAnswers, person } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import { writeArchive } from './archive.ts';

const versions = 150;
const pictureBytes = 60_000;
const megabyte = 1_048_576;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the bytes in use, without memory that is freed but not returned yet. */
function inUse(): number {
  // Buffers are freed in the background: the second collection waits until those of the first one are.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let test: TestServices;
beforeAll(async () => {
  test = await startServices();
  test.services.makePdf = async () => new Uint8Array(Buffer.from('%PDF-1.7'));
});
afterAll(() => test.close());

/** Creates a person whose plan has this many earlier signed states, each with its own signature. */
async function manyVersions() {
  const { db, keyring } = test.services;
  const who = await person(test.services, { plan: { status: 'complete', answers: fullAnswers() } });
  const { signature_id: _, ...plan } = await db
    .selectFrom('acps')
    .selectAll()
    .where('user_id', '=', who.userId)
    .executeTakeFirstOrThrow();
  for (let number = 1; number <= versions; number += 1) {
    const [id, signature_id] = [randomUUID(), randomUUID()];
    const picture = `data:image/png;base64,${randomBytes(pictureBytes).toString('base64')}`;
    await db
      .insertInto('signatures')
      .values({
        id: signature_id,
        user_id: who.userId,
        sha256: randomBytes(32),
        picture_sealed: keyring.seal(place('signatures', 'picture_sealed', signature_id), picture),
      })
      .execute();
    await db
      .insertInto('acps')
      .values({
        ...{ ...plan, id, type: 'revision', version: number, plan_version: number, signature_id },
        answers_sealed: keyring.sealJson(place('acps', 'answers_sealed', id), { explanations: `${number}` }),
        snapshot_sealed: null,
        snapshot_sha256: null,
      })
      .execute();
  }
  return who;
}

it('a copy of 150 versions with separate signatures keeps few of them in memory at a time, and contains all [R-02, D-19]', async () => {
  const { userId } = await manyVersions();
  // Modules loaded at the first run stay in memory.
  await writeArchive(test.services, (await person(test.services)).userId, new Date(), async () => {});
  const before = inUse();
  let [most, written, largest] = [0, 0, 0];
  await writeArchive(test.services, userId, new Date(), async (piece) => {
    written += piece.length;
    largest = Math.max(largest, piece.length);
    most = Math.max(most, inUse() - before);
  });
  expect(written).toBeGreaterThan(versions * pictureBytes);
  expect(largest).toBeLessThanOrEqual(256_000);
  // All signatures together have 8.6 MB.
  expect(most).toBeLessThan(3 * megabyte);
}, 60_000);
