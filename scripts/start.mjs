// npm start: from a bare clone to a running product. Needs the machine's Node (20 or newer) and nothing else.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { buildWeb, environment, installPackages, node, root } from './prepare.mjs';

installPackages();
buildWeb();

const settings = {
  APP_ENV: process.env.APP_ENV || 'development',
  // Node keeps compiled code here: the next start takes half the time, and some memory less. Where it cannot write, it goes on.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(root, '.cache/compiled'),
};
// A relative folder means one beside where the person stands, not beside this project.
if (process.env.WATTLE_DATA_DIR) {
  settings.WATTLE_DATA_DIR = resolve(process.env.INIT_CWD || process.cwd(), process.env.WATTLE_DATA_DIR);
}

const server = spawn(node, [join(root, 'src/server/main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: environment(settings),
});

// The terminal sends Ctrl-C to the server too; the server takes the second signal for the same wish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
}
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exit(1);
});
server.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
