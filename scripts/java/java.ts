// Third-party Java programs that validate the product's output. Maven downloads them in the versions of a POM.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The oldest Java that the programs run on. */
const oldestJava = 17;

/** Returns the major version of the Java on this machine; null without one. */
export function javaVersion(): number | null {
  const { error, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (error) return null;
  const [, major] = /version "(\d+)/.exec(stderr) ?? [];
  return major === undefined ? null : Number(major);
}

export const isJavaTooOld = (version: number): boolean => version < oldestJava;

/** Returns why nothing can be checked on this machine; null if it has a suitable Java. */
export function javaProblem(): string | null {
  const java = javaVersion();
  if (java === null) return 'No Java is installed';
  return isJavaTooOld(java) ? `Java ${java} is too old` : null;
}

/** Returns a version that a POM pins, by the name of its property. */
export const pinnedVersion = (pom: string, property: string): string =>
  new RegExp(`<${property}>([^<]+)<`).exec(readFileSync(pom, 'utf8'))?.[1] ?? '';

/** Fetches the packages of a POM with Maven on the first run, and returns the folder with their files. */
export function fetchJars(pom: string, name: string): string {
  const kept = join(root, '.cache', name);
  if (existsSync(kept)) return kept;
  console.log('Fetching the validator with Maven. This happens once.');
  const parts = mkdtempSync(join(tmpdir(), 'validator-'));
  const { status, error } = spawnSync(
    'mvn',
    [
      ...['-q', '-B', '-f', pom, 'dependency:copy-dependencies'],
      ...['-DincludeScope=runtime', `-DoutputDirectory=${join(parts, 'lib')}`],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (error || status !== 0) throw new Error('Maven could not fetch the validator.', { cause: error });
  mkdirSync(join(root, '.cache'), { recursive: true });
  const { status: moved } = spawnSync('cp', ['-r', join(parts, 'lib'), `${kept}.part`]);
  if (moved !== 0) throw new Error('The validator could not be copied.');
  renameSync(`${kept}.part`, kept);
  rmSync(parts, { recursive: true });
  return kept;
}
