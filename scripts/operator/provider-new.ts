// npm run provider:new -- "name" [--under id]: creates a provider and prints its id, which staff:new takes.
import { makeProvider } from '../../src/server/features/providers/make-provider.ts';
import { administerWith, isId, readCommandLine, type Refusals } from './calls/administration.ts';

const usage = 'Usage: npm run provider:new -- "Banksia House" [--under <id of the provider above>]';
const refusals: Refusals = {
  invalid: 'A name has 1 to 200 letters and signs.',
  'not-found': 'There is no provider of that id, or it is archived. Nothing was made.',
};

function readWords(): { name: string; parentId: string | null } | null {
  const line = readCommandLine('under');
  const [name, ...more] = line?.words ?? [];
  if (!line || name === undefined || more.length > 0) return null;
  const { under } = line.options;
  return under === undefined || isId(under) ? { name, parentId: under ?? null } : null;
}

const words = readWords();
if (words === null) {
  console.error(usage);
  process.exitCode = 1;
} else {
  await administerWith(refusals, async (services) => console.log(await makeProvider(services, words)));
}
