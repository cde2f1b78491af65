import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerKey, Answers } from '../../../src/domain/questionnaire/answers.ts';
import { readPdf, compact as compactPdf } from '../../../src/server/documents/pdf-reader.fixture.ts';
import type { TestClient } from '../../client.ts';
import { fullAnswers, signingAnswers, type TestPerson } from '../../people.ts';
import { freeKeys, hostileTexts, nameKeys, printableTexts } from './hostile-texts.ts';
import { compact, readMarkup } from './markup.ts';
import { signedIn, startProduct, trialVariables, type Product } from '../product.ts';

const save = `mutation($id: ID!, $answers: JSON!, $status: AcpStatus!, $version: Int!, $step: String) {
  updateAnswers(id: $id, answers: $answers, status: $status, version: $version, step: $step) { returning { version answers } }
}`;

/** Plans whose written answers are all hostile texts: enough plans for each text to appear in a name and a note. */
function hostilePlan(turn: number): Answers {
  const texts = Object.values(hostileTexts);
  const nameTexts = texts.filter((text) => !/\p{Nd}/u.test(text) && [...text].length <= 100);
  const pick = (key: AnswerKey, index: number) =>
    nameKeys.has(key)
      ? nameTexts[(index + turn) % nameTexts.length]
      : texts[(index + turn * 6) % texts.length];
  return {
    ...fullAnswers(),
    firstName: 'Margaret',
    receiveCare: 'Other',
    other_receiveCare: '',
    ...Object.fromEntries(freeKeys.map((key, index) => [key, pick(key, index)])),
  };
}

describe('what people write', () => {
  let product: Product;

  beforeAll(async () => {
    product = await startProduct(trialVariables());
  });
  afterAll(() => product.close());

  describe.each([0, 1, 2])('reaches readers as plain text only (plan %i)', (turn) => {
    let who: TestPerson;
    let client: TestClient;
    let texts: string[];
    /** Two of three plans are written on behalf of the person, with a relationship in free text. */
    const relation = [null, hostileTexts['our own template marks']!, hostileTexts['script']!][turn]!;
    const contactNames = Object.values(hostileTexts).map((text) => text.slice(0, 100));

    beforeAll(async () => {
      ({ who, client } = await signedIn(product, {
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
      texts = freeKeys.map((key) => String(answers[key]).normalize('NFC').trim());
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

    it('in the PDF: its markup formats nothing, reads no file and runs nothing [security 24, security 26]', async () => {
      const response = await client.fetch('/api/acp/plan.pdf');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[A-Za-z0-9 ._-]+"; filename\*=UTF-8''[^\s"/\\]+$/,
      );
      const pdf = new Uint8Array(await response.arrayBuffer());
      const { raw, text } = readPdf(pdf);
      expect(raw).not.toMatch(/\/JavaScript|\/JS\b|\/Launch|\/EmbeddedFile|\/OpenAction|\/SubmitForm/);
      // Objects in a compressed stream would hide these words from the search.
      expect(raw).not.toContain('/ObjStm');
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
