import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../domain/i18n/catalogue.ts';
import type { Language } from '../../domain/i18n/texts.ts';
import { translatorOf } from '../../domain/i18n/translator.ts';
import { invoiceDocument, type InvoiceFacts } from './invoice-document.ts';
import { startPdfEngine } from './pdf-engine.ts';
import { compact, readPdf } from './pdf-reader.fixture.ts';

const engine = startPdfEngine();

const facts = (language: Language, changes: Partial<InvoiceFacts> = {}): InvoiceFacts => ({
  language,
  t: translatorOf(language, catalogue[language]),
  seller: { name: 'Wattle Care Pty Ltd', abn: '12 345 678 901', address: '1 Collins Street, Melbourne' },
  help: { phone: '1800 123 456', email: 'help@wattle.example' },
  withGst: false,
  payer: { name: 'Margaret Citizen', email: 'margaret@test.example' },
  number: 'WAT-2026-0042',
  plan: 'care',
  status: 'paid',
  amount: 4_900,
  discount: 0,
  refunded: 0,
  promotionCode: null,
  invoicedOn: '2026-11-21',
  dueOn: null,
  paidOn: '2026-11-21',
  refundedOn: null,
  period: { start: '2026-11-21', end: '2027-11-21' },
  card: { brand: 'visa', last4: '4242' },
  ...changes,
});

const read = (language: Language, changes: Partial<InvoiceFacts> = {}) =>
  readPdf(engine(invoiceDocument(facts(language, changes))));

describe('the PDF of an invoice', () => {
  it('is a tagged A4 PDF with title and language, in our own fonts [GAP-56] [PROD-05]', () => {
    const { raw, languages } = read('en');
    expect(raw).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(raw).toContain('/Title (Invoice and receipt WAT-2026-0042)');
    expect(raw).toMatch(/\/S \/H1\b/);
    expect(raw).toMatch(/\/S \/TH\b/);
    expect(languages).toEqual(new Set(['en-AU']));
    expect(raw).toMatch(/\/MediaBox \[0 0 595\.27\d* 841\.8\d*\]/);
    expect(raw).not.toMatch(/\/JavaScript|\/Launch|\/EmbeddedFile|\/OpenAction/);
  });

  it.each([
    [
      'en',
      [
        'Invoice and receipt',
        'Wattle Care Pty Ltd',
        'ABN 12 345 678 901',
        'Margaret Citizen',
        'WAT-2026-0042',
        '21 November 2026 to 21 November 2027',
        'Wattle care plan, one year',
        '$49.00',
        'Paid with Visa ending in 4242',
        'Questions? Call 1800 123 456',
        'Page 1 of 1',
      ],
    ],
    [
      'zh',
      [
        '发票及收据',
        'Margaret Citizen',
        'WAT-2026-0042',
        '2026年11月21日 至 2027年11月21日',
        'Wattle 年费方案，一年',
        '$49.00',
        '用尾号 4242 的 Visa 卡支付',
        '第 1 页，共 1 页',
      ],
    ],
  ] as const)('contains payer, seller, item, amount and method: %s [GAP-56] [ENT-21]', (language, words) => {
    const { text } = read(language);
    const places = words.map((line) => text.indexOf(compact(line)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it('contains GST, and the title tax invoice, only for a registered seller [D-34]', () => {
    for (const language of ['en', 'zh'] as const) {
      const without = read(language, { refunded: 4_900, refundedOn: '2026-12-01', status: 'refunded' });
      expect(without.text).not.toMatch(/GST|Tax|税|Adjustment|调整/);
    }
    const { text } = read('en', { withGst: true });
    expect(text).toContain(compact('Tax invoice and receipt'));
    expect(text).toContain(compact('Total including GST$49.00'));
    expect(text).toContain(compact('GST (10%) included$4.45'));
  });

  it('contains the promotion and its discount, and that nothing was left to pay [PAY-20] [PAY-21]', () => {
    const { text } = read('en', { amount: 0, discount: 4_900, promotionCode: 'FREE100', card: null });
    expect(text).toContain(compact('Promotion FREE100 1 -$49.00'));
    expect(text).toContain(compact('Total$0.00'));
    expect(text).toContain(compact('Paid with promotion code FREE100'));
  });

  it('contains the due date and the open amount if it is unpaid [GAP-107]', () => {
    const { text } = read('en', { status: 'overdue', paidOn: null, dueOn: '2026-11-28', card: null });
    expect(text).toContain(compact('Due date 28 November 2026'));
    expect(text).toContain(compact('Still to pay$49.00'));
    expect(text).not.toContain('receipt');
  });

  it('has a second sheet for refunds [GAP-107] [ENT-21]', () => {
    const { pages } = read('en', {
      withGst: true,
      status: 'refunded',
      refunded: 2_000,
      refundedOn: '2026-12-01',
    });
    expect(pages).toHaveLength(2);
    expect(compact(pages[0]!)).toContain(compact('Refunded on 1 December 2026-$20.00'));
    expect(compact(pages[1]!)).toContain(compact('Adjustment note (refund)'));
    expect(compact(pages[1]!)).toContain(compact('Refund of invoice WAT-2026-0042'));
    expect(compact(pages[1]!)).toContain(compact('-$20.00'));
    expect(compact(pages[1]!)).toContain(compact('GST (10%) included-$1.82'));
  });

  it('shows hostile names as text [security 24]', () => {
    const name = '#read("/etc/passwd") <script>alert(1)</script> *x* {{7*7}}';
    const { text } = read('zh', { payer: { name, email: '#sys.version' }, promotionCode: name, discount: 1 });
    expect(text).toContain(compact(name));
    expect(text).toContain('#sys.version');
    expect(text).not.toContain('root:');
  });

  it('is made without reading any file except the template and its input [security 26]', () => {
    const template = readFileSync(new URL('../../../documents/invoice.typ', import.meta.url), 'utf8');
    const uses = template
      .replaceAll(/^\/\/.*$/gm, '')
      .matchAll(/\b(?:read|json|csv|toml|yaml|cbor|xml|image|plugin|eval|import|include)\b ?\(?[^,)\n:]*/g);
    expect([...uses].map(([use]) => use)).toEqual(['import "plan-parts.typ"', 'json("/invoice.json"']);
  });
});
