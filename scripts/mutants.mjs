// npm run mutants [-- file ...]: mutation testing of the rules and of the code that guards them, or of named files, with lines
// (`file.ts:1-80`) for a part of one. Named tests (`*.test.ts`) are used instead of the default ones below.
// All files take hours; one file takes a minute or a few.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { environment, installPackages, node, root } from './prepare.mjs';

const notCode = '!src/**/*.{test,fixture}.ts';

/** Default files to mutate. Texts are checked by people and by their own tests. */
const sides = {
  domain: ['src/domain/**/*.ts', '!src/domain/i18n/{en,zh}/**', notCode],
  server: [
    'src/server/pipeline/**/*.ts',
    'src/server/db/lists/scope.ts',
    'src/server/features/emergency/pin/{guess-memory,pin-check,pin-throttle}.ts',
    'src/server/features/sign-in/guesses/failed-attempts.ts',
    'src/server/features/staff/inviting/inviting-tries.ts',
    'src/server/graphql/cost.ts',
    'src/server/http/protection/rate-limits.ts',
    notCode,
  ],
};

/** Tests for mutated files: all of the domain, which take seconds; of the server those of the same folders. */
function testsOf(side, files) {
  if (side === 'domain' || files.length === 0) return [`src/${side}/**/*.test.ts`];
  return [...new Set(files.map((file) => `${dirname(file)}/**/*.test.ts`))];
}

installPackages();
const named = process.argv.slice(2).filter((file) => !file.endsWith('.test.ts'));
const tests = process.argv.slice(2).filter((file) => file.endsWith('.test.ts'));
const unknown = named.filter((file) => !/^src\/(domain|server)\//.test(file));
if (unknown.length > 0) {
  console.error(`Only files of src/domain and src/server can be named, not ${unknown.join(', ')}.`);
  process.exit(1);
}
let code = 0;
for (const [side, everything] of Object.entries(sides)) {
  const files = named.filter((file) => file.startsWith(`src/${side}/`));
  if (named.length > 0 && files.length === 0) continue;
  const { status } = spawnSync(
    node,
    [join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', 'stryker.config.mjs'],
    {
      cwd: root,
      stdio: 'inherit',
      env: environment({
        MUTANTS_SIDE: side,
        MUTANTS_OF: (named.length > 0 ? files : everything).join(','),
        MUTANTS_TESTS: (tests.length > 0 ? tests : testsOf(side, files)).join(','),
        APP_ENV: 'test',
      }),
    },
  );
  code ||= status ?? 1;
}
process.exit(code);
