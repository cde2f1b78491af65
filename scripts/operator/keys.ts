// npm run keys:new prints a new sealing key. npm run keys:rotate seals all stored values with the current key.
import { newKey } from '../../src/server/db/sealing/seal.ts';
import { indexMedicareCards } from '../../src/server/db/sealing/held-medicare.ts';
import { resealAll } from '../../src/server/db/sealing/reseal.ts';
import { sealedColumns } from '../../src/server/db/sealing/sealed-columns.ts';
import { administer } from './calls/administration.ts';

const guidance = `
To change keys without a stop:
  1. Put this key at the end of WATTLE_KEYS, after a comma, and restart every server: now all can read it.
  2. Move it to the front and restart every server: now all seal with it.
  3. Run "npm run keys:rotate", then take the old key out. Keep it as long as backups need it.`;

/** Interval of progress messages, in milliseconds. */
const progressMs = 10_000;

const command = process.argv[2];
if (command === 'new') {
  console.log(newKey(new Date().toISOString().slice(0, 10)));
  console.error(guidance);
} else if (command === 'rotate') {
  await administer(async ({ db, keyring }) => {
    let noted = performance.now();
    const counts = await resealAll(db, keyring, sealedColumns, ({ column, seen, resealed }) => {
      if (performance.now() - noted < progressMs) return;
      noted = performance.now();
      console.error(`${column}: ${seen} values seen, ${resealed} sealed with the current key so far`);
    });
    for (const [column, count] of Object.entries(counts)) {
      console.log(`${column}: ${count} sealed again`);
    }
    console.log(`users.medicare_card: ${await indexMedicareCards(db, keyring)} indexed`);
    // Computed with the old key from a number that is not stored: computed again when the residents are loaded.
    await db.updateTable('integration_residents').set({ medicare_card: null }).execute();
    return 0;
  });
} else {
  console.error('Usage: npm run keys:new | npm run keys:rotate');
  process.exitCode = 1;
}
