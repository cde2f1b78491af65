// npm run check:config: reads the environment as the server does and tests its services. Prints one line for each; exit code 1 on an error.
import { ConfigError } from '../../src/server/config.ts';
import { checkConfig } from './config-checks/check.ts';

try {
  for (const { about, isRight, words } of await checkConfig(process.env)) {
    console.log(
      `${about.padEnd(9)}  ${isRight ? 'right' : 'WRONG'}  ${words.replaceAll('\n', '\n                  ')}`,
    );
    if (!isRight) process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.log(`variables  WRONG  ${error.message}`);
  process.exitCode = 1;
}
// Abandoned connections must not keep the process alive.
setTimeout(() => process.exit(), 1_000).unref();
