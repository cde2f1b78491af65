/** The exports for other features. */
export { readView, type EmergencyReading } from './read-view.ts';
export { findEmergencyPlanOf, type EmergencyPlan } from './store.ts';
