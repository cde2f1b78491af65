// npm run audit:extract -- PERSON --reason "..." --out FILE: writes the audit entries about a person, for a court or the person.
// npm run audit:extract -- --check FILE: checks that an extract is unchanged.
import { existsSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import type { AppError } from '../../src/domain/errors.ts';
import { reasonAbout } from '../../src/server/features/sign-in/operator/operator-reason.ts';
import { extractAudit, isUnchangedExtract } from '../../src/server/pipeline/audit/audit-extract.ts';
import { administerWith, isId, readCommandLine } from './calls/administration.ts';
import { reasonSentence } from './calls/operator-call.ts';

const usage = `Usage: npm run audit:extract -- <id of the person> --reason "who asked, and the number of the request" --out <new file>
       npm run audit:extract -- --check <file>`;

type Words = { check: string } | { userId: string; reason: string; out: string };

function readWords(): Words | null {
  const line = readCommandLine('reason', 'out', 'check');
  if (!line) return null;
  const { reason, out, check } = line.options;
  const [userId, ...more] = line.words;
  if (check !== undefined) return userId === undefined ? { check } : null;
  if (userId === undefined || !isId(userId) || more.length > 0) return null;
  return out === undefined || reason === undefined ? null : { userId, reason, out };
}

const words = readWords();
if (words === null) {
  console.error(usage);
  process.exitCode = 1;
} else {
  const sentenceFor = ({ code, fields }: AppError) => {
    if (fields.some(({ field }) => field === 'reason')) return `${reasonSentence} Nothing was written.`;
    const isUnknown = code === 'not-found';
    return isUnknown ? 'The trail has no entries about a person of that id. Nothing was written.' : undefined;
  };
  await administerWith(sentenceFor, async (services) => {
    if ('check' in words) {
      const isUnchanged = isUnchangedExtract(services.secrets, await readFile(words.check, 'utf8'));
      console.log(isUnchanged ? 'Unchanged since it was made here.' : 'Changed, or not made here.');
      return isUnchanged ? 0 : 1;
    }
    const { userId, out } = words;
    const reason = await reasonAbout(services.db, userId, words.reason);
    if (existsSync(out)) {
      console.error('There is a file of that name. Nothing was written.');
      return 1;
    }
    // Readable by its owner only, and never overwrites a file that was created meanwhile.
    const file = await open(out, 'wx', 0o600);
    try {
      const { entries, isIntact, sha256 } = await extractAudit(services, {
        ...{ userId, reason },
        write: async (line) => void (await file.write(line)),
      });
      console.log(`${entries} entries, chain ${isIntact ? 'intact' : 'NOT INTACT'}. SHA-256 ${sha256}`);
      return isIntact ? 0 : 1;
    } catch (error) {
      // An incomplete extract must not be kept.
      await rm(out, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  });
}
