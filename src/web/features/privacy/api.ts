export { ConsentDialog, type ConsentDialogProps } from './consents/consent-dialog.tsx';
export { LastOpened } from './openings/last-opened.tsx';
