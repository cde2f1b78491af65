// npm run restore -- --from FOLDER [--database-only]: restores a backup into an empty database and an empty bucket or data folder.
import { parseArgs } from 'node:util';
import { runCommand } from './backup/command.ts';
import { restoreBackup } from './backup/restore-backup.ts';

type Words = { from: string; databaseOnly: boolean };

function readWords(): Words | null {
  try {
    const { values } = parseArgs({
      options: { from: { type: 'string' }, 'database-only': { type: 'boolean', default: false } },
    });
    return values.from ? { from: values.from, databaseOnly: values['database-only'] } : null;
  } catch {
    return null;
  }
}

const words = readWords();
if (!words) {
  console.error('Usage: npm run restore -- --from <folder of the backup> [--database-only]');
  process.exitCode = 1;
} else {
  await runCommand(async (config) => {
    const { manifest, migrated } = await restoreBackup(config, words);
    const objects = words.databaseOnly ? 'no objects' : `${manifest.objects.count} objects`;
    console.log(
      `Restored ${manifest.name} of ${manifest.startedAt}: ${manifest.tables.length} tables, ${objects}.`,
    );
    if (migrated.length > 0) console.log(`Migrated: ${migrated.join(', ')}`);
    if (manifest.objects.missing > 0)
      console.log(`Missing already when the backup was made: ${manifest.objects.missing} objects.`);
    console.log(
      'Now run "npm run restore:check". The database is a copy until "npm run installation:use": until then its servers delete, mail ' +
        'and charge nothing.',
    );
    return 0;
  });
}
