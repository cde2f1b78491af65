// npm run restore:check: compares a restored database with its objects, keys and audit trail. Prints everything that is missing.
import { createSecrets, findOrMakeRootKey } from '../../src/server/db/sealing/secrets.ts';
import { createKeyring } from '../../src/server/db/sealing/seal.ts';
import { connectDatabase } from '../../src/server/db/connection/connect.ts';
import { isMigrated } from '../../src/server/db/migrate.ts';
import { verifyAudit } from '../../src/server/pipeline/audit/audit-verify.ts';
import { configuredStore } from '../../src/server/ports/object-store/configured.ts';
import { BackupError } from './backup/backup-error.ts';
import { findMissingKeys } from './backup/check-keys.ts';
import { runCommand, withConnection } from './backup/command.ts';
import { mapInBatches } from './backup/files.ts';
import { hasObject, readReferences, type ObjectReference } from './backup/objects.ts';

await runCommand((config) =>
  withConnection(config, async ({ client, url }) => {
    const { db, pool, close } = connectDatabase({ url, max: 2 });
    try {
      if (!(await isMigrated(pool)))
        throw new BackupError(
          'The database is not at the version of this Wattle. Run "npm run migrate" first.',
        );
      const problems = await findMissingKeys(client, config.keys);
      for (const problem of problems) console.error(problem);
      console.log(problems.length === 0 ? 'Keys: they open what the database holds.' : 'Keys: not complete.');

      const store = await configuredStore(config);
      let [objects, missing] = [0, 0];
      const check = async (reference: ObjectReference) => ({
        key: reference.key,
        isThere: await hasObject(store, reference),
      });
      for await (const { key, isThere } of mapInBatches(readReferences(client), check)) {
        objects += 1;
        if (isThere) continue;
        missing += 1;
        console.error(`Missing or cut short: ${key}`);
      }
      console.log(`Objects: ${objects} referenced, ${missing} missing.`);

      if (problems.length > 0) {
        console.log('Audit trail: not checked, because a key is missing.');
        return 1;
      }
      const secrets = createSecrets(await findOrMakeRootKey(db, createKeyring(config.keys)));
      const { rows, faultCount, faults, heads } = await verifyAudit(db, secrets);
      for (const { chain, seq } of faults) console.error(`Tampered: chain ${chain}, from entry ${seq} on.`);
      console.log(`Audit trail: ${rows} entries, ${faultCount} chains with faults. Heads: ${heads}`);
      return missing > 0 || faultCount > 0 ? 1 : 0;
    } finally {
      await close();
    }
  }),
);
