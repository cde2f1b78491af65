import { useRef, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import { Dialog, Modal, ModalOverlay, Popover } from 'react-aria-components';
import { AriaLocale } from '../aria-locale.tsx';
import { useLayer } from '../layers/use-layer.ts';
import { useFirstItem } from './use-first-item.ts';

const smallScreen = matchMedia('(max-width: 700px)');

const useIsSmall = () =>
  useSyncExternalStore(
    (listener) => {
      smallScreen.addEventListener('change', listener);
      return () => smallScreen.removeEventListener('change', listener);
    },
    () => smallScreen.matches,
  );

/** Positions an open menu: beside its button on large screens, at the bottom of small ones. */
export function MenuLayer({
  trigger,
  label,
  onClose,
  children,
}: {
  trigger: RefObject<HTMLButtonElement | null>;
  label: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const isSmall = useIsSmall();
  const element = useRef<HTMLDivElement>(null);
  useLayer(trigger);
  useFirstItem(element);
  const change = (stays: boolean) => {
    if (!stays) onClose();
  };
  return (
    <AriaLocale>
      {isSmall ? (
        <ModalOverlay className="overlay low" isOpen isDismissable onOpenChange={change}>
          <Modal ref={element} className="menu">
            <Dialog className="dialog" aria-label={label}>
              {children}
            </Dialog>
          </Modal>
        </ModalOverlay>
      ) : (
        <Popover
          ref={element}
          triggerRef={trigger}
          isOpen
          onOpenChange={change}
          placement="bottom end"
          className="menu pop"
          aria-label={label}
        >
          {children}
        </Popover>
      )}
    </AriaLocale>
  );
}
