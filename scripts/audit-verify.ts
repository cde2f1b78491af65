// npm run audit:verify: reads the whole audit trail and names every chain that was tampered with. Exit code 1 if any.
import { verifyAudit } from '../src/server/pipeline/audit.ts';
import { createSecrets, findOrMakeRootKey } from '../src/server/db/secrets.ts';
import { administer } from './administration.ts';

await administer(async ({ db, keyring }) => {
  const { rows, faults, heads } = await verifyAudit(db, createSecrets(await findOrMakeRootKey(db, keyring)));
  console.log(`${rows} entries read. Heads: ${heads}`);
  console.log(
    'Keep the line above: rows cut from the end of a chain show as other heads without new entries.',
  );
  for (const { chain, seq } of faults) console.error(`Tampered: chain ${chain}, from entry ${seq} on.`);
  return faults.length > 0 ? 1 : 0;
});
