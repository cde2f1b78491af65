import type { ReactNode } from 'react';

/** 600 px for messages, 680 for forms and the signature, 780 for the emergency card. */
export type ModalWidth = 600 | 680 | 780;

export type ModalProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode | undefined;
  width?: ModalWidth | undefined;
  /** The buttons, the filled one first. */
  foot?: ReactNode | undefined;
  /** Keeps the buttons visible if the content is longer than the screen. */
  stickyFoot?: boolean | undefined;
  /** For a required choice: no close button, and Escape does nothing unless `onEscape` is set. */
  mustChoose?: boolean | undefined;
  /** Action of Escape for a required choice. */
  onEscape?: (() => void) | undefined;
  /** `alertdialog` for a question that interrupts the work. */
  role?: 'dialog' | 'alertdialog' | undefined;
  children?: ReactNode | undefined;
};
