import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/domain/i18n/catalogue.ts';
import { translatorOf } from '../../src/domain/i18n/translator.ts';
import { noteKeys, type AnswerKey, type Answers } from '../../src/domain/questionnaire/answers.ts';
import { questions } from '../../src/domain/questionnaire/definition.ts';
import { readPdf, compact as compactPdf } from '../../src/server/documents/pdf-reader.fixture.ts';
import type { TestClient } from '../client.ts';
import { fullAnswers, person, signingAnswers, type TestPerson } from '../people.ts';
import { hostileTexts, printableTexts, unprintableTexts } from './hostile-texts.ts';
import { compact, readMarkup } from './markup.ts';
import { startProduct, trialVariables, type Product } from './product.ts';
import { letGuessesAge } from '../start-app.ts';

const save = `mutation($id: ID!, $answers: JSON!, $status: AcpStatus!, $version: Int!, $step: String) {
  updateAnswers(id: $id, answers: $answers, status: $status, version: $version, step: $step) { returning { version answers } }
}`;

/** Every answer that is written, not chosen. */
const written = [
  ...questions.filter(({ kind }) => ['letters', 'name', 'text'].includes(kind)).map(({ key }) => key),
  ...noteKeys,
] as AnswerKey[];
/** Those in which any sign may stand. */
const free = written.filter((key) => key !== 'firstName');
const names = new Set<string>(['lastName', 'helperName', 'confirmName']);

/** Answers in which every written one is a hostile text: as many plans as are needed for each text to stand in a name and a note. */
function hostilePlan(turn: number): Answers {
  const texts = Object.values(hostileTexts);
  const nameTexts = texts.filter((text) => !/\p{Nd}/u.test(text) && [...text].length <= 100);
  const pick = (key: AnswerKey, index: number) =>
    names.has(key) ? nameTexts[(index + turn) % nameTexts.length] : texts[(index + turn * 6) % texts.length];
  return {
    ...fullAnswers(),
    firstName: 'Margaret',
    receiveCare: 'Other',
    other_receiveCare: '',
    ...Object.fromEntries(free.map((key, index) => [key, pick(key, index)])),
  };
}

describe('what people write', () => {
  let product: Product;

  beforeAll(async () => {
    product = await startProduct(trialVariables());
  });
  afterAll(() => product.close());

  async function signedIn(
    spec?: Parameters<typeof person>[1],
  ): Promise<{ who: TestPerson; client: TestClient }> {
    const who = await person(product.services, spec);
    const client = product.client();
    await client.signIn(who.email, who.password);
    return { who, client };
  }

  describe('comes back as it was written', () => {
    it('whatever it means to a database, a template or a shell, in every answer [security 23, security 24]', async () => {
      for (const [name, text] of Object.entries(hostileTexts)) {
        const { who, client } = await signedIn();
        const answers = Object.fromEntries(free.filter((key) => !names.has(key)).map((key) => [key, text]));
        const choices = { minimumQolList: ['Other'], receiveCare: 'Other' };
        const { data, errors } = await client.graphql(save, {
          id: who.acpId,
          answers: { ...choices, ...answers },
          status: 'draft',
          version: 0,
        });
        expect([name, errors]).toEqual([name, undefined]);
        const normal = Object.fromEntries(
          Object.entries(answers).map(([key, value]) => [key, value.normalize('NFC').trim()]),
        );
        expect(data.updateAnswers.returning[0].answers).toEqual({ ...choices, ...normal });
      }
    });

    it.each([
      "o'brien--@example.org",
      '%@example.org',
      '_%@example.org',
      '*@example.org',
      'x||pg_sleep(9)@example.org',
    ])(
      'or finds nobody: %s is the address of one person, not a pattern for many [security 23]',
      async (email) => {
        await person(product.services);
        const from = performance.now();
        const signIn = await product
          .client()
          .post('/api/auth/email-password', { email, password: 'Correct-horse-7', type: 'login' });
        expect([400, 401]).toContain(signIn.status);
        expect((await product.client().post('/api/initiateForgotPassword', { email })).status).toSatisfy(
          (status) => [200, 400].includes(status as number),
        );
        expect(performance.now() - from).toBeLessThan(8_000);
      },
    );

    it.each([
      '%25',
      '_'.repeat(24),
      "'%20or%20''='",
      '%2525',
      '%00',
      'a%00b',
      '..%2f..%2fetc%2fpasswd',
      '%E2%80%AE',
      '%F0%9F%92%A9',
      '%ED%A0%80',
    ])('or opens nothing: a card by the name %s [security 23]', async (shareId) => {
      await person(product.services, { plan: { status: 'complete', answers: fullAnswers() } });
      // Long enough after the guess before, so that this one is looked at.
      product.advance(3_600_000);
      await letGuessesAge(product.services.db, 3_600_000);
      const response = await product.client().fetch(`/acp-login/${shareId}`, {
        method: 'POST',
        body: 'pin=123456',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      // The last one is no text at all.
      expect(response.status).toBe(shareId === '%ED%A0%80' ? 404 : 403);
    });
  });

  describe('is refused at its field', () => {
    const refusalsOf = async (answers: Record<string, unknown>) => {
      const { who, client } = await signedIn();
      const { errors } = await client.graphql(save, { id: who.acpId, answers, status: 'draft', version: 0 });
      return errors?.[0].extensions as {
        code: string;
        fields: { field: string; message: string; params?: Record<string, string> }[];
      };
    };

    it.each(Object.entries(unprintableTexts))(
      'when it holds %s, in words of both languages that name the sign [security 24]',
      async (_, { text, sign }) => {
        const { code, fields } = await refusalsOf(Object.fromEntries(written.map((key) => [key, text])));
        expect(code).toBe('invalid');
        expect(fields.map(({ field }) => field).sort()).toEqual([...written].sort());
        for (const { message, params } of fields) {
          expect([message, params]).toEqual(['errors.badCharacter', { character: sign }]);
          for (const language of ['en', 'zh'] as const) {
            expect(translatorOf(language, catalogue[language])('errors.badCharacter', params)).toContain(
              sign,
            );
          }
        }
      },
    );

    it('when it has a hundred thousand signs, in words of both languages that say how many may be [security 24]', async () => {
      for (let from = 0; from < written.length; from += 5) {
        const keys = written.slice(from, from + 5);
        const { code, fields } = await refusalsOf(
          Object.fromEntries(keys.map((key) => [key, '永'.repeat(100_000)])),
        );
        expect(code).toBe('invalid');
        expect(fields.map(({ field }) => field).sort()).toEqual([...keys].sort());
        for (const { message, params } of fields) {
          expect(message).toBe('errors.tooLong');
          for (const language of ['en', 'zh'] as const) {
            expect(translatorOf(language, catalogue[language])('errors.tooLong', params)).toContain(
              String(params?.['max']),
            );
          }
        }
      }
    });

    it.each([
      ['__proto__', '{"__proto__":{"status":"complete"}}'],
      ['constructor', '{"constructor":{"prototype":{"status":"complete"}}}'],
      ['a constructor that is a text', '{"constructor":"x"}'],
      ['toString', '{"toString":"x"}'],
      ['__proto__ within a list', '{"minimumQolList":[{"__proto__":{"x":1}}]}'],
    ])('when its key is %s: no object of ours changes [security 28]', async (_, answers) => {
      const { who, client } = await signedIn();
      const body = `{"query":${JSON.stringify(save)},"variables":{"id":"${who.acpId}","status":"draft","version":0,"answers":${answers}}}`;
      const response = await client.fetch('/api/graphql', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(JSON.parse(await response.text()).errors[0].extensions.code).toBe('invalid');
      const literal = answers.replace(/"(\w+)":/g, '$1:');
      const inline = await client.graphql(
        `mutation { updateAnswers(id: "${who.acpId}", answers: ${literal}, status: draft, version: 0) { returning { answers } } }`,
      );
      const stored = inline.data?.updateAnswers?.returning[0].answers ?? {};
      expect(stored).toEqual({});
      expect(({} as Record<string, unknown>)['status']).toBeUndefined();
      expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    });
  });

  describe.each([0, 1, 2])('reaches others as words only (plan %i)', (turn) => {
    let who: TestPerson;
    let client: TestClient;
    let texts: string[];
    /** Who writes for the person, in two of three plans: in a relation of their own words. */
    const relation = [null, hostileTexts['our own template marks']!, hostileTexts['script']!][turn]!;
    const contactNames = Object.values(hostileTexts).map((text) => text.slice(0, 100));

    beforeAll(async () => {
      ({ who, client } = await signedIn({
        ...(relation && { accountOwner: relation }),
        lastName: hostileTexts['script']!,
        contacts: contactNames.map((name, index) => ({
          name,
          email: `contact${index}@example.org`,
          phone: index % 2 ? '"><script>alert(1)</script>' : 'javascript:0491570156',
          relationship: contactNames[(index + 1) % contactNames.length]!,
          substitutedDecisionMaker: index % 3 === 0,
          accepted: true,
        })),
      }));
      const answers = {
        ...hostilePlan(turn),
        ...(turn === 1 && { lastName: '{recorder} {firstName} {person}' }),
      };
      const signing = await signingAnswers(answers.confirmName ?? '', 1);
      const { errors } = await client.graphql(save, {
        id: who.acpId,
        answers: { ...answers, ...signing },
        status: 'complete',
        version: 0,
        step: 'step9',
      });
      expect(errors).toBeUndefined();
      texts = free.map((key) => String(answers[key]).normalize('NFC').trim());
    });

    const safeElements =
      'html meta title style header span a main h1 h2 h3 p b strong br dl dt dd div section ul ol li form button label input nav footer hr details summary em small time'.split(
        ' ',
      );

    function expectWordsOnly(page: string, expected: readonly string[]): void {
      const { elements, attributes, text } = readMarkup(page);
      expect([...elements].filter((element) => !safeElements.includes(element))).toEqual([]);
      expect(
        [...attributes.keys()].filter(
          (name) => /^on|^srcdoc$|^action$|^formaction$/.test(name) && name !== 'action',
        ),
      ).toEqual([]);
      for (const address of attributes.get('href') ?? [])
        expect(address).toMatch(/^([?#/]|tel:\+?\d|https:\/\/|http:\/\/localhost)/);
      const shown = compact(text);
      for (const words of expected) expect(shown).toContain(compact(words));
    }

    it('on the emergency page, in both languages [security 24]', async () => {
      const reader = product.client();
      await reader.fetch(`/acp-login/${who.shareId}`, {
        method: 'POST',
        body: `pin=${who.pin}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      for (const query of [
        '?view=all',
        '?view=all&lang=zh',
        '',
        '?lang=zh',
        '?v=1&lang=%22%3E%3Cscript%3E',
        '?v=%3Cscript%3E&from=%22',
      ]) {
        const response = await reader.fetch(`/acp-login/${who.shareId}${query}`);
        expect(response.status).toBe(200);
        const all = query.includes('view=all');
        expectWordsOnly(
          await response.text(),
          all ? [...texts, ...contactNames, ...(relation ? [relation] : [])] : [],
        );
      }
    });

    it('in the PDF: its marks set nothing, read no file and run nothing [security 24, security 26]', async () => {
      const response = await client.fetch('/api/acp/plan.pdf');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[A-Za-z0-9 ._-]+"; filename\*=UTF-8''[^\s"/\\]+$/,
      );
      const pdf = new Uint8Array(await response.arrayBuffer());
      const { raw, text } = readPdf(pdf);
      expect(raw).not.toMatch(/\/JavaScript|\/JS\b|\/Launch|\/EmbeddedFile|\/OpenAction|\/SubmitForm/);
      for (const words of texts.filter((text) => printableTexts.includes(text)))
        expect(text).toContain(compactPdf(words));
      expect(text).not.toContain('root:x:0');
    });

    it('in mails and on the page that shows them [security 24]', async () => {
      await expect
        .poll(
          async () =>
            (
              await product.services.db
                .selectFrom('mail_outbox')
                .select('to_address')
                .where('to_address', '=', 'contact0@example.org')
                .execute()
            ).length,
          {
            timeout: 30_000,
          },
        )
        .toBeGreaterThan(turn);
      const mails = await product.services.db.selectFrom('mail_outbox').selectAll().execute();
      for (const mail of mails) {
        const { elements, attributes } = readMarkup(mail.html);
        expect(
          [...elements].filter((element) =>
            /^(script|iframe|svg|img|form|object|embed|link|base)$/.test(element),
          ),
        ).toEqual([]);
        expect([...attributes.keys()].filter((name) => name.startsWith('on'))).toEqual([]);
        for (const address of attributes.get('href') ?? [])
          expect(address).toMatch(/^(http:\/\/localhost|https:\/\/|tel:|mailto:help@)/);
        expect(mail.subject).not.toMatch(/[\r\n]/);
        const shown = await (await product.client().fetch(`/dev/outbox?mail=${mail.id}`)).text();
        const page = readMarkup(shown);
        expect(
          [...page.elements].filter((element) =>
            /^(script|svg|img|form|object|embed|link|base)$/.test(element),
          ),
        ).toEqual([]);
        expect([...page.attributes.keys()].filter((name) => name.startsWith('on'))).toEqual([]);
        expect([...(page.attributes.get('sandbox') ?? [])].join(' ')).not.toMatch(
          /allow-(scripts|same-origin|forms)/,
        );
      }
      const greeted = mails
        .filter(({ to_address }) => to_address === 'contact0@example.org')
        .map(({ html }) => compact(readMarkup(html).text));
      expect(greeted[0]).toContain(compact(contactNames[0]!));
      const list = readMarkup(await (await product.client().fetch('/dev/outbox')).text());
      expect([...list.elements].filter((element) => /^(script|svg|img|iframe|form)$/.test(element))).toEqual(
        [],
      );
    });

    it('and into no line of the log [security 40]', () => {
      for (const text of [...texts, ...contactNames])
        for (const line of product.lines) expect(line).not.toContain(text);
    });
  });
});
