/** Exports of integrations for other features. */
export { findSentPlans } from './sending/sent-plans.ts';
