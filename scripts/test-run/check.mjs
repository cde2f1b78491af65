// npm run check: types, lint, format and dead code, each on the whole project. Two run at a time, because most use one processor.
// The output of each follows when it ends; the exit code is 1 if one of them failed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, node, root } from '../prepare.mjs';

const types = (part) => ['typescript/bin/tsc', '-p', `tsconfig.${part}.json`];

/** The programs, longest first. The linter uses both processors, so it is near the end. */
const checks = [
  types('server'),
  types('e2e'),
  types('web'),
  types('domain'),
  ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  ['oxfmt/bin/oxfmt', '--check'],
  ['knip/bin/knip.js'],
];

/** Resolves with the exit code of a program, and prints its output when it has ended. */
function run([program, ...args]) {
  const name = [program.split('/')[0], ...args].join(' ');
  return new Promise((resolve) => {
    const child = spawn(node, [join(root, 'node_modules', program), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(),
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (printed += text));
    child.on('close', (code) => {
      console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name}\n${code === 0 ? '' : printed}`.trimEnd());
      resolve(code ?? 1);
    });
  });
}

const codes = [];
async function work() {
  for (let next = checks.shift(); next; next = checks.shift()) codes.push(await run(next));
}
await Promise.all([work(), work()]);
process.exit(codes.every((code) => code === 0) ? 0 : 1);
