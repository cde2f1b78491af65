import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { medicareProblem } from '../../src/domain/fields.ts';
import { noteKeys, type Answers } from '../../src/domain/questionnaire/answers.ts';
import type { TestClient } from '../client.ts';
import { fullAnswers, signingAnswers } from '../people.ts';
import { place } from '../../src/server/db/sealing/sealed-columns.ts';
import { startMailServer, startProduct, trialVariables, type MailServer, type Product } from './product.ts';

/** A valid Medicare number that is not assigned. */
const medicareNumber = Array.from({ length: 10 }, (_, check) => `29876543${check}1`).find(
  (number) => !medicareProblem(number),
)!;
const password = 'Zebra-Marker-77';
const newPassword = 'Quokka-Marker-88';

/** A unique text for each written answer. */
const marker = (key: string) => `zq${key}marker`.replace(/_/g, 'x');

const written = [
  'other_qolList',
  'explanations',
  'customsAndTraditions',
  'otherCommentsOrWorries',
  'helperName',
  ...noteKeys,
] as const;

const save = `mutation($id: ID!, $answers: JSON!, $status: AcpStatus!, $version: Int!, $key: String) {
  updateAnswers(id: $id, answers: $answers, status: $status, version: $version, idempotency_key: $key, confirmed: ["explanations"]) { returning { version } }
}`;

/** Returns all content of a database copy: each value of each table in each of our schemas, as text and as bytes. */
async function dumpOf(product: Product): Promise<{ place: string; text: string; bytes: Buffer[] }[]> {
  const { db } = product.services;
  const { rows: columns } = await sql<{
    table_schema: string;
    table_name: string;
    column_name: string;
    data_type: string;
  }>`
    select table_schema, table_name, column_name, data_type from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, ordinal_position`.execute(
    db,
  );
  const found = [];
  for (const { table_schema, table_name, column_name, data_type } of columns) {
    const table = sql.table(`${table_schema}.${table_name}`);
    const column = sql.ref(column_name);
    const { rows } = await sql<{ text: string | null; bytes: Buffer | null }>`
      select ${column}::text as text, ${data_type === 'bytea' ? column : sql`null::bytea`} as bytes from ${table}`.execute(
      db,
    );
    found.push({
      place: `${table_schema}.${table_name}.${column_name}`,
      text: rows.map(({ text }) => text ?? '').join('\n'),
      bytes: rows.flatMap(({ bytes }) => bytes ?? []),
    });
  }
  return found;
}

/** Returns a secret in the forms in which a person would search for it: unchanged, in other letter case, and encoded. */
const spellings = (secret: string): string[] => {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    encodeURIComponent(secret),
  ];
};

describe('a copy of the database, after everything that a person can do', () => {
  let product: Product;
  let mails: MailServer;
  let client: TestClient;
  let dump: Awaited<ReturnType<typeof dumpOf>>;
  const secrets: Record<string, string> = {};
  let person: { id: string; email: string };

  const tokenIn = async (kind: string): Promise<string> => {
    const pattern = new RegExp(`${kind}#token=([\\w-]{64})`);
    const find = () => mails.mails.map(({ text }) => pattern.exec(text)?.[1]).find(Boolean);
    return vi.waitUntil(find, { timeout: 20_000, interval: 50 });
  };

  beforeAll(async () => {
    mails = await startMailServer();
    product = await startProduct({ ...trialVariables(), SMTP_URL: mails.url });
    client = product.client();
    const email = 'dump@example.org';
    await client.post('/api/auth/email-password', {
      email,
      password,
      accountOwner: 'self',
      type: 'signup',
      payload: '',
      redirect: false,
      medicareNumber,
      birthDate: '04/05/1948',
      gender: 'Female',
      EUSARead: true,
      privacyPolicyRead: true,
      notOwnerConfirmation: false,
      language: 'en',
    });
    const verifyToken = await tokenIn('verify-email');
    expect((await client.post('/api/auth/verify-email', { token: verifyToken })).status).toBe(200);
    await client.signIn(email, password);
    const { data } = await client.graphql('{ currentUser { id acps { id } } }');
    person = { id: data.currentUser.id, email };
    const acpId = data.currentUser.acps[0].id;
    const answers: Answers = {
      ...fullAnswers(),
      ...Object.fromEntries(written.map((key) => [key, marker(key)])),
    };
    const signing = await signingAnswers('Margaret Doyle', 3);
    const saves = [
      { answers, status: 'draft' },
      { answers: signing, status: 'complete' },
      { answers: { explanations: 'zqsecondmarker' }, status: 'complete' },
    ];
    for (const [version, each] of saves.entries()) {
      const { errors } = await client.graphql(save, {
        id: acpId,
        version,
        key: `dump-key-${version}`,
        ...each,
      });
      expect(errors).toBeUndefined();
    }
    const card = (await client.graphql('{ getEmergencyCard { pin share_id } }')).data.getEmergencyCard;
    const renewed = (
      await client.graphql('mutation { renewEmergencyCard(idempotency_key: "dump-renew") { pin share_id } }')
    ).data.renewEmergencyCard;
    const reader = product.client();
    const opened = await reader.fetch(`/acp-login/${renewed.share_id}`, {
      method: 'POST',
      body: `pin=${renewed.pin}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(opened.status).toBe(303);
    const wrongPin = renewed.pin === '918273' ? '918274' : '918273';
    await reader.fetch(`/acp-login/${renewed.share_id}`, {
      method: 'POST',
      body: `pin=${wrongPin}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await product
      .client()
      .post('/api/auth/email-password', { email, password: 'Wrong-Marker-99', type: 'login' });
    await product.client().post('/api/initiateForgotPassword', { email });
    const resetToken = await tokenIn('reset-password');
    const sessionBefore = client.cookieHeader().replace(/^wattle=/, '');
    expect(
      (await product.client().post('/api/auth/reset-password', { token: resetToken, password: newPassword }))
        .status,
    ).toBe(200);
    await client.signIn(email, newPassword);
    await vi.waitUntil(() => mails.mails.length >= 7, { timeout: 20_000, interval: 50 });
    Object.assign(secrets, {
      password,
      newPassword,
      'a wrong password': 'Wrong-Marker-99',
      medicareNumber,
      'the first PIN': card.pin,
      'the PIN': renewed.pin,
      'a wrong PIN': wrongPin,
      'the link to verify': verifyToken,
      'the link to reset': resetToken,
      'the session': sessionBefore,
      'the session now': client.cookieHeader().replace(/^wattle=/, ''),
      "the card's cookie": reader.cookieHeader().replace(/^wattle-plan=/, ''),
      'the signature': signing.signatureImage!.slice(60, 160),
      'the old share id': card.share_id,
      'what was changed': 'zqsecondmarker',
      'a choice': 'do not want CPR',
      'another choice': 'Having a laugh',
      ...Object.fromEntries(written.map((key) => [key, marker(key)])),
    });
    dump = await dumpOf(product);
  });
  afterAll(async () => {
    await product.close();
    await mails.close();
  });

  it('is a complete copy: it contains the person and the schemas of the product and of its jobs [security 36]', () => {
    const places = dump.map(({ place }) => place);
    for (const part of [
      'public.users.pin_sealed',
      'public.acps.answers_sealed',
      'public.audit_log.details',
      'public.idempotency_keys.answer_sealed',
      'public.outbox.payload',
    ])
      expect(places).toContain(part);
    expect(places.filter((place) => place.startsWith('jobs.')).length).toBeGreaterThan(20);
    expect(dump.find(({ place }) => place === 'public.users.email')?.text).toContain(person.email);
    expect(
      dump.filter(({ place, text }) => place.startsWith('jobs.') && text.includes(person.id)).length,
    ).toBeGreaterThan(0);
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(5);
  });

  it('holds no answer, note, choice, signature, PIN, Medicare number, password, link or session, in plain or encoded form [security 36, security 37, security 17]', () => {
    const shown = [];
    for (const [name, secret] of Object.entries(secrets)) {
      const looked = spellings(secret);
      // Six digits can occur in a hash or a time by chance: a PIN counts only as a separate word.
      const isPin = /^\d{6}$/.test(secret);
      for (const { place, text, bytes } of dump) {
        const inText = isPin
          ? new RegExp(`(?<![0-9a-f.])${secret}(?![0-9a-f])`).test(text)
          : looked.some((each) => text.includes(each));
        const inBytes = bytes.some((value) =>
          isPin ? value.equals(Buffer.from(secret)) : value.includes(secret),
        );
        if (inText || inBytes) shown.push(`${name} in ${place}`);
      }
    }
    expect(shown).toEqual([]);
  });

  it('is readable with the keys, which it does not contain [security 36]', async () => {
    const { keyring, config, db } = product.services;
    const { id, answers_sealed } = await db
      .selectFrom('acps')
      .select(['id', 'answers_sealed'])
      .where('user_id', '=', person.id)
      .where('type', '=', 'active')
      .executeTakeFirstOrThrow();
    expect(keyring.open(place('acps', 'answers_sealed', id), answers_sealed)).toContain('zqsecondmarker');
    for (const { secret } of config.keys) {
      for (const { text, bytes } of dump) {
        for (const spelling of [secret.toString('hex'), secret.toString('base64')])
          expect(text.includes(spelling)).toBe(false);
        expect(bytes.some((value) => value.includes(secret))).toBe(false);
      }
    }
  });

  it('and the sent mails do not contain any of these either, except the links they exist for [security 36, security 37]', () => {
    for (const [name, secret] of Object.entries(secrets)) {
      if (name.startsWith('the link')) continue;
      for (const { raw, text } of mails.mails)
        expect([name, raw.includes(secret) || text.includes(secret)]).toEqual([name, false]);
    }
    for (const { to } of mails.mails) expect(to).toEqual([person.email]);
  });

  it('and neither do the lines for the operator [security 40]', () => {
    const lines = product.lines.join('\n');
    for (const [name, secret] of [...Object.entries(secrets), ['the address', person.email] as const])
      expect([name, lines.includes(secret)]).toEqual([name, false]);
  });
});
