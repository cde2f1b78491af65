export { useSecondStep } from './second-step-api.ts';
export { SecondStepModal, type SecondStepModalProps } from './second-step-modal.tsx';
