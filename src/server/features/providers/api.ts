/** Exports of providers for other features. */
export { takePriceOfPlan } from './form/money/subscriptions.ts';
