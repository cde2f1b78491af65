export { ConsentDialog, type ConsentDialogProps } from './consents/consent-dialog.tsx';
