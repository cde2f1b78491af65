// npm run audit:extract -- PERSON --reason "..." --out FILE: the audit entries about one person, for a court or the person.
// npm run audit:extract -- --check FILE: whether an extract is unchanged.
import { open, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { extractAudit, isUnchangedExtract } from '../../src/server/pipeline/audit/audit-extract.ts';
import { administerWith, isId } from './administration.ts';

const usage = `Usage: npm run audit:extract -- <id of the person> --reason "who asked, and the number of the request" --out <new file>
       npm run audit:extract -- --check <file>`;

/** Letters of a reason, as in all commands about one account. */
const reasonLetters = { least: 10, most: 200 } as const;

type Words = { check: string } | { userId: string; reason: string; out: string };

function readWords(): Words | null {
  try {
    const { values, positionals } = parseArgs({
      options: { reason: { type: 'string' }, out: { type: 'string' }, check: { type: 'string' } },
      allowPositionals: true,
    });
    const { reason = '', out, check } = values;
    const [userId, ...more] = positionals;
    if (check !== undefined) return userId === undefined ? { check } : null;
    const isReason =
      reason.trim().length >= reasonLetters.least && reason.trim().length <= reasonLetters.most;
    if (userId === undefined || !isId(userId) || more.length > 0 || out === undefined || !isReason)
      return null;
    return { userId, reason: reason.trim(), out };
  } catch {
    return null;
  }
}

const words = readWords();
if (words === null) {
  console.error(usage);
  process.exitCode = 1;
} else {
  const refusals = {
    'not-found': 'The trail has no entries about a person of that id. Nothing was written.',
  };
  await administerWith(refusals, async (services) => {
    if ('check' in words) {
      const isUnchanged = isUnchangedExtract(services.secrets, await readFile(words.check, 'utf8'));
      console.log(isUnchanged ? 'Unchanged since it was made here.' : 'Changed, or not made here.');
      return isUnchanged ? 0 : 1;
    }
    // For its owner only, and never over a file that is there.
    const file = await open(words.out, 'wx', 0o600);
    try {
      const { entries, isIntact, sha256 } = await extractAudit(services, {
        ...words,
        write: async (line) => void (await file.write(line)),
      });
      console.log(`${entries} entries, chain ${isIntact ? 'intact' : 'NOT INTACT'}. SHA-256 ${sha256}`);
      return isIntact ? 0 : 1;
    } finally {
      await file.close();
    }
  });
}
