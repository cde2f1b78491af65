// npm run backup -- --to FOLDER [--name NAME]: writes the database and the objects that it references into FOLDER/NAME.
import { readCommandLine } from './calls/administration.ts';
import { runCommand } from './backup/command.ts';
import { makeBackup, nameAt } from './backup/make-backup.ts';

const line = readCommandLine('to', 'name');
const to = line?.options.to;
if (!line || !to || line.words.length > 0) {
  console.error('Usage: npm run backup -- --to <folder> [--name <name>]');
  process.exitCode = 1;
} else {
  await runCommand(async (config) => {
    const name = line.options.name ?? nameAt(new Date());
    const { folder, manifest, deletedMeanwhile } = await makeBackup(config, { to, name });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = manifest.tables.reduce((sum, table) => sum + table.bytes, manifest.objects.totalBytes);
    console.log(`${folder}: ${rows} rows, ${manifest.objects.count} objects, ${bytes} bytes.`);
    const ids = manifest.keys.fingerprints.map(({ id }) => id).join(', ');
    console.log(`Keep the keys as long as the backup, and not beside it: ${ids}.`);
    if (deletedMeanwhile > 0) console.log(`Deleted while the backup was made: ${deletedMeanwhile} objects.`);
    if (manifest.objects.missing === 0) return 0;
    console.error(`Missing in the store, and so in the backup: ${manifest.objects.missing} objects.`);
    return 1;
  });
}
