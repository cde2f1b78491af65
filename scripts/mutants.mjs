// npm run mutants [-- file ...]: mutation testing of the rules and of what guards them, or of the files that are named.
// Everything takes hours; a file of the domain takes a minute.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { environment, installPackages, node, root } from './prepare.mjs';

const notCode = '!src/**/*.{test,fixture}.ts';

/** What is mutated when nothing is named. Texts are checked by people and by their own tests. */
const rooms = {
  domain: ['src/domain/**/*.ts', '!src/domain/i18n/{en,zh}/**', notCode],
  server: ['src/server/pipeline/**/*.ts', 'src/server/features/emergency/pin-throttle.ts', notCode],
};

installPackages();
const named = process.argv.slice(2);
const unknown = named.filter((file) => !/^src\/(domain|server)\//.test(file));
if (unknown.length > 0) {
  console.error(`Only files of src/domain and src/server can be named, not ${unknown.join(', ')}.`);
  process.exit(1);
}
let code = 0;
for (const [room, everything] of Object.entries(rooms)) {
  const files = named.filter((file) => file.startsWith(`src/${room}/`));
  if (named.length > 0 && files.length === 0) continue;
  const { status } = spawnSync(
    node,
    [join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', 'stryker.config.mjs'],
    {
      cwd: root,
      stdio: 'inherit',
      env: environment({
        MUTANTS_ROOM: room,
        MUTANTS_OF: (named.length > 0 ? files : everything).join(','),
        APP_ENV: 'test',
      }),
    },
  );
  code ||= status ?? 1;
}
process.exit(code);
