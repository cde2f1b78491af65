import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { quota, sizeLimits } from '../src/domain/files/limits.ts';
import { pdfOf, videoOf } from '../src/server/features/files/checks/sample-files.fixture.ts';
import {
  activate,
  beginUpload,
  deleteFile,
  linkTo,
  partOf,
  type Sent,
} from '../src/server/features/files/uploads/uploads.fixture.ts';
import { TestClient } from '../testing/client.ts';
import { person } from '../testing/people.ts';
import { digits, median, type Figure } from './measuring/figure.ts';
import { memoryOf } from './measuring/processes.ts';
import { onStage, type Served, type Stage } from './stage.ts';

const megabyte = 1024 * 1024;

const bytesType = { 'content-type': 'application/octet-stream' };

type Sender = {
  origin: string;
  agent: http.Agent;
  headers: Record<string, string>;
};

/** Sends one request. Returns the number of bytes in the response. @throws Error for any unsuccessful status */
function transfer(
  { origin, agent, headers }: Sender,
  { method, path, body }: { method: 'GET' | 'PUT'; path: string; body?: Buffer },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = body ? { ...headers, ...bytesType, 'content-length': body.length } : headers;
    const call = http.request(origin + path, { agent, method, headers: sent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${method} was answered ${response.statusCode}`)),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

const senderTo = (origin: string, headers: Record<string, string> = {}): Sender => ({
  origin,
  headers,
  agent: new http.Agent({ keepAlive: true, maxSockets: 1 }),
});

/** A person in a new browser. */
async function signedIn({ services }: Stage, { origin }: Served) {
  const who = await person(services);
  const client = new TestClient(origin);
  await client.signIn(who.email, who.password);
  return { who, client, sender: senderTo(origin, { origin, cookie: client.cookieHeader() }) };
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

/** Sends all parts of a file sequentially. */
async function sendAll(sender: Sender, folder: string, content: Buffer): Promise<void> {
  for (let part = 1; partOf(content, part).length > 0; part += 1)
    await transfer(sender, { method: 'PUT', path: `${folder}/${part}`, body: partOf(content, part) });
}

const rounds = 9;

/**
 * Compares a document of the largest size through the product with a route that writes the same parts to the disk and reads them
 * without sealing, permissions or database (server.ts, `bare`). The loads alternate; the ratio is that of the medians.
 */
async function benchTransfer(stage: Stage): Promise<Figure[]> {
  const ours = await stage.serve('ours');
  const bare = senderTo((await stage.serve('bare')).origin);
  const { client, sender } = await signedIn(stage, ours);
  const content = pdfOf({ size: sizeLimits.document });
  const sent: Sent = { category: 'ADDITIONAL_DOCUMENT', file_name: 'paper.pdf', content };
  const times = { up: [], bareUp: [], whole: [], down: [], bareDown: [] } as Record<string, number[]>;
  const note = (name: string, round: number, took: number) => void (round >= 0 && times[name]?.push(took));
  const received = (bytes: number) => {
    if (bytes !== content.length) throw new Error(`${bytes} of ${content.length} bytes arrived`);
  };
  for (let round = -1; round < rounds; round += 1) {
    const id = `00000000-0000-4000-8000-0000000000${10 + round}`;
    note('bareUp', round, await seconds(() => sendAll(bare, `/files/${id}`, content)));
    let file = '';
    const whole = await seconds(async () => {
      const begun = await beginUpload(client, sent);
      if (!begun.file) throw new Error(`The upload was refused: ${begun.refusal}`);
      file = begun.file.id;
      note('up', round, await seconds(() => sendAll(sender, begun.file.upload.url, content)));
      const { refusal } = await activate(client, file);
      if (refusal) throw new Error(`The file was refused: ${refusal}`);
    });
    note('whole', round, whole);
    const path = `/files/${id}`;
    note(
      'bareDown',
      round,
      await seconds(async () => received(await transfer(bare, { method: 'GET', path }))),
    );
    const { link } = await linkTo(client, file);
    const get = { method: 'GET', path: link.url } as const;
    note('down', round, await seconds(async () => received(await transfer(sender, get))));
    await deleteFile(client, file);
  }
  const speed = (name: string) => sizeLimits.document / megabyte / median(times[name] ?? []);
  const figure = (name: string, mine: string, other: string, more = ''): Figure => ({
    name,
    value: speed(mine) / speed(other),
    unit: 'of the bare route',
    goal: { least: 0.7 },
    about: `${digits(speed(mine))} MB a second, bare ${digits(speed(other))}${more}`,
  });
  return [
    figure(
      'sending a file of 25 MB',
      'up',
      'bareUp',
      `; begun, sent and checked in ${digits(median(times['whole'] ?? []))} s`,
    ),
    figure('fetching a file of 25 MB', 'down', 'bareDown'),
  ];
}

/** Measures a list with the maximum number of files of a person. */
async function benchList(stage: Stage): Promise<Figure[]> {
  const { who, client } = await signedIn(stage, await stage.serve('ours'));
  const rows = Array.from({ length: quota.files }, (_, index) => ({
    user_id: who.userId,
    category: 'ADDITIONAL_DOCUMENT' as const,
    file_name: `paper ${index}.pdf`,
    size: 100_000,
    is_active: true,
    is_uploaded: true,
    activated_timestamp: new Date(),
  }));
  await stage.services.db.insertInto('files').values(rows).execute();
  const fields =
    'id category document_type file_name size note is_active replaced_at created_at shared_with_count upload { url received }';
  const times: number[] = [];
  for (let call = -10; call < 60; call += 1) {
    const took = await seconds(async () => {
      const { data } = await client.graphql(`{ getFiles { ${fields} } }`);
      if (data.getFiles.length !== quota.files) throw new Error('Files are missing in the list');
    });
    if (call >= 0) times.push(took * 1_000);
  }
  return [{ name: `list of ${quota.files} files`, value: median(times), unit: 'ms', goal: { most: 20 } }];
}

const people = 10;

/** Measures the growth of the server's process while ten people upload a video of the largest size at once. */
async function benchMemory(stage: Stage): Promise<Figure[]> {
  const ours = await stage.serve('ours');
  const senders = await Promise.all(Array.from({ length: people }, () => signedIn(stage, ours)));
  const send = async ({ client, sender }: (typeof senders)[number], size: number): Promise<void> => {
    // One part is in memory here whatever the size of the video: the first part holds the checked bytes.
    const part = videoOf({ size: 2 * megabyte });
    const film = { category: 'WISHES', file_name: 'film.mp4', content: part } as const;
    const { file, refusal } = await beginUpload(client, film, { size });
    if (!file) throw new Error(`The upload was refused: ${refusal}`);
    for (let number = 1; (number - 1) * part.length < size; number += 1)
      await transfer(sender, { method: 'PUT', path: `${file.upload.url}/${number}`, body: part });
    const done = await activate(client, file.id);
    if (done.refusal) throw new Error(`The film was refused: ${done.refusal}`);
    await deleteFile(client, file.id);
  };
  // A new server's memory grows with its first calls, whatever they send.
  await Promise.all(senders.map((each) => send(each, 20 * megabyte)));
  await pause(2_000);
  const before = memoryOf(ours.pid).now;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(ours.pid).now)), 50);
  const took = await seconds(() => Promise.all(senders.map((each) => send(each, sizeLimits.video))));
  clearInterval(watch);
  const size = sizeLimits.video / megabyte;
  return [
    {
      name: `memory, ${people} videos of ${size} MB`,
      value: most - before,
      unit: 'MB more',
      goal: { most: 60 },
      about: `${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB; ${took.toFixed(0)} s, ${digits((people * size) / took)} MB a second together`,
    },
  ];
}

/** Measures uploads and downloads, the list of files, and the memory of the largest uploads. */
export async function benchFiles(): Promise<Figure[]> {
  const figures = await onStage(async (stage) => [
    ...(await benchTransfer(stage)),
    ...(await benchList(stage)),
  ]);
  return [...figures, ...(await onStage(benchMemory))];
}
