import { translateMessage } from '../../../src/domain/i18n/texts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../src/domain/i18n/catalogue.ts';
import { translatorOf } from '../../../src/domain/i18n/translator.ts';
import { fullAnswers, person } from '../../people.ts';
import { freeKeys, hostileTexts, nameKeys, unprintableTexts, writtenKeys } from './hostile-texts.ts';
import { signedIn, startProduct, trialVariables, type Product } from '../product.ts';
import { letGuessesAge } from '../../start-app.ts';

const save = `mutation($id: ID!, $answers: JSON!, $status: AcpStatus!, $version: Int!, $step: String) {
  updateAnswers(id: $id, answers: $answers, status: $status, version: $version, step: $step) { returning { version answers } }
}`;

describe('what people write', () => {
  let product: Product;

  beforeAll(async () => {
    product = await startProduct(trialVariables());
  });
  afterAll(() => product.close());

  describe('is returned as it was written', () => {
    it('in every response, whatever it means to a database, a template or a shell [security 23, security 24]', async () => {
      for (const [name, text] of Object.entries(hostileTexts)) {
        const { who, client } = await signedIn(product);
        const answers = Object.fromEntries(
          freeKeys.filter((key) => !nameKeys.has(key)).map((key) => [key, text]),
        );
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
      'or finds no account: %s is the address of one person, not a pattern for many [security 23]',
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
      // Long enough after the previous guess for this one to be checked.
      product.advance(3_600_000);
      await letGuessesAge(product.services.db, 3_600_000);
      const response = await product.client().fetch(`/acp-login/${shareId}`, {
        method: 'POST',
        body: 'pin=123456',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      // The last text is empty.
      expect(response.status).toBe(shareId === '%ED%A0%80' ? 404 : 403);
    });
  });

  describe('is refused at its field', () => {
    const refusalsOf = async (answers: Record<string, unknown>) => {
      const { who, client } = await signedIn(product);
      const { errors } = await client.graphql(save, { id: who.acpId, answers, status: 'draft', version: 0 });
      return errors?.[0].extensions as {
        code: string;
        fields: { field: string; message: string; params?: Record<string, string> }[];
      };
    };

    it.each(Object.entries(unprintableTexts))(
      'when it contains %s, in words of both languages that name the character [security 24]',
      async (_, { text, sign }) => {
        const { code, fields } = await refusalsOf(Object.fromEntries(writtenKeys.map((key) => [key, text])));
        expect(code).toBe('invalid');
        expect(fields.map(({ field }) => field).sort()).toEqual([...writtenKeys].sort());
        for (const { message, params } of fields) {
          expect([message, params]).toEqual(['errors.badCharacter', { character: sign }]);
          for (const language of ['en', 'zh'] as const) {
            expect(
              translateMessage(translatorOf(language, catalogue[language]), 'errors.badCharacter', params),
            ).toContain(sign);
          }
        }
      },
    );

    it('when it has a hundred thousand characters, in words of both languages that give the limit [security 24]', async () => {
      for (let from = 0; from < writtenKeys.length; from += 5) {
        const keys = writtenKeys.slice(from, from + 5);
        const { code, fields } = await refusalsOf(
          Object.fromEntries(keys.map((key) => [key, '永'.repeat(100_000)])),
        );
        expect(code).toBe('invalid');
        expect(fields.map(({ field }) => field).sort()).toEqual([...keys].sort());
        for (const { message, params } of fields) {
          expect(message).toBe('errors.tooLong');
          for (const language of ['en', 'zh'] as const) {
            expect(
              translateMessage(translatorOf(language, catalogue[language]), 'errors.tooLong', params),
            ).toContain(String(params?.['max']));
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
      const { who, client } = await signedIn(product);
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
});
