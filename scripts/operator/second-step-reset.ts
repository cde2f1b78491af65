// npm run second-step:reset -- address --reason "...": turns off the second step of a person who lost it.
import { resetSecondStep } from '../../src/server/features/sign-in/operator/operator-operations.ts';
import { callAsOperator } from './calls/operator-call.ts';

await callAsOperator({
  usage: 'npm run second-step:reset -- name@example.org --reason "how it was checked that it is them"',
  words: 1,
  call: (context, [email], reason) => resetSecondStep.call(context, { email, reason }),
  done: ([email]) =>
    `The second step of ${email} is off. They are signed out everywhere, and they and the administrators are notified.`,
  refusals: {
    'not-found': 'No account has this address.',
    conflict: 'The second step of this account is off already.',
  },
});
