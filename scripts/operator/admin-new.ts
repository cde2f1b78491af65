// npm run admin:new -- address: creates a system administrator and prints the link for choosing a password.
import { makeStaff } from '../../src/server/features/sign-in/operator/administrator.ts';
import { administerWith, type Refusals } from './calls/administration.ts';

const refusals: Refusals = {
  invalid: 'That is not an e-mail address.',
  existingUser: 'This address belongs to an account already. Nothing was changed.',
};

const guidance = (email: string, home: string) => `
${email} is a system administrator now, without a password.
Send them the link above over a channel that only they can read. It works once, within an hour; after that they can
request another one by e-mail at ${home}/forgot-password.
In production they must set up a second step before anything else.`;

const [address, ...more] = process.argv.slice(2);
if (address === undefined || more.length > 0) {
  console.error('Usage: npm run admin:new -- name@example.org');
  process.exitCode = 1;
} else {
  await administerWith(refusals, async (services) => {
    const { email, link } = await makeStaff(services, {
      address,
      role: 'system-administrator',
      providerId: null,
    });
    console.log(link);
    console.error(guidance(email, services.config.publicUrl));
  });
}
