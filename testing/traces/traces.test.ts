import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pdfOf } from '../../src/server/features/files/checks/sample-files.fixture.ts';
import { upload } from '../../src/server/features/files/uploads/uploads.fixture.ts';
import { spanFacts } from '../../src/server/ports/traces/port.ts';
import type { TestClient } from '../client.ts';
import { fullAnswers, password, type TestPerson } from '../people.ts';
import {
  productionVariables,
  signedIn,
  startMailServer,
  startProduct,
  startProductProcess,
  trialVariables,
  type MailServer,
  type Product,
} from '../security/product.ts';
import { startApp } from '../start-app.ts';
import { startTraceReceiver, type ReceivedSpan, type TraceReceiver } from './trace-receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'wattle-traces-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Values that occur only in the requests of this test. */
const own = {
  firstName: 'Quillabelle',
  lastName: 'Zanthorpe',
  email: 'quillabelle@kestrel.example',
  newcomer: 'ottoline@kestrel.example',
  answer: 'Marmalade on the verandah',
  fileName: 'Zanthorpe directive.pdf',
  address: '203.0.113.77',
  browser: 'KestrelBrowser/7.7',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  parentId: '00f067aa0ba902b7',
  baggage: 'ZanthorpeBaggage',
} as const;

/** Headers in which callers may send a trace, and other headers that identify them. */
const fromOutside = {
  traceparent: `00-${own.traceId}-${own.parentId}-01`,
  tracestate: `kestrel=${own.baggage}`,
  baggage: `name=${own.baggage}`,
  'x-forwarded-for': own.address,
  'user-agent': own.browser,
};

const operationName = `${own.firstName}_${own.lastName}`;
const save = `mutation ${operationName}($id: ID!, $answers: JSON!, $version: Int!) {
  updateAnswers(id: $id, answers: $answers, status: draft, version: $version, step: "step4") { returning { version } }
}`;

describe('the traces of a whole server', () => {
  let receiver: TraceReceiver;
  let mails: MailServer;
  let product: Product;
  let who: TestPerson;
  let owner: TestPerson;
  let client: TestClient;
  let saved: Response;
  let cardStatus: number;
  let fileId: string;

  beforeAll(async () => {
    receiver = await startTraceReceiver();
    mails = await startMailServer();
    product = await startProduct({
      ...trialVariables(),
      TRUST_PROXY: '127.0.0.1',
      WATTLE_DATA_DIR: folder,
      SMTP_URL: mails.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-secret',
    });
    const { firstName, lastName, email } = own;
    ({ who, client } = await signedIn(product, {
      ...{ firstName, lastName, email },
      plan: { status: 'draft', answers: fullAnswers() },
    }));
    const { version } = await product.services.db
      .selectFrom('acps')
      .select('version')
      .where('id', '=', who.acpId)
      .executeTakeFirstOrThrow();
    const answers = { cannotHear: fullAnswers().cannotHear, cannotHear_note: own.answer };
    saved = await client.fetch('/api/graphql?name=Zanthorpe', {
      method: 'POST',
      body: JSON.stringify({ query: save, operationName, variables: { id: who.acpId, answers, version } }),
      headers: { 'content-type': 'application/json', ...fromOutside },
    });
    expect(await saved.json()).toMatchObject({ data: { updateAnswers: { returning: [{}] } } });

    const content = pdfOf({ size: 60_000 });
    const sent = await upload(client, { category: 'ACP', file_name: own.fileName, content });
    fileId = sent.file.id;
    const signed = await signedIn(product, {
      ...{ firstName, lastName },
      plan: { status: 'complete', answers: fullAnswers() },
    });
    owner = signed.who;
    expect((await signed.client.fetch('/api/acp/plan.pdf')).status).toBe(200);
    const card = await fetch(`${product.url}/acp-login/${owner.shareId}?from=Zanthorpe`, {
      method: 'POST',
      body: `pin=${owner.pin}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null', ...fromOutside },
      redirect: 'manual',
    });
    cardStatus = card.status;
    await product.client().post('/api/auth/email-password', {
      ...{ email: own.newcomer, password, accountOwner: 'self', type: 'signup', payload: '' },
      ...{ redirect: false, medicareNumber: '2123456701', birthDate: '04/05/1948', gender: 'Female' },
      ...{ EUSARead: true, privacyPolicyRead: true, notOwnerConfirmation: false, language: 'en' },
    });
    await vi.waitUntil(() => mails.mails.some(({ to }) => to.includes(own.newcomer)), { timeout: 30_000 });
    await vi.waitUntil(() => receiver.spans.some(({ name }) => name === 'mail send'), { timeout: 30_000 });
    await product.close();
  }, 120_000);
  afterAll(async () => {
    await mails.close();
    await receiver.close();
  });

  const find = (name: string, inTrace?: string): ReceivedSpan => {
    const found = receiver.spans.find(
      (span) => span.name === name && (inTrace === undefined || span.traceId === inTrace),
    );
    if (!found)
      throw new Error(`There is no span "${name}": ${receiver.spans.map((span) => span.name).join()}`);
    return found;
  };
  /** Returns the names of the parents of a span, the direct parent first. */
  const above = (span: ReceivedSpan): string[] => {
    const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId);
    return parent ? [parent.name, ...above(parent)] : [];
  };

  it('connect a request with its operation, and the operation with its statements', () => {
    const request = receiver.spans.find(
      ({ attributes }) => attributes['wattle.request_id'] === saved.headers.get('x-request-id'),
    );
    expect(request).toMatchObject({
      name: 'POST /api/graphql',
      attributes: { 'http.route': '/api/graphql', 'http.response.status_code': 200 },
    });
    expect(request?.parentSpanId).toBeUndefined();
    const trace = request?.traceId ?? '';
    expect(above(find('updateAnswers', trace))).toEqual(['POST /api/graphql']);
    for (const name of ['SELECT acps', 'COMMIT'])
      expect([name, above(find(name, trace))]).toEqual([name, ['updateAnswers', 'POST /api/graphql']]);
    expect(find('SELECT acps', trace).attributes).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'SELECT',
      'db.collection.name': 'acps',
    });
  });

  it('connect a write to the object store with the request that sent the data', () => {
    expect(above(find('object-store put')).at(-1)).toMatch(/^PUT \/api\//);
    expect(above(find('make a PDF')).at(-1)).toBe('GET /api/acp/plan.pdf');
  });

  it('show the opening of a card only with the pattern of its route', () => {
    expect(cardStatus).toBeLessThan(400);
    expect(find('POST /acp-login/:shareId').attributes['http.response.status_code']).toBe(cardStatus);
  });

  it('start with each job, and connect the mail that the job sends', () => {
    const job = find('job account.verification-wanted/mail');
    expect(job.parentSpanId).toBeUndefined();
    expect(above(find('mail send', job.traceId))).toEqual([job.name]);
    expect(job.attributes).toEqual({
      'wattle.job.event': 'account.verification-wanted',
      'wattle.job.handler': 'mail',
      'wattle.job.attempt': 1,
    });
  });

  it('leave no span without its parent', () => {
    const ids = new Set(receiver.spans.map(({ spanId }) => spanId));
    const lost = receiver.spans.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId));
    expect(lost).toEqual([]);
  });

  it('contain no personal data in any byte that is sent', () => {
    const session = client
      .cookieHeader()
      .split('; ')
      .map((cookie) => cookie.split('=')[1] ?? '');
    const secrets = [
      ...Object.values(own),
      ...[
        who.userId,
        who.acpId,
        owner.userId,
        owner.email,
        owner.shareId,
        fileId,
        password,
        'kestrel',
        '127.0.0.1',
        product.origin,
      ],
      ...session.filter((value) => value.length > 8),
      ...['collector-secret', 'verandah', operationName, '2123456701', '04/05/1948'],
    ];
    const raw = receiver.raw().toLowerCase();
    expect(raw.length).toBeGreaterThan(5_000);
    for (const secret of secrets)
      expect([secret, raw.includes(secret.toLowerCase())]).toEqual([secret, false]);
    // A PIN is short enough to occur in a time or a random id by chance, so only names and attributes are searched for it.
    const words = receiver.spans.map(({ name, attributes }) => {
      const { 'wattle.request_id': _, ...rest } = attributes;
      return [name, ...Object.values(rest)];
    });
    expect(JSON.stringify(words)).not.toContain(owner.pin);
  });

  it('have only the attributes that the list allows, and none of the machine', () => {
    const facts = new Set(receiver.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...facts].filter((name) => !(spanFacts as readonly string[]).includes(name))).toEqual([]);
    expect(Object.keys(receiver.resource).toSorted()).toEqual(['service.instance.id', 'service.name']);
  });

  it('are sent with the headers that the operator set', () => {
    expect(receiver.headers[0]).toMatchObject({ authorization: 'Bearer collector-secret' });
  });
});

it('the last log line of a request contains its trace id, and its response contains none', async () => {
  const receiver = await startTraceReceiver();
  const server = await startProductProcess({
    ...productionVariables(),
    WATTLE_DATA_DIR: folder,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  });
  const answer = await fetch(`${server.url}/api/auth/session`, { headers: fromOutside });
  const id = answer.headers.get('x-request-id');
  await vi.waitUntil(() => receiver.spans.some(({ attributes }) => attributes['wattle.request_id'] === id), {
    timeout: 30_000,
  });
  const span = receiver.spans.find(({ attributes }) => attributes['wattle.request_id'] === id);
  const lines = server
    .printed()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { reqId?: string; trace_id?: string; msg: string })
    .filter(({ reqId }) => reqId === id);
  expect(lines.map(({ msg, trace_id }) => [msg, trace_id])).toEqual([
    ['incoming request', undefined],
    ['request completed', span?.traceId],
  ]);
  expect(span?.traceId).not.toBe(own.traceId);
  expect([...answer.headers.keys()].filter((name) => /trace|baggage/.test(name))).toEqual([]);
  await server.close();
  await receiver.close();
}, 60_000);

describe('a collector that does not accept traces', () => {
  const serve = async (receiver: Pick<TraceReceiver, 'url'>) => {
    const app = await startApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } });
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => (await fetch(`${app.url}/api/auth/session`)).status),
    );
    // 401 is the usual response to a visitor.
    expect(new Set(answers)).toEqual(new Set([401]));
    return app;
  };
  const droppedIn = (metrics: string) =>
    Number(/^wattle_trace_spans_dropped_total\{reason="not-handed-over"\} (\d+)$/m.exec(metrics)?.[1]);

  it('and refuses them: requests are answered, and dropped spans are counted', async () => {
    const receiver = await startTraceReceiver((response) => response.writeHead(500).end());
    const app = await serve(receiver);
    await vi.waitUntil(async () => droppedIn(await app.application.metrics.text()) >= 50, {
      timeout: 30_000,
    });
    await app.close();
    await receiver.close();
  }, 60_000);

  it('and hangs: requests are answered, and the server stops within seconds', async () => {
    const receiver = await startTraceReceiver(() => {});
    const app = await serve(receiver);
    const stopping = vi.fn();
    const pause = new Promise<string>((late) => setTimeout(() => late('late'), 15_000).unref());
    const stopped = app.close().then(() => 'stopped');
    void stopped.then(stopping);
    expect(await Promise.race([stopped, pause])).toBe('stopped');
    await receiver.close();
  }, 60_000);
});
