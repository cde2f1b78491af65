// npm run provider:new -- "name" [--under id]: makes a provider and prints its id, which staff:new takes.
import { parseArgs } from 'node:util';
import { AppError } from '../../src/domain/errors.ts';
import { createSecrets, findOrMakeRootKey } from '../../src/server/db/secrets.ts';
import { makeProvider } from '../../src/server/features/providers/make-provider.ts';
import { administer } from './administration.ts';

const usage = 'Usage: npm run provider:new -- "Banksia House" [--under <id of the provider above>]';
const refusals: Partial<Record<AppError['code'], string>> = {
  invalid: 'A name has 1 to 200 letters and signs.',
  'not-found': 'There is no provider of that id, or it is archived. Nothing was made.',
};
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

function readWords(): { name: string; parentId: string | null } | null {
  try {
    const { values, positionals } = parseArgs({
      options: { under: { type: 'string' } },
      allowPositionals: true,
    });
    const [name, ...more] = positionals;
    if (name === undefined || more.length > 0) return null;
    return values.under !== undefined && !isId(values.under)
      ? null
      : { name, parentId: values.under ?? null };
  } catch {
    return null;
  }
}

const words = readWords();
if (words === null) {
  console.error(usage);
  process.exitCode = 1;
} else {
  await administer(async ({ db, keyring }) => {
    const secrets = createSecrets(await findOrMakeRootKey(db, keyring));
    try {
      console.log(await makeProvider({ db, secrets, clock: () => new Date() }, words));
      return 0;
    } catch (error) {
      const sentence = error instanceof AppError ? refusals[error.code] : undefined;
      if (sentence === undefined) throw error;
      console.error(sentence);
      return 1;
    }
  });
}
