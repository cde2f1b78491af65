// npm run admin:new -- address: makes a system administrator and prints the link by which they choose a password.
import { AppError } from '../../src/domain/errors.ts';
import { makeStaff } from '../../src/server/features/sign-in/administrator.ts';
import { createSecrets, findOrMakeRootKey } from '../../src/server/db/secrets.ts';
import { administer } from './administration.ts';

const refusals: Partial<Record<AppError['code'], string>> = {
  invalid: 'That is no e-mail address.',
  existingUser: 'Somebody has this address already. Nothing was changed.',
};

const guidance = (email: string, home: string) => `
${email} is a system administrator now, without a password.
Give them the link above by a way that nobody else reads. It opens once, within an hour from now; after that
they get another one by e-mail at ${home}/forgot-password.
In production they must set up a second step before anything else.`;

const [address, ...more] = process.argv.slice(2);
if (address === undefined || more.length > 0) {
  console.error('Usage: npm run admin:new -- name@example.org');
  process.exitCode = 1;
} else {
  await administer(async ({ config, db, keyring }) => {
    const secrets = createSecrets(await findOrMakeRootKey(db, keyring));
    const services = { config, db, keyring, secrets, clock: () => new Date() };
    try {
      const { email, link } = await makeStaff(services, {
        address,
        role: 'system-administrator',
        providerId: null,
      });
      console.log(link);
      console.error(guidance(email, config.publicUrl));
      return 0;
    } catch (error) {
      const sentence = error instanceof AppError ? refusals[error.code] : undefined;
      if (sentence === undefined) throw error;
      console.error(sentence);
      return 1;
    }
  });
}
