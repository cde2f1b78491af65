export { Assistant } from './assistant.tsx';
export { AssistedForm } from './assisted-form.tsx';
export { HelpButton } from './help-button.tsx';
export { HelpPlace } from './help-place.tsx';
