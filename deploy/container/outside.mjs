// External services of the server on 127.0.0.1, with the certificates of certificates.sh: the real programs where they are installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { startEmbedded } from '../../src/server/db/embedded/embedded.ts';
import { freePort } from '../../testing/processes/free-port.ts';
import { isInstalled, run, waitFor } from './command.mjs';

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true)).once('error', () => end(undefined));
  });

function startProgram(command, env = {}) {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  return async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
}

async function startFiles(folder, certificates) {
  const [port, secret] = [await freePort(), 'files-secret-of-this-run'];
  await mkdir(join(folder, 'files/wattle-files'), { recursive: true });
  const tls = ['--cert', join(certificates, 'files.pem'), '--key', join(certificates, 'files.key')];
  const close = startProgram(
    [
      'versitygw',
      '--port',
      `127.0.0.1:${port}`,
      '--region',
      'ap-southeast-2',
      ...tls,
      'posix',
      join(folder, 'files'),
    ],
    { ROOT_ACCESS_KEY: 'wattle', ROOT_SECRET_KEY: secret },
  );
  await waitFor('The S3 server', () => answers(port));
  return {
    variables: {
      S3_ENDPOINT: `https://127.0.0.1:${port}`,
      S3_BUCKET: 'wattle-files',
      S3_ACCESS_KEY_ID: 'wattle',
      S3_SECRET_ACCESS_KEY: secret,
    },
    close,
  };
}

/** The harmless file that every scanner reports (eicar.org), in two parts so that scanners do not report this source file. */
const testFile = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$`, 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'];

/** Starts ClamAV's daemon with clamd.conf and only the signature of EICAR's harmless test file: the others need a download. */
async function startScanner(folder) {
  const port = await freePort();
  const signatures = join(folder, 'signatures');
  await mkdir(signatures);
  await writeFile(
    join(signatures, 'test.ndb'),
    `Eicar-Test:0:0:${Buffer.from(testFile.join('')).toString('hex')}\n`,
  );
  const config = (await readFile(join(import.meta.dirname, 'clamd.conf'), 'utf8'))
    .replace(/^TCPSocket .*$/m, `TCPSocket ${port}\nTCPAddr 127.0.0.1`)
    .replace(/^LocalSocket .*$/m, `LocalSocket ${join(folder, 'clamd.sock')}`)
    .replace(/^DatabaseDirectory .*$/m, `DatabaseDirectory ${signatures}`);
  await writeFile(join(folder, 'clamd.conf'), config);
  const close = startProgram(['clamd', '--config-file', join(folder, 'clamd.conf')]);
  await waitFor('The scanner', () => answers(port));
  return { variables: { CLAMD_ADDRESS: `127.0.0.1:${port}` }, close };
}

async function startMail(certificates) {
  const mails = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH'],
    cert: await readFile(join(certificates, 'mail.pem')),
    key: await readFile(join(certificates, 'mail.key')),
    async onData(stream, _session, done) {
      const raw = Buffer.concat(await stream.toArray()).toString('latin1');
      // Decodes only the parts of quoted-printable that occur in links.
      mails.push(raw.replaceAll('=\r\n', '').replaceAll('=3D', '='));
      done();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    variables: { SMTP_URL: `smtp://127.0.0.1:${server.server.address().port}` },
    mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Starts a text message gateway that accepts and discards messages. */
async function startTexts() {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(202).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    variables: { SMS_URL: `http://127.0.0.1:${server.address().port}/messages` },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/**
 * Starts all external services. Returns the variables of the server, the received mails, the certificate authority's file, the
 * services that this machine does not have (`missing`), and `close`.
 */
export async function startOutside(folder) {
  const certificates = join(folder, 'certificates');
  await mkdir(certificates);
  await run(['sh', join(import.meta.dirname, 'certificates.sh'), certificates]);
  await chmod(certificates, 0o755);
  const missing = [];
  const started = [await startMail(certificates), await startTexts()];
  const [mail] = started;
  if (isInstalled('versitygw')) started.push(await startFiles(folder, certificates));
  else missing.push('an S3 server: versitygw is not in PATH, files are kept in the data folder');
  if (isInstalled('clamd')) started.push(await startScanner(folder));
  else missing.push('ClamAV: clamd is not in PATH, files are not scanned');
  const database = await startEmbedded({ dataDir: join(folder, 'database') });
  started.push({ variables: { DATABASE_URL: database.url() }, close: () => database.stop() });
  return {
    variables: Object.assign({}, ...started.map(({ variables }) => variables)),
    mails: mail.mails,
    authority: join(certificates, 'authority.pem'),
    missing,
    async close() {
      for (const { close } of started.toReversed()) await close();
    },
  };
}
