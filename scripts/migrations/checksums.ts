// npm run checksums: adds the lines of new migrations to migrations/checksums.txt. It never changes a line: a file that differs
// from its line is reported.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readMigrations } from '../../src/server/db/migrations.ts';

const file = resolve(import.meta.dirname, '../../migrations/checksums.txt');
const listed = readFileSync(file, 'utf8').split('\n').filter(Boolean);
const nameOf = (line: string) => line.slice(line.lastIndexOf(' ') + 1);
const lineOf = ({ checksum, name }: { checksum: string; name: string }) => `${checksum}  ${name}`;

const migrations = readMigrations();
const added = migrations.filter(({ name }) => !listed.some((line) => nameOf(line) === name));
const lines = [...listed, ...added.map(lineOf)].toSorted((one, next) =>
  nameOf(one) < nameOf(next) ? -1 : 1,
);
if (added.length > 0) writeFileSync(file, `${lines.join('\n')}\n`);

for (const migration of migrations.filter((each) => !lines.includes(lineOf(each)))) {
  console.error(
    `${migration.name} differs from its line. If it was released, restore it and add a new migration.`,
  );
  process.exitCode = 1;
}
