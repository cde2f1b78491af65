import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '../../..');

/** Another release of the product, in its own folder. */
export type Release = {
  /** Path of its `main.ts`, for `startServer`. */
  program: string;
  remove(): void;
};

/** Creates a release that is this one plus the given migrations (SQL by file name). */
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
