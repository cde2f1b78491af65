// npm run check:config: reads the environment as the server does and tries what it names. One line each; exit code 1 if one is wrong.
import { ConfigError, readConfig, type Config } from '../../src/server/config.ts';
import { checkOutside } from './config-checks.ts';

function readOrSay(): Config | undefined {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.log(error.message);
    return undefined;
  }
}

const config = readOrSay();
if (config === undefined) process.exitCode = 1;
else {
  console.log(`variables  right  read as for ${config.environment}`);
  for (const { about, isRight, words } of await checkOutside(config)) {
    console.log(`${about.padEnd(9)}  ${isRight ? 'right' : 'WRONG'}  ${words}`);
    if (!isRight) process.exitCode = 1;
  }
  // Connections that were given up on do not keep the command.
  setTimeout(() => process.exit(), 1_000).unref();
}
