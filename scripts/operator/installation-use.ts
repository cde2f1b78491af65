// npm run installation:use: makes the database of this environment the one in use, and any other that its files belonged to a copy.
import { join } from 'node:path';
import { putInUse } from '../../src/server/installation/installation.ts';
import { dataFolderStore } from '../../src/server/ports/object-store/data-folder.ts';
import { ObjectStoreError } from '../../src/server/ports/object-store/port.ts';
import { s3Store } from '../../src/server/ports/object-store/s3.ts';
import { administer } from './administration.ts';

await administer(async ({ config, db }) => {
  const store = config.s3 ? s3Store(config.s3) : dataFolderStore(join(config.dataDir, 'files'));
  try {
    await putInUse(db, store);
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    console.error(`The files do not answer (${error.code}). Nothing was changed.`);
    return 1;
  }
  console.log('This database is in use now. Restart its servers: they delete, mail and charge again.');
  return 0;
});
