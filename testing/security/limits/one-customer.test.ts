import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { getNullableType, isEnumType, isListType, type GraphQLInputType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { noteKeys } from '../../../src/domain/questionnaire/answers.ts';
import { noisySignature } from '../../../src/server/features/acp/signing/noisy-signature.fixture.ts';
import { referToSignature } from '../../../src/server/features/acp/signing/signature-store.ts';
import { findActiveOf, keepRevision } from '../../../src/server/features/acp/store.ts';
import { eachVersion } from '../../../src/server/features/acp/versions/versions-store.ts';
import type { TestClient } from '../../client.ts';
import { fullAnswers, password, person, type TestPerson } from '../../people.ts';
import { fieldsOf, named, objects } from '../access/calls.ts';
import { startProductProcess, trialVariables, type ProductProcess } from '../product.ts';

/** Returns the resident memory of a process in MB, from Linux. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
}

/** Maximum length of a text, in characters of three bytes. */
const long = (length: number) => '安'.repeat(length);

describe('one signed-in customer who runs a script', () => {
  let app: ProductProcess;
  let who: TestPerson;
  let client: TestClient;
  let signature: string;

  beforeAll(async () => {
    // A small young generation, so that memory that was not yet collected does not count as used.
    const options = { NODE_OPTIONS: '--max-semi-space-size=2' };
    app = await startProductProcess({ ...trialVariables(), ...options });
    who = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    client = app.client();
    await client.signIn(who.email, who.password);
    signature = await noisySignature(400, 390);
  });
  afterAll(() => app.close());

  /** The largest answers that a plan accepts. */
  const largest = () => ({
    ...fullAnswers(),
    ...Object.fromEntries(noteKeys.map((key) => [key, long(2_000)])),
    explanations: long(10_000),
    otherCommentsOrWorries: long(10_000),
    customsAndTraditions: long(10_000),
  });

  const read = (offset: number) =>
    client.graphql(
      `query ($id: ID!, $offset: Int) { getRevisionAcps(user_id: $id, offset: $offset, limit: 50) { count data { id plan_version updated_at } } }`,
      { id: who.userId, offset },
    );

  it('has two hundred versions with different signatures: no response exceeds 5 MB, and reading all of them adds little memory [R-02]', async () => {
    const { db, keyring } = app.services;
    // A retried test begins without the versions and the counted copies of the first try.
    await db.deleteFrom('attempts').execute();
    await db.deleteFrom('acps').where('user_id', '=', who.userId).where('type', '=', 'revision').execute();
    // Inserted directly: through the API it takes more than two days, because of the limit on signed saves.
    const acp = (await findActiveOf(db, app.services, who.userId))!;
    const picture = Buffer.from(signature.slice(22), 'base64').subarray(0, 60_000);
    for (let version = 1; version <= 200; version += 1) {
      picture.writeUInt32LE(version, 100);
      const signatureImage = `data:image/png;base64,${picture.toString('base64')}`;
      const state = { ...acp, plan_version: version, answers: { ...largest(), signatureImage } };
      await keepRevision(db, { keyring }, state, new Date(0));
    }
    await referToSignature(db, { keyring }, acp, acp.answers.signatureImage);
    await db.updateTable('acps').set({ plan_version: 201 }).where('id', '=', who.acpId).execute();
    let versions = 0;
    for await (const _ of eachVersion(db, app.services, who.userId)) versions += 1;
    expect(versions).toBe(200);

    // A new server's memory grows with the first calls, whatever they read.
    for (let call = 0; call < 300; call += 1)
      await client.graphql('query ($id: ID!) { getActiveAcpsByUserId(user_id: $id) { answers } }', {
        id: who.userId,
      });
    const before = memoryOf(app.pid);
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, memoryOf(app.pid))), 20);
    onTestFinished(() => clearInterval(watch));
    const one = (version: number) =>
      `a${version}: getRevisionAcp(user_id: "${who.userId}", plan_version: ${version}) { answers }`;
    const sizes: number[] = [];
    for (let at = 0; at < 200; at += 50) {
      sizes.push(JSON.stringify((await read(at)).data).length);
      const five = [1, 2, 3, 4, 5].map((each) => one(at + each)).join(' ');
      const response = await client.fetch('/api/graphql', {
        method: 'POST',
        body: JSON.stringify({ query: `{ ${five} }` }),
        headers: { 'content-type': 'application/json' },
      });
      sizes.push((await response.arrayBuffer()).byteLength);
    }
    const grownByReading = most - before;
    await client.graphql(`mutation { requestDataExport(password: "${password}") { id } }`);
    let copy: { id: string; status: string } | undefined;
    await expect
      .poll(
        async () => {
          const { data } = await client.graphql('{ dataExports { id status } }');
          copy = data.dataExports[0];
          return copy?.status;
        },
        { timeout: 120_000, interval: 200 },
      )
      .toBe('ready');
    const archive = await client.fetch(`/api/data-exports/${copy!.id}.zip`);
    expect((await archive.arrayBuffer()).byteLength).toBeGreaterThan(200 * 40_000);
    expect(Math.max(...sizes)).toBeLessThan(5_000_000);
    // All of it at once would be more than 200 MB. Reading took 42 MB when it was measured, and the copy as much again.
    expect(grownByReading).toBeLessThan(75);
    expect(most - before).toBeLessThan(130);
  }, 180_000);

  /** Returns a value for an argument: the largest that its type allows. */
  function valueOf(type: GraphQLInputType, name: string): unknown {
    const known: Record<string, unknown> = {
      id: who.acpId,
      user_id: who.userId,
      answers: { ...largest(), signatureImage: signature },
      data_url: `data:image/png;base64,${'A'.repeat(2_700_000)}`,
      status: 'draft',
      type: 'active',
      language: 'en',
      plan_version: 7,
      idempotency_key: null,
      limit: 20,
      offset: 0,
      version: 1,
      file_name: `${'安'.repeat(80)}.mp4`,
      password,
    };
    if (name in known) return known[name];
    const plain = getNullableType(type);
    if (isListType(plain)) return Array.from({ length: 500 }, () => valueOf(plain.ofType, ''));
    if (isEnumType(plain)) return plain.getValues().at(-1)?.name;
    const kinds: Record<string, unknown> = {
      Int: 50,
      Float: 25 * 1_048_576,
      Boolean: true,
      JSON: {},
      Date: '1950-01-01',
      DateTime: '2026-11-22T00:00:00Z',
      ID: crypto.randomUUID(),
      String: long(5_000),
      CustomerImportFormInput: { century: 20, columns: Array.from({ length: 500 }, () => long(5_000)) },
      CustomerImportCellsInput: { first_name: long(5_000), house: long(5_000) },
      PhotographInput: {
        number: 2_147_483_647,
        size: 15_728_640,
        turn: 270,
        top: 50,
        right: 50,
        bottom: 50,
        left: 50,
      },
      CustomerImportFile: { name: long(200), path: long(500), storage_key: long(500) },
    };
    const kind = String(plain);
    // A new type of argument needs a value here, or its calls would only be refused.
    if (!Object.hasOwn(kinds, kind)) throw new Error(`No value for ${kind}`);
    return kinds[kind];
  }

  /** Returns every leaf field of a type, and those of its nested types. */
  function selectionOf(type: string, levels: number): string {
    const object = objects.find(({ name }) => name === type.replaceAll(/[[\]!]/g, ''));
    if (!object) return '';
    const names = fieldsOf(object)
      .filter(({ args }) => args.length === 0)
      .map((field) => {
        const below = selectionOf(String(field.type), levels - 1);
        const isLeaf = !objects.some(({ name }) => name === String(field.type).replaceAll(/[[\]!]/g, ''));
        return isLeaf ? field.name : below && `${field.name} ${below}`;
      });
    const selected = names.filter(Boolean).join(' ');
    return levels > 0 && selected ? `{ ${selected} }` : '';
  }

  /** Returns a call with the largest values of its arguments, repeated as often as the limits allow. */
  function attackOf({ name, kind, field }: (typeof named)[number], levels: number, times: number): string {
    const types = field.args.map((arg) => [arg.name, arg.type] as const);
    const declared = types.map(([arg, type]) => `$${arg}: ${String(type)}`).join(', ');
    const given = types.map(([arg]) => `${arg}: $${arg}`).join(', ');
    const call = `${name}${given && `(${given})`} ${selectionOf(String(field.type), levels)}`;
    const all = Array.from({ length: times }, (_, index) => `a${index}: ${call}`).join(' ');
    const variables = Object.fromEntries(types.map(([arg, type]) => [arg, valueOf(type, arg)]));
    return JSON.stringify({ query: `${kind} ${declared && `(${declared})`} { ${all} }`, variables });
  }

  type Answer = { status: number; body: string; took: number };

  /** Sends a request from one of many addresses, so that limits per address do not protect the server. */
  function send(path: string, sent: { cookie: string; body?: string; from: number }): Promise<Answer> {
    const { port } = new URL(app.url);
    const started = performance.now();
    const headers = { cookie: sent.cookie, origin: app.origin, 'content-type': 'application/json' };
    const localAddress = `127.0.${1 + (sent.from % 200)}.${1 + (sent.from % 250)}`;
    return new Promise((resolve, reject) => {
      const method = sent.body === undefined ? 'GET' : 'POST';
      const call = request({ host: '127.0.0.1', port, path, method, headers, localAddress }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(parts).toString(),
            took: performance.now() - started,
          }),
        );
      });
      call.on('error', reject);
      call.end(sent.body);
    });
  }

  const quantile = (values: number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
  const median = (values: number[]) => quantile(values, 0.5);

  it('makes every call of the schema with the largest values: the server stays small, no call causes a server error, and the emergency page opens [R-02, R-05]', async ({
    annotate,
  }) => {
    const patient = await person(app.services, { plan: { status: 'complete', answers: fullAnswers() } });
    const card = `/acp-login/${patient.shareId}`;
    const reader = app.client();
    await reader.fetch(card, {
      method: 'POST',
      body: new URLSearchParams({ pin: patient.pin }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    let visits = 0;
    const visit = () => send(card, { cookie: reader.cookieHeader(), from: (visits += 1) });
    const calm: number[] = [];
    for (let each = 0; each < 20; each += 1) calm.push((await visit()).took);

    // These end the attacker's session.
    const attacks = named
      .filter(({ name }) => !['declineConsent', 'endOtherSessions'].includes(name))
      .flatMap((call) => [attackOf(call, 1, 5), attackOf(call, 3, 1)]);
    expect(attacks.length).toBeGreaterThan(100);
    const cookie = client.cookieHeader();
    const answers: Answer[] = [];
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, memoryOf(app.pid))), 20);
    let next = 0;
    const attacker = async () => {
      while (next < attacks.length * 3) {
        const from = (next += 1);
        answers.push(await send('/api/graphql', { cookie, body: attacks[from % attacks.length]!, from }));
        answers.push(await send('/api/acp/plan.pdf', { cookie, from }));
      }
    };
    let isOver = false;
    const opened: Answer[] = [];
    const reading = (async () => {
      while (!isOver) {
        opened.push(await visit());
        await pause(20);
      }
    })();
    await Promise.all(Array.from({ length: 40 }, attacker)).finally(() => {
      isOver = true;
      clearInterval(watch);
    });
    await reading;

    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
    const during = opened.map(({ took }) => took);
    const within = (share: number) => `${quantile(during, share).toFixed(0)} ms`;
    await annotate(
      `${during.length} openings under ${answers.length} calls: half within ${within(0.5)}, 99% within ${within(0.99)}; ` +
        `alone half within ${median(calm).toFixed(0)} ms; the server took at most ${most.toFixed(0)} MB`,
    );
    const codes = new Set(answers.flatMap(({ body }) => body.match(/(?<="code":")[\w-]+/g) ?? []));
    expect(codes).not.toContain('general_error');
    // More calls than one person may make in a minute.
    expect(codes).toContain('rate-limited');
    expect(app.printed()).not.toContain('failed');
    expect(Math.max(...answers.map(({ body }) => Buffer.byteLength(body)))).toBeLessThan(5_000_000);
    // 372 to 418 MB in eleven runs (docs/performance.md).
    expect(most).toBeLessThan(450);
    // A ratio instead of a time, since test machines are slow and busy.
    expect(median(during)).toBeLessThan(40 * median(calm) + 200);
  }, 180_000);
});
