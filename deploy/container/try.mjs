// npm run container:try: builds the image, starts it with only its data folder and /tmp writable, opens a card and stops it.
// Prints its measurements and the parts that this machine could not run. See docs/operations/README.md, "In a container".
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../../testing/processes/free-port.ts';
import { buildImage } from './build-image.mjs';
import { isInstalled, run, waitFor } from './command.mjs';
import { makeCard, makePdfs, openCard } from './open-card.mjs';
import { startOutside } from './outside.mjs';

const { values: options } = parseArgs({
  options: {
    // Names of the programs on this machine, with options for them: "podman --runtime runc".
    podman: { type: 'string', default: 'podman' },
    buildah: { type: 'string', default: 'buildah' },
    // Further options of "podman run".
    run: { type: 'string', default: '' },
    // An existing image; without this option an image is built.
    image: { type: 'string' },
    // Uses the base images that the Dockerfile names, from a registry.
    registry: { type: 'boolean', default: false },
    // Debian release of base images that this script builds.
    suite: { type: 'string', default: 'bookworm' },
  },
});
const words = (text) => text.split(/\s+/).filter(Boolean);
const podman = words(options.podman);
const buildah = words(options.buildah);
const root = resolve(import.meta.dirname, '../..');
const image = options.image ?? 'localhost/wattle:try';
const container = `wattle-try-${process.pid}`;

const report = (what, figure) => console.log(`${what.padEnd(46)} ${figure}`);
const megabytes = (bytes) => `${Math.round(bytes / 1_000_000)} MB`;
const inContainer = (command, settings) => run([...podman, 'exec', container, ...command], settings);

/** Returns the current and highest memory of the server and its PDF process in bytes, read inside the container. */
async function memoryOfProcesses() {
  const script = `
    const { readFileSync, readdirSync } = require('node:fs');
    const all = readdirSync('/proc').filter((name) => /^\\d+$/.test(name) && name !== String(process.pid)).map((id) => {
      const status = readFileSync('/proc/' + id + '/status', 'utf8');
      const kB = (name) => Number(new RegExp(name + ':\\\\s+(\\\\d+)').exec(status)?.[1] ?? 0) * 1024;
      return { command: readFileSync('/proc/' + id + '/cmdline', 'utf8').replaceAll('\\0', ' '), now: kB('VmRSS'), most: kB('VmHWM') };
    });
    console.log(JSON.stringify(all));`;
  const all = JSON.parse((await inContainer(['node', '-e', script])).stdout);
  const find = (part) =>
    all.find(({ command }) =>
      command.startsWith('/srv') || command.startsWith('node') ? command.includes(part) : false,
    );
  return { server: find('main.ts'), pdf: find('pdf-worker') };
}

/** Checks the privileges of a process in the container. @throws Error when it has more than it should */
async function checkBounds() {
  const status = (await inContainer(['cat', '/proc/1/status'])).stdout;
  for (const [what, form] of [
    ['The user', /^Uid:\s+990\s+990\s+990\s+990$/m],
    ['The capabilities', /^CapEff:\s+0+$/m],
    ['The bounding set', /^CapBnd:\s+0+$/m],
    ['No new privileges', /^NoNewPrivs:\s+1$/m],
  ])
    if (!form.test(status)) throw new Error(`${what}: not as they should be.\n${status}`);
  const writable = async (folder) =>
    (await inContainer(['sh', '-c', `touch ${folder}/written && rm ${folder}/written`], { mayFail: true }))
      .code === 0;
  const folders = words('/ /srv/wattle /srv/wattle/dist /etc /var/tmp /run /usr /tmp /var/lib/wattle');
  const found = [];
  for (const folder of folders) if (await writable(folder)) found.push(folder);
  if (found.join() !== '/tmp,/var/lib/wattle') throw new Error(`Writable: ${found.join(', ')}`);
  return found;
}

async function startContainer(variables, folder, authority) {
  const file = join(folder, 'environment');
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(file, lines.join(''), { mode: 0o600 });
  const begin = performance.now();
  const bounds =
    '--read-only --read-only-tmpfs=false --cap-drop all --security-opt no-new-privileges --memory 1200m';
  const folders = `--tmpfs /tmp:size=256m,mode=1777 --volume ${container}:/var/lib/wattle --volume ${authority}:/authority.pem:ro`;
  const rest = `--pull=never --network host --env-file ${file} ${options.run}`;
  await run([...podman, ...words(`run --detach --name ${container} ${bounds} ${folders} ${rest}`), image]);
  await waitFor('The first page', async () => {
    const response = await fetch(`${variables.PUBLIC_URL}/login`).catch(() => undefined);
    return response?.status === 200 ? true : undefined;
  });
  return (performance.now() - begin) / 1_000;
}

/** Stops the container and polls `/readyz` meanwhile. Returns the exit code, the seconds, and the statuses in order. */
async function stopContainer(url) {
  const begin = performance.now();
  let isStopped = false;
  const stopping = run([...podman, 'stop', '--time', '40', container]).finally(() => (isStopped = true));
  const seen = [];
  while (!isStopped) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 'closed',
    );
    if (seen.at(-1) !== status) seen.push(status);
    await new Promise((done) => setTimeout(done, 100));
  }
  await stopping;
  const { stdout } = await run([...podman, 'inspect', '--format', '{{.State.ExitCode}}', container]);
  return { code: Number(stdout), seconds: (performance.now() - begin) / 1_000, seen };
}

const folder = await mkdtemp(join(tmpdir(), 'wattle-container-'));
// PostgreSQL does not run as root, and its folder is inside this one.
await chmod(folder, 0o711);
let outside;
try {
  for (const program of [podman[0], ...(options.image ? [] : [buildah[0]]), 'openssl'])
    if (!isInstalled(program)) throw new Error(`${program} is not installed.`);
  if (!options.image) {
    const seconds = await buildImage({
      root,
      folder,
      image,
      suite: options.suite,
      buildah,
      isRegistryThere: options.registry,
    });
    report('Bases made in; image built in', `${seconds.bases} s; ${seconds.image} s`);
  }
  const { stdout: size } = await run([...podman, 'image', 'inspect', '--format', '{{.Size}}', image]);
  report('Image', megabytes(Number(size)));

  const begin = performance.now();
  outside = await startOutside(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const example = (await run(['sh', join(import.meta.dirname, 'new-environment.sh')])).stdout;
  const variables = {
    ...Object.fromEntries(
      Array.from(example.matchAll(/^([A-Z][A-Z0-9_]+)='(.*)'$/gm), ([, ...pair]) => pair),
    ),
    ...outside.variables,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    NODE_EXTRA_CA_CERTS: '/authority.pem',
  };
  // Only compose.yaml uses this variable; check:config would report it as misspelled.
  delete variables.DATABASE_PASSWORD;
  const seconds = await startContainer(variables, folder, outside.authority);
  report('From start to the first page, empty database', `${seconds.toFixed(1)} s`);
  report('The same, with the start of all services', `${((performance.now() - begin) / 1_000).toFixed(1)} s`);
  report('Writable, as uid 990 without capabilities', (await checkBounds()).join(' '));
  const health = await run([...podman, 'healthcheck', 'run', container], { mayFail: true });
  report('Health check', health.code === 0 ? 'healthy' : `FAILED ${health.stdout}`);
  const config = await inContainer(['node', 'scripts/operator/check-config.ts'], { mayFail: true });
  report('check:config', config.code === 0 ? 'all right' : `WRONG\n${config.stdout}`);
  const admin = await inContainer(['node', 'scripts/operator/admin-new.ts', 'admin@example.org']);
  report('admin:new', admin.stdout.startsWith(`${url}/`) ? 'printed a link' : admin.stdout);
  const { card } = await makeCard(url, outside.mails);
  const opened = await openCard(url, card);
  report('A signed plan; its card opened with the PIN', `${Buffer.byteLength(opened.page)} bytes of HTML`);
  report('15 PDFs of it, one after another: half within', `${await makePdfs(opened, 15)} ms`);
  const { server, pdf } = await memoryOfProcesses();
  report('Memory of the server, and at most', `${megabytes(server.now)}, ${megabytes(server.most)}`);
  report('Memory of its PDF process, and at most', `${megabytes(pdf.now)}, ${megabytes(pdf.most)}`);
  const stopped = await stopContainer(url);
  report(
    'Stopped: exit code, seconds, readiness',
    `${stopped.code}, ${stopped.seconds.toFixed(1)} s, ${stopped.seen.join(' ')}`,
  );
  if (config.code !== 0 || health.code !== 0 || stopped.code !== 0) process.exitCode = 1;

  console.log('\nNot run here:');
  for (const each of outside.missing) console.log(`- ${each}`);
  console.log('- compose.yaml itself: its services run here as programs of this machine, on its own network');
  console.log('- the images of other services, and new signatures of ClamAV: they come from outside');
} catch (error) {
  console.error(error.message);
  const { stdout, stderr } = await run([...podman, 'logs', '--tail', '40', container], { mayFail: true });
  console.error(`${stdout}\n${stderr}`);
  process.exitCode = 1;
} finally {
  await run([...podman, 'rm', '--force', '--volumes', container], { mayFail: true });
  await run([...podman, 'volume', 'rm', container], { mayFail: true });
  await outside?.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
