// npm run staff:new -- address --provider id --role organisation|edit|view: creates a staff member and prints their first link.
import { makeStaff, type NewStaff } from '../../src/server/features/sign-in/operator/administrator.ts';
import { administerWith, isId, readCommandLine, type Refusals } from './calls/administration.ts';

const usage = 'Usage: npm run staff:new -- name@example.org --provider <id> --role organisation|edit|view';
const refusals: Refusals = {
  invalid: 'That is not an e-mail address.',
  existingUser: 'That address has an account already. Nothing was changed.',
  'not-found': 'There is no provider of that id, or it is archived. Nothing was made.',
};

function readWords(): NewStaff | null {
  const line = readCommandLine('provider', 'role');
  const [address, ...more] = line?.words ?? [];
  const { provider = '', role: named } = line?.options ?? {};
  const role = (['organisation', 'edit', 'view'] as const).find((each) => each === named);
  if (address === undefined || more.length > 0 || role === undefined) return null;
  return isId(provider) ? { address, role, providerId: provider } : null;
}

const words = readWords();
if (words === null) {
  console.error(usage);
  process.exitCode = 1;
} else {
  await administerWith(refusals, async (services) => {
    const { email, link } = await makeStaff(services, words);
    console.log(link);
    console.error(`
${email} is staff now, without a password.
Send them the link above over a channel that only they can read. It works once, within an hour; after that they can
request another one by e-mail at ${services.config.publicUrl}/forgot-password.`);
  });
}
