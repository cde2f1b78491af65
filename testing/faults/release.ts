import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../..');

/** Another release of the product in a folder of its own. */
export type Release = {
  /** Its `main.ts`, for `startServer`. */
  program: string;
  remove(): void;
};

/** Makes a release that is this one with more migrations, by name. */
export function makeRelease(migrations: Readonly<Record<string, string>>): Release {
  const folder = mkdtempSync(join(tmpdir(), 'wattle-release-'));
  for (const part of ['src/server', 'src/domain', 'migrations', 'documents', 'package.json'])
    cpSync(join(project, part), join(folder, part), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(migrations))
    writeFileSync(join(folder, 'migrations', name), text);
  return {
    program: join(folder, 'src/server/main.ts'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
