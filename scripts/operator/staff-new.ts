// npm run staff:new -- address --provider id --role organisation|edit|view: makes a member of staff and prints their first link.
import { parseArgs } from 'node:util';
import { makeStaff, type NewStaff } from '../../src/server/features/sign-in/administrator.ts';
import { administerWith, isId, type Refusals } from './administration.ts';

const usage = 'Usage: npm run staff:new -- name@example.org --provider <id> --role organisation|edit|view';
const refusals: Refusals = {
  invalid: 'That is no e-mail address.',
  existingUser: 'That address has an account already. Nothing was changed.',
  'not-found': 'There is no provider of that id, or it is archived. Nothing was made.',
};

function readWords(): NewStaff | null {
  try {
    const { values, positionals } = parseArgs({
      options: { provider: { type: 'string' }, role: { type: 'string' } },
      allowPositionals: true,
    });
    const [address, ...more] = positionals;
    const role = (['organisation', 'edit', 'view'] as const).find((each) => each === values.role);
    if (address === undefined || more.length > 0 || role === undefined) return null;
    return values.provider !== undefined && isId(values.provider)
      ? { address, role, providerId: values.provider }
      : null;
  } catch {
    return null;
  }
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
Give them the link above by a way that no one else reads. It opens once, within an hour from now; after that
they get another one by e-mail at ${services.config.publicUrl}/forgot-password.`);
  });
}
