// npm run check:config: reads the environment as the server does and tries what it names. One line each; exit code 1 if one is wrong.
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
// Connections that were given up on do not keep the command.
setTimeout(() => process.exit(), 1_000).unref();
