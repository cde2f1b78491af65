/** The exports for other features. */
export { readView, type EmergencyReading } from './read-view.ts';
export { findEmergencyPlanOf, standingIn, type EmergencyPlan } from './store.ts';
