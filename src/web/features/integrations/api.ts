/** Exports of integrations for other features. */
export { CustomerLinks } from './customer-links.tsx';
