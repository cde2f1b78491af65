// Builds the image of the Dockerfile without an image registry: this machine creates the base images itself.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';

const baseName = 'localhost/wattle-base';
const builderName = 'localhost/wattle-builder';
/** Isolation that also works where a build cannot create its own network and namespaces. */
const isolation = ['--isolation', 'chroot', '--network', 'host'];

/** Options that exclude the same files as Debian's slim images. */
const leftOut = ['/usr/share/doc/*', '/usr/share/info/*', '/usr/share/locale/*', '/usr/share/man/*'].map(
  (path) => `--dpkgopt=path-exclude=${path}`,
);

async function makeBase(folder, suite, buildah) {
  const archive = join(folder, 'base.tar');
  await run(['mmdebstrap', '--variant=minbase', ...leftOut, suite, archive], { isShown: true });
  const { stdout: container } = await run([...buildah, 'from', 'scratch']);
  await run([...buildah, 'add', '--quiet', container, archive, '/']);
  await run([...buildah, 'config', '--cmd', '/bin/sh', container]);
  await run([...buildah, 'commit', '--quiet', '--rm', container, baseName]);
}

/** Creates the builder image: the base with this script's Node, this machine's npm, and its settings for the package registry. */
async function makeBuilder(folder, buildah) {
  const npmFolder = join((await run(['npm', 'root', '--global'])).stdout, 'npm');
  const setting = async (name) => (await run(['npm', 'config', 'get', name])).stdout;
  const settings = [`registry=${await setting('registry')}`];
  const etc = join(folder, 'etc');
  await mkdir(etc);
  const authorities = await setting('cafile');
  if (existsSync(authorities)) {
    await copyFile(authorities, join(etc, 'npm-authorities.pem'));
    settings.push('cafile=/usr/local/etc/npm-authorities.pem');
  }
  await writeFile(join(etc, 'npmrc'), `${settings.join('\n')}\n`);
  const { stdout: container } = await run([...buildah, 'from', '--pull-never', baseName]);
  const copy = (from, to) => run([...buildah, 'copy', '--quiet', container, from, to]);
  await copy(process.execPath, '/usr/local/bin/node');
  await copy(npmFolder, '/usr/local/lib/node_modules/npm');
  await copy(etc, '/usr/local/etc');
  const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm';
  const install = 'apt-get update && apt-get install --yes --no-install-recommends libatomic1';
  const prepare = `${link}; ${install}; npm --version`;
  const inside = ['run', ...isolation, container, '--', 'sh', '-ec', prepare];
  await run([...buildah, ...inside], { isShown: true });
  await run([...buildah, 'commit', '--quiet', '--rm', container, builderName]);
}

/** Builds the image from the project's folder; with `isRegistryThere` on the Dockerfile's own bases. Returns the durations. */
export async function buildImage({ root, folder, image, suite, buildah, isRegistryThere }) {
  const begin = performance.now();
  if (!isRegistryThere) {
    await makeBase(folder, suite, buildah);
    await makeBuilder(folder, buildah);
  }
  const based = performance.now();
  const bases = ['--pull-never', '--build-arg', `BASE=${baseName}`, '--build-arg', `BUILDER=${builderName}`];
  // Docker's format, because the OCI format has no health check.
  const build = ['bud', '--format', 'docker', '--layers', ...isolation, ...(isRegistryThere ? [] : bases)];
  await run([...buildah, ...build, '--tag', image, root], { isShown: true });
  const seconds = (from, to) => Number(((to - from) / 1_000).toFixed(1));
  return { bases: seconds(begin, based), image: seconds(based, performance.now()) };
}
