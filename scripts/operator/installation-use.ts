// npm run installation:use: marks the database of this environment as in use, and the previous owner of its files as a copy.
import { putInUse } from '../../src/server/installation/installation.ts';
import { configuredStore } from '../../src/server/ports/object-store/configured.ts';
import { ObjectStoreError } from '../../src/server/ports/object-store/port.ts';
import { administer } from './calls/administration.ts';

await administer(async ({ config, db }) => {
  try {
    await putInUse(db, await configuredStore(config));
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    console.error(`The files do not answer (${error.code}). Nothing was changed.`);
    return 1;
  }
  console.log('This database is in use now. Restart its servers: they delete, mail and charge again.');
  return 0;
});
