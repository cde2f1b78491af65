export { usePaymentInformation, type PaymentInformation } from './billing-api.ts';
export { isPaid } from './checkout-kind.ts';
export { Checkout } from './paying/checkout.tsx';
export { PaidSummary } from './paying/paid-summary.tsx';
export { OpenPaymentNotice } from './paying/open-payment-notice.tsx';
export { ContactsPaywall } from './contacts-paywall.tsx';
