import type { CardBrand } from '../../domain/billing/cards/card.ts';
import { gstWithin } from '../../domain/billing/gst.ts';
import { dollars } from '../../domain/billing/money.ts';
import type { FeeUnit } from '../../domain/billing/providers/provider-fee.ts';
import type { PaymentPlanId } from '../../domain/billing/payment-plan.ts';
import { longDate, type IsoDate } from '../../domain/fields.ts';
import type { Language, TextKey, Translate } from '../../domain/i18n/texts.ts';
import { footerParts, pageMarks, type FooterPart } from './page-marks.ts';
import type { PlanDocument } from './plan/plan-document.ts';
import type { ReportDocument } from './report-document.ts';
import type { SheetsDocument } from './sheets/sheets-data.ts';

/** A document to typeset. */
export type PaperDocument = PlanDocument | InvoiceDocument | ReportDocument | SheetsDocument;

/** The content of an invoice: a sheet for the invoice, and one more for refunds. Text only, never interpreted as markup. */
export type InvoiceDocument = {
  language: Language;
  title: string;
  sheets: Sheet[];
  footer: FooterPart[];
};

type Labelled = { label: string; value: string };

type Sheet = {
  title: string;
  from: { label: string; lines: string[] };
  to: { label: string; lines: string[] };
  facts: Labelled[];
  head: { what: string; quantity: string; unitPrice: string; amount: string };
  rows: Row[];
  /** `strong`: the final sum. */
  sums: (Labelled & { strong: boolean })[];
  notes: string[];
};

/**
 * The input of an invoice. Amounts are Australian cents, dates are dates in Melbourne. `amount` is the sum after the discount.
 */
export type InvoiceFacts = {
  language: Language;
  t: Translate;
  seller: { name: string; abn: string; address: string };
  help: { phone: string; email: string };
  /** Whether the seller is registered for GST: otherwise no sum names GST, and the document is no tax invoice (D-34). */
  withGst: boolean;
  payer: { name: string; email: string };
  number: string;
  /** Null for a person's own price (PAY-10). */
  plan: PaymentPlanId | null;
  status: 'paid' | 'pending' | 'refunded' | 'overdue';
  amount: number;
  discount: number;
  refunded: number;
  promotionCode: string | null;
  invoicedOn: IsoDate;
  dueOn: IsoDate | null;
  paidOn: IsoDate | null;
  refundedOn: IsoDate | null;
  period: { start: IsoDate; end: IsoDate } | null;
  card: { brand: CardBrand; last4: string } | null;
  /** The beds or customers that a provider pays for, with the price of one in `unitPrice`; missing on the invoice of a person. */
  counted?: { planName: string; unit: FeeUnit | null; quantity: number; unitPrice: number } | null;
  /** Lines that explain how to pay by bank transfer; missing where a card is charged. */
  howToPay?: readonly string[];
};

export const isInvoice = (document: PaperDocument): document is InvoiceDocument => 'sheets' in document;

export const isReport = (document: PaperDocument): document is ReportDocument => 'tables' in document;

export const isSheets = (document: PaperDocument): document is SheetsDocument => 'people' in document;

const lines = {
  care: 'invoice.line.careYear',
  lifetime: 'invoice.line.lifetime',
} as const satisfies Record<PaymentPlanId, TextKey>;

const countedLines = {
  beds: 'invoice.line.perBed',
  customers: 'invoice.line.perCustomer',
} as const satisfies Record<FeeUnit, TextKey>;

type Row = { what: string; quantity: string; unitPrice: string; amount: string };

/** Returns the row of what was bought. */
function boughtRow({ t, plan, amount, discount, counted }: InvoiceFacts): Row {
  const whole = money(amount + discount);
  if (!counted) return { what: invoiceLine(t, plan), quantity: '1', unitPrice: whole, amount: whole };
  const { planName: planLabel, unit, quantity, unitPrice } = counted;
  return {
    what: unit === null ? planLabel : t(countedLines[unit], { planLabel, count: quantity }),
    quantity: String(quantity),
    unitPrice: money(unitPrice),
    amount: whole,
  };
}

/** Returns the text for the purchased item. */
export const invoiceLine = (t: Translate, plan: PaymentPlanId | null): string =>
  t(plan === null ? 'invoice.line.ownPrice' : lines[plan]);

const money = (cents: number) => dollars(cents, { exact: true });

/** Writes an invoice as a document. It contains nothing about health or care planning. */
export function invoiceDocument(facts: InvoiceFacts): InvoiceDocument {
  const { language, t } = facts;
  const invoice = invoiceSheet(facts);
  return {
    language,
    title: `${invoice.title} ${facts.number}`,
    sheets: facts.refunded > 0 ? [invoice, refundSheet(facts)] : [invoice],
    footer: footerParts(t('invoice.page', pageMarks)),
  };
}

type Kind = 'title' | 'titlePaid' | 'titleCredit';

/** Only a seller registered for GST can call the document a tax invoice. */
const titleOf = ({ t, withGst }: InvoiceFacts, kind: Kind) =>
  t(withGst ? `invoice.tax.${kind}` : `invoice.${kind}`);

function frame({ t, seller, payer }: InvoiceFacts): Pick<Sheet, 'from' | 'to' | 'head'> {
  const { name, abn, address } = seller;
  return {
    from: { label: t('invoice.from'), lines: [name, t('invoice.abn', { abn }), address] },
    to: { label: t('invoice.to'), lines: [payer.name, payer.email].filter((line) => line !== '') },
    head: {
      what: t('invoice.col.description'),
      quantity: t('invoice.col.quantity'),
      unitPrice: t('invoice.col.unitPrice'),
      amount: t('invoice.col.amount'),
    },
  };
}

function invoiceSheet(facts: InvoiceFacts): Sheet {
  const { t, language, status, amount, discount, withGst, paidOn, dueOn, period } = facts;
  const isPaid = paidOn !== null;
  const day = (date: IsoDate) => longDate(date, language);
  const whole = amount + discount;
  const rows = [boughtRow(facts)];
  if (discount > 0)
    rows.push({
      what: facts.promotionCode
        ? t('invoice.line.promo', { code: facts.promotionCode })
        : t('invoice.discount'),
      quantity: '1',
      unitPrice: money(-discount),
      amount: money(-discount),
    });
  return {
    title: titleOf(facts, isPaid ? 'titlePaid' : 'title'),
    ...frame(facts),
    facts: [
      { label: t('invoice.number'), value: facts.number },
      { label: t('invoice.date'), value: day(facts.invoicedOn) },
      ...(dueOn && !isPaid ? [{ label: t('invoice.due'), value: day(dueOn) }] : []),
      ...(isPaid ? [{ label: t('invoice.paidOn'), value: day(paidOn) }] : []),
      { label: t('invoice.status'), value: t(`billing.status.${status}`) },
      ...(period
        ? [
            {
              label: t('invoice.period'),
              value: t('invoice.periodValue', { start: day(period.start), end: day(period.end) }),
            },
          ]
        : []),
    ],
    rows,
    sums: [
      ...(discount > 0
        ? [
            { label: t('invoice.subtotal'), value: money(whole), strong: false },
            { label: t('invoice.discount'), value: money(-discount), strong: false },
          ]
        : []),
      { label: t(withGst ? 'invoice.totalGst' : 'invoice.total'), value: money(amount), strong: true },
      ...(withGst ? [{ label: t('invoice.gst'), value: money(gstWithin(amount)), strong: false }] : []),
      { label: t('invoice.paid'), value: money(isPaid ? amount : 0), strong: false },
      ...(facts.refunded > 0 && facts.refundedOn
        ? [
            {
              label: t('invoice.refunded', { date: day(facts.refundedOn) }),
              value: money(-facts.refunded),
              strong: false,
            },
          ]
        : []),
      ...(isPaid
        ? []
        : [{ label: t('invoice.balance'), value: money(amount - facts.refunded), strong: true }]),
    ],
    notes: [...howPaid(facts), ...howToPay(facts), ...closing(facts)],
  };
}

function howPaid({ t, amount, paidOn, card, promotionCode }: InvoiceFacts): string[] {
  if (paidOn === null) return [];
  if (amount === 0) return promotionCode ? [t('invoice.paidNothing', { code: promotionCode })] : [];
  if (!card) return [];
  return [t('invoice.paidWith', { brand: t(`billing.brand.${card.brand}`), last4: card.last4 })];
}

const howToPay = ({ t, paidOn, amount, refunded, howToPay: lines = [] }: InvoiceFacts): string[] =>
  paidOn !== null || amount === refunded || lines.length === 0 ? [] : [t('invoice.howToPay'), ...lines];

const closing = ({ t, help }: InvoiceFacts): string[] => [
  t('invoice.currency'),
  t('invoice.questions', { helpPhone: help.phone, helpEmail: help.email }),
];

function refundSheet(facts: InvoiceFacts): Sheet {
  const { t, language, refunded, refundedOn, number, withGst } = facts;
  const value = money(-refunded);
  return {
    title: titleOf(facts, 'titleCredit'),
    ...frame(facts),
    facts: [
      { label: t('invoice.number'), value: number },
      { label: t('invoice.date'), value: longDate(facts.invoicedOn, language) },
      ...(refundedOn ? [{ label: t('invoice.refundedOn'), value: longDate(refundedOn, language) }] : []),
    ],
    rows: [
      {
        what: t('invoice.line.refund', { invoiceNumber: number }),
        quantity: '1',
        unitPrice: value,
        amount: value,
      },
    ],
    sums: [
      { label: t(withGst ? 'invoice.totalGst' : 'invoice.total'), value, strong: true },
      ...(withGst ? [{ label: t('invoice.gst'), value: money(-gstWithin(refunded)), strong: false }] : []),
    ],
    notes: closing(facts),
  };
}
