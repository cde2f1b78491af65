export { CardPanel } from './card-panel.tsx';
