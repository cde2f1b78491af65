// npm run schema: writes all files generated from the API's code. With --check it writes nothing and fails when one
// is old.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/server/graphql/schema.ts';

const root = resolve(import.meta.dirname, '..');

/** The types of the schema with which the web's queries are checked. */
function printTypes(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-schema-'));
  const output = join(folder, 'graphql-env.d.ts');
  try {
    const args = ['generate-output', '-c', 'tsconfig.web.json', '-o', output];
    const program = join(root, 'node_modules/gql.tada/bin/cli.js');
    const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return readFileSync(output, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const old: string[] = [];

/** Writes a file of the repository, or records that it is outdated. */
function write(name: string, text: string): void {
  const file = join(root, name);
  if (readFileSync(file, 'utf8') === text) return;
  if (process.argv.includes('--check')) old.push(name);
  else writeFileSync(file, text);
}

write('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`);
write('src/web/api/graphql-env.d.ts', printTypes());
if (old.length > 0) {
  console.error(`Old: ${old.join(', ')}. Run npm run schema.`);
  process.exitCode = 1;
}
