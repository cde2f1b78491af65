// npm run audit:verify [-- --after CHAIN]: checks the audit trail and names every tampered chain. Exit code 1 if there is one.
import { parseArgs } from 'node:util';
import { createSecrets, findOrMakeRootKey } from '../../src/server/db/sealing/secrets.ts';
import { verifyAudit } from '../../src/server/pipeline/audit/audit-verify.ts';
import { administer } from './calls/administration.ts';

const { values, positionals } = parseArgs({
  options: { after: { type: 'string' } },
  strict: false,
  allowPositionals: true,
});
const { after } = values;
if (
  positionals.length > 0 ||
  typeof after === 'boolean' ||
  Object.keys(values).some((name) => name !== 'after')
) {
  console.error('Usage: npm run audit:verify [-- --after CHAIN]');
  process.exit(1);
}

/** Interval of progress messages, in milliseconds. */
const progressMs = 10_000;

await administer(async ({ db, keyring }) => {
  let noted = performance.now();
  const { rows, faults, faultCount, heads } = await verifyAudit(
    db,
    createSecrets(await findOrMakeRootKey(db, keyring)),
    {
      after,
      onProgress(progress) {
        if (performance.now() - noted < progressMs) return;
        noted = performance.now();
        console.error(
          `${progress.rows} entries read, ${progress.faultCount} faults. To go on from here after an interruption: ` +
            `npm run audit:verify -- --after ${progress.after}`,
        );
      },
    },
  );
  const read = `${rows} entries read${after === undefined ? '' : ` behind chain ${after}`}.`;
  console.log(`${read} Heads: ${heads}`);
  console.log(
    'Keep the line above: rows cut from the end of a chain show as other heads without new entries.',
  );
  for (const { chain, seq } of faults) console.error(`Tampered: chain ${chain}, from entry ${seq} on.`);
  if (faultCount > faults.length)
    console.error(
      `Tampered: ${faultCount - faults.length} more chains. Are these the keys of this database?`,
    );
  return faultCount > 0 ? 1 : 0;
});
