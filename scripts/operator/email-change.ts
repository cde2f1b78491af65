// npm run email:change -- old new --reason "...": changes the address of an account once the link that is mailed to the new address is
// opened.
import { changeEmail } from '../../src/server/features/sign-in/operator/operator-operations.ts';
import { callAsOperator } from './calls/operator-call.ts';

await callAsOperator({
  usage:
    'npm run email:change -- old@example.org new@example.org --reason "how it was checked that it is them"',
  words: 2,
  call: (context, [email, new_email], reason) => changeEmail.call(context, { email, new_email, reason }),
  done: ([, address]) =>
    `A link was mailed to ${address}. The account gets the address when it is opened, within 24 hours; until then the old one stays. They are signed out everywhere.`,
  refusals: {
    'not-found': 'No active account has this address.',
    existingUser: 'Another account has the new address.',
    invalid: 'The new address is not a valid e-mail address.',
  },
});
