// npm start: from a bare clone to a running product. Needs the machine's Node (20 or newer) and nothing else.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { whenNpmGone } from './npm-parent.mjs';
import { buildWeb, environment, installPackages, node, root } from './prepare.mjs';

// Called first, because npm may exit during the installation or the build.
whenNpmGone(() => {
  if (last === never) passOn('SIGTERM');
});
installPackages();
buildWeb();

const settings = {
  APP_ENV: process.env.APP_ENV || 'development',
  // Node keeps compiled code here: the next start takes half the time, and less memory. Optional: without write access the cache is
  // skipped.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(root, '.cache/compiled'),
};
// A relative folder is relative to the current directory, not to this project.
if (process.env.WATTLE_DATA_DIR) {
  settings.WATTLE_DATA_DIR = resolve(process.env.INIT_CWD || process.cwd(), process.env.WATTLE_DATA_DIR);
}

const server = spawn(node, [join(root, 'src/server/main.ts')], {
  cwd: root,
  // The server's standard input ends with this process, however it ends: then the server stops (src/server/process/shutdown.ts).
  stdio: ['pipe', 'inherit', 'inherit'],
  // The terminal's Ctrl-C must not reach the server in addition to our signal: a second signal makes it stop at once.
  detached: process.platform !== 'win32',
  env: environment({ ...settings, WATTLE_PARENT_PIPE: 'stdin' }),
});

// One Ctrl-C arrives from the terminal and, a moment later, from npm.
const onceWithinMs = 500;
const never = -onceWithinMs;
let last = never;
function passOn(signal) {
  const now = performance.now();
  if (now - last >= onceWithinMs) server.kill(signal);
  last = now;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => passOn(signal));
server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exit(1);
});
server.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
